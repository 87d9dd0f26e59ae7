/** The web console: built files, read together with the first request for one and served from memory. */
import { extname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readPackageFolder } from '../package-files.ts'
import { SECURITY_HEADERS } from './response/security-headers.ts'

/**
 * The files of a build by their paths in it. They are read once: a release does not change while it
 * runs.
 */
export type ConsoleFiles = ReadonlyMap<string, Buffer>

/** Where the build puts the console. */
const BUILT = 'console/dist'

/** Adds the console under `/console`; where it is not built, a page that says how to build it. */
export function consoleRoutes(
  server: FastifyInstance,
  basePath: string,
  readFiles: () => ConsoleFiles = () => readPackageFolder(BUILT),
): void {
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(SECURITY_HEADERS)
  })
  let read: ReturnType<typeof readConsole> | undefined
  const built = () => {
    read ??= readConsole(readFiles(), basePath)
    return read
  }
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    if (isTraversal(request.url)) return reply.code(404).type(TEXT).send('Page not found.\n')
    const { index } = built()
    return index === undefined
      ? reply.code(503).type(TEXT).send(NOT_BUILT)
      : reply.type('text/html; charset=utf-8').send(index)
  }
  server.get('/console', page)
  server.get('/console/*', page)
  server.get('/console/assets/:file', (request: AssetRequest, reply) => {
    const asset = built().assets.get(request.params.file)
    if (asset === undefined) return reply.code(404).type(TEXT).send('File not found.\n')
    return sendAsset(asset, request, reply)
  })
}

/** No page of the console has such a path: it climbs, or hides a slash, a backslash or a NUL. */
function isTraversal(url: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\]|$)|%2f|%5c|\\|%00|%25(?:2e|2f|5c)/i.test(path)
}

const TEXT = 'text/plain; charset=utf-8'
const NOT_BUILT = 'The console is not built. Run npm run console in the checkout.\n'

type AssetRequest = FastifyRequest<{ Params: { file: string } }>

/** A file of the build in the forms that it can be sent in. */
interface Asset {
  readonly type: string
  readonly plain: Buffer
  readonly br: Buffer | undefined
  readonly gzip: Buffer | undefined
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

function readConsole(files: ConsoleFiles, basePath: string) {
  return { index: indexOf(files, basePath), assets: assetsOf(files) }
}

/** The page, with the base path in it that the build cannot know. */
function indexOf(files: ConsoleFiles, basePath: string): string | undefined {
  return files
    .get('index.html')
    ?.toString()
    .replaceAll('"./assets/', `"${basePath}/console/assets/`)
    .replace('name="base-path" content=""', `name="base-path" content="${basePath}"`)
}

const ASSETS = 'assets/'

function assetsOf(files: ConsoleFiles): ReadonlyMap<string, Asset> {
  return new Map(
    [...files].flatMap(([path, plain]) => {
      const type = TYPES[extname(path)]
      if (type === undefined || !path.startsWith(ASSETS)) return []
      const [br, gzip] = [files.get(`${path}.br`), files.get(`${path}.gz`)]
      return [[path.slice(ASSETS.length), { type, plain, br, gzip }]]
    }),
  )
}

/** A name holds the hash of its content, so what a browser has once it has for good. */
function sendAsset(asset: Asset, request: AssetRequest, reply: FastifyReply): FastifyReply {
  const accepted = codings(request.headers['accept-encoding'])
  const coding = (['br', 'gzip'] as const).find(
    (each) => accepted.has(each) && asset[each] !== undefined,
  )
  reply.headers({
    'Content-Type': asset.type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
  })
  if (coding === undefined) return reply.send(asset.plain)
  return reply.header('Content-Encoding', coding).send(asset[coding])
}

/** The codings that a client takes; one with `q=0` it does not. */
function codings(header: string | string[] | undefined): ReadonlySet<string> {
  const listed = String(header ?? '').split(',')
  return new Set(
    listed
      .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
      .map((each) => (each.split(';', 1)[0] ?? '').trim().toLowerCase()),
  )
}
