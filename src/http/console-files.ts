/**
 * Serves the web console from memory. The built files are read at the first request for one of
 * them.
 */
import { extname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readPackageFolder } from '../package-files.ts'
import { SECURITY_HEADERS } from './response/security-headers.ts'

/**
 * The files of a build, by path. They are read once, because a release does not change while it
 * runs.
 */
export type ConsoleFiles = ReadonlyMap<string, Buffer>

/** The folder of the built console. */
const BUILT = 'console/dist'

/** Adds the console under `/console`. If the console is not built, a page says how to build it. */
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

/**
 * Returns whether a URL climbs out of a folder, or hides a slash, a backslash or a NUL. No page of
 * the console has such a path.
 */
function isTraversal(url: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\]|$)|%2f|%5c|\\|%00|%25(?:2e|2f|5c)/i.test(path)
}

const TEXT = 'text/plain; charset=utf-8'
const NOT_BUILT = 'The console is not built. Run npm run console in the checkout.\n'

type AssetRequest = FastifyRequest<{ Params: { file: string } }>

/** A built file, in the encodings in which it can be sent. */
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

/** Returns the page with the base path filled in, which is unknown at build time. */
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

/** Sends an asset. Its name contains the hash of its content, so browsers may cache it forever. */
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

/** Returns the content codings that a client accepts. A coding with `q=0` is not accepted. */
function codings(header: string | string[] | undefined): ReadonlySet<string> {
  const listed = String(header ?? '').split(',')
  return new Set(
    listed
      .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
      .map((each) => (each.split(';', 1)[0] ?? '').trim().toLowerCase()),
  )
}
