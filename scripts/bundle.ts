/**
 * Programs as plain JavaScript with their libraries inside: what is published, what becomes the
 * single executable, and what tests start. Such a service starts with half of the work: hundreds of
 * files are neither looked for nor stripped of their types.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build, type InlineConfig, type Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '..')

/** The fonts that a build takes along, from the library that has them. */
const FONT_PACKAGE = join(ROOT, 'node_modules/dejavu-fonts-ttf')
export const FONTS = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf']

/** Source files by the names that they get as programs. */
export type Programs = Readonly<Record<string, string>>

/** A thread's program, as `threadFile` names it. */
const THREAD = /threadFile\(\s*'\.\/([\w-]+)'/g

/** The programs of all threads that the service starts. */
export function threadPrograms(): Programs {
  const files = globSync('src/**/*.ts', { cwd: ROOT })
  return Object.fromEntries(
    files.flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(THREAD)].map(([, name = '']) => [
        name,
        join(dirname(file), `${name}.ts`),
      ]),
    ),
  )
}

/** The programs under their files' names. */
export function programsOf(files: readonly string[]): Programs {
  return Object.fromEntries(files.map((file) => [basename(file, '.ts'), file]))
}

/** A filter for names as they are: the bundler calls a plugin for the modules of its filter only. */
function exactly(names: readonly string[]): RegExp {
  return new RegExp(`^(?:${names.join('|')})$`)
}

/** A bundle has no packages beside it: what is required while it runs must be in it too. */
const requiredInside: Plugin = {
  name: 'required-inside',
  transform: {
    filter: { code: 'createRequire(import.meta.url)' },
    handler: (code) => code.replace('const require = createRequire(import.meta.url)', ''),
  },
}

/** Libraries that few starts need: each is a file of its own, read when it is required. */
const REQUIRED_LATER = ['fontkit', 'marked', 'yaml']

const requiredLater: Plugin = {
  name: 'required-later',
  enforce: 'pre',
  resolveId: {
    filter: { id: exactly(REQUIRED_LATER) },
    handler: (name) => ({ id: `./${name}.cjs`, external: true }),
  },
}

/**
 * What libraries require and the service never calls: compilers of JSON schemas, since our own tables
 * check what comes in, and requests without a connection.
 */
const UNUSED = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
]

const unusedLeftOut: Plugin = {
  name: 'unused-left-out',
  enforce: 'pre',
  resolveId: { filter: { id: exactly(UNUSED) }, handler: (name) => `\0unused:${name}` },
  load: {
    filter: { id: /^\0unused:/ },
    handler: () => "throw new Error('this library is left out of the build')",
  },
}

/**
 * A program inside the executable has no place of its own that modules could be required from. Its
 * name in stack traces would otherwise be its whole text.
 */
const requiredFromHere: Plugin = {
  name: 'required-from-here',
  renderChunk: (code, { fileName }) =>
    `${code.replaceAll('createRequire(import.meta.url)', 'createRequire(process.execPath)')}\n//# sourceURL=${fileName}\n`,
}

const BUILTIN_IMPORT = /^import\s*(?:(\w+)\s*,?\s*)?(?:\{([^}]*)\}\s*)?from\s*"(node:[\w/]+)";?$/gm

/**
 * Takes modules of Node as objects. An import reads all that such a module exports, and so loads what
 * nobody uses: of `node:http` a whole HTTP client, a tenth of a start.
 */
const builtinsAsObjects: Plugin = {
  name: 'builtins-as-objects',
  renderChunk: (code) =>
    code.replace(BUILTIN_IMPORT, (_, whole: string | undefined, names = '', module: string) => {
      const found = `process.getBuiltinModule("${module}")`
      const parts = names.replaceAll(/(\w+) as (\w+)/g, '$1: $2').trim()
      return [
        ...(whole === undefined ? [] : [`const ${whole} = ${found};`]),
        ...(parts === '' ? [] : [`const { ${parts} } = ${found};`]),
      ].join(' ')
    }),
}

/**
 * Letters beyond ASCII as escapes: a program with any such letter takes two bytes in memory for each
 * of its characters.
 */
const narrow: Plugin = {
  name: 'narrow',
  generateBundle: (_, output) => {
    for (const file of Object.values(output)) {
      if (file.type === 'chunk') file.code = escaped(file.code)
    }
  },
}

function escaped(code: string): string {
  return code.replaceAll(/(\\*)([\u0080-\uffff])/g, (_, slashes: string, letter: string) => {
    if (slashes.length % 2 === 1)
      throw new Error('a bundle has an escaped letter that is no escape')
    return `${slashes}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** A library that is inside a bundle. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  readonly license: string
  /** The text of its license, where its package has it. */
  readonly notice: string
}

const COMMON = {
  configFile: false,
  root: ROOT,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true, target: 'node' },
  build: { ssr: true, target: 'esnext', reportCompressedSize: false },
} as const satisfies InlineConfig

/** Writes the libraries that are required later into a folder that is emptied before. */
async function bundleLibraries(folder: string, folders: Set<string>): Promise<void> {
  await build({
    ...COMMON,
    plugins: [requiredInside, noteFolders(folders), narrow],
    build: {
      ...COMMON.build,
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: Object.fromEntries(REQUIRED_LATER.map((name) => [name, name])),
        platform: 'node',
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: 'library-[name].cjs',
          comments: false,
        },
      },
    },
  })
}

interface BundleOptions {
  /** In a file of its own, which has no other beside it. */
  readonly alone?: boolean
  /** With the libraries that are required later. */
  readonly libraries?: boolean
}

/** Writes programs, and what they share, into a folder that is emptied before; what is inside. */
export async function bundle(
  programs: Programs,
  folder: string,
  { alone = false, libraries = !alone }: BundleOptions = {},
): Promise<readonly BundledPackage[]> {
  const input = Object.fromEntries(
    Object.entries(programs).map(([name, file]) => [name, join(ROOT, file)]),
  )
  const folders = new Set<string>()
  if (libraries) await bundleLibraries(folder, folders)
  await build({
    ...COMMON,
    plugins: [
      unusedLeftOut,
      requiredInside,
      ...(alone ? [] : [requiredLater]),
      noteFolders(folders),
      builtinsAsObjects,
      ...(alone ? [requiredFromHere] : []),
      narrow,
    ],
    build: {
      ...COMMON.build,
      outDir: folder,
      emptyOutDir: alone,
      rolldownOptions: {
        input,
        platform: 'node',
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'shared-[name].js',
          comments: false,
          // A program that shares nothing is one file.
          ...(alone && { codeSplitting: false }),
        },
      },
    },
  })
  return [...folders, FONT_PACKAGE].sort().map(packageIn)
}

/** Notes the folders of the packages whose modules a bundle has. */
function noteFolders(folders: Set<string>): Plugin {
  return {
    name: 'note-folders',
    generateBundle: (_, output) => {
      for (const file of Object.values(output)) {
        if (file.type !== 'chunk') continue
        for (const id of file.moduleIds) {
          const found = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replaceAll('\\', '/'))
          if (found !== null) folders.add(found[0].replace(/^\0/, ''))
        }
      }
    },
  }
}

function packageIn(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [file] = globSync('{LICENSE,LICENCE,license,COPYING}*', { cwd: folder }).sort()
  const notice = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()
  return { name, version, license: String(license ?? ''), notice }
}
