/**
 * Bundles programs as plain JavaScript with their libraries, for the published package, the single
 * executable and the tests. A bundled service starts with half the work: Node need not find
 * hundreds of files and strip their types.
 */
import { globSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type BuildOptions, build, type OutputOptions, type Plugin } from 'rolldown'

const ROOT = join(import.meta.dirname, '..')

/** The fonts that a build contains, and the package that has them. */
const FONT_PACKAGE = join(ROOT, 'node_modules/dejavu-fonts-ttf')
export const FONTS = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf']

/** The source files of programs, by the names of the programs. */
export type Programs = Readonly<Record<string, string>>

/** Matches the program of a thread in a call of `threadFile`. */
const THREAD = /threadFile\(\s*'\.\/([\w-]+)'/g

/** Returns the programs of all threads that the service starts. */
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

/** Returns programs that have the names of their files. */
export function programsOf(files: readonly string[]): Programs {
  return Object.fromEntries(files.map((file) => [basename(file, '.ts'), file]))
}

/**
 * Returns a filter that matches exactly these names. The bundler calls a plugin only for modules
 * that match its filter.
 */
function exactNames(names: readonly string[]): RegExp {
  return new RegExp(`^(?:${names.join('|')})$`)
}

/**
 * Bundles modules that the code loads with `require` at run time, because a bundle has no packages
 * next to it.
 */
const requireInside: Plugin = {
  name: 'required-inside',
  transform: {
    filter: { code: 'createRequire(import.meta.url)' },
    handler: (code) => code.replace('const require = createRequire(import.meta.url)', ''),
  },
}

/**
 * Libraries that most starts do not need. Each is a separate file that is read when it is required.
 */
const REQUIRED_LATER = ['fontkit', 'marked', 'yaml']

const requireLater: Plugin = {
  name: 'required-later',
  resolveId: {
    filter: { id: exactNames(REQUIRED_LATER) },
    handler: (name) => ({ id: `./${name}.cjs`, external: true }),
  },
}

/**
 * Modules that libraries require but the service never calls: compilers of JSON schemas, because
 * our own tables validate the input, and requests without a connection.
 */
const UNUSED = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
]

const omitUnused: Plugin = {
  name: 'unused-left-out',
  resolveId: { filter: { id: exactNames(UNUSED) }, handler: (name) => `\0unused:${name}` },
  load: {
    filter: { id: /^\0unused:/ },
    handler: () => "throw new Error('this library is left out of the build')",
  },
}

/**
 * A program inside the executable has no path from which modules can be required, so it uses the
 * path of the executable. The `sourceURL` names it in stack traces, which would otherwise contain
 * its whole text.
 */
const requireFromExecutable: Plugin = {
  name: 'required-from-here',
  renderChunk: (code, { fileName }) =>
    `${code.replaceAll('createRequire(import.meta.url)', 'createRequire(process.execPath)')}\n//# sourceURL=${fileName}\n`,
}

const BUILTIN_IMPORT = /^import\s*(?:(\w+)\s*,?\s*)?(?:\{([^}]*)\}\s*)?from\s*"(node:[\w/]+)";?$/gm

/**
 * Replaces imports of Node modules by objects. An import reads all exports of such a module, and so
 * loads parts that no code uses: for `node:http` a whole HTTP client, a tenth of a start.
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

const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
const IMMEDIATES = ['setImmediate', 'clearImmediate'] as const

/**
 * The globals that a test framework replaces when it fakes timers, by the modules that keep the
 * real ones. With fake timers, a sandbox in the process of the tests would never answer.
 */
const REAL_TIMERS: Record<string, string | [string, string]> = {
  ...Object.fromEntries([...TIMERS, ...IMMEDIATES].map((name) => [name, ['node:timers', name]])),
  performance: ['node:perf_hooks', 'performance'],
  'process.nextTick': ['real-ticks', 'nextTick'],
  queueMicrotask: ['real-ticks', 'queueMicrotask'],
}

/** Keeps the functions that no module of Node has besides the object whose members are faked. */
const realTicks: Plugin = {
  name: 'real-ticks',
  resolveId: { filter: { id: exactNames(['real-ticks']) }, handler: (name) => `\0${name}` },
  load: {
    filter: { id: exactNames(['\0real-ticks']) },
    handler: () => `export const { queueMicrotask } = globalThis
export const { nextTick } = globalThis.process`,
  },
}

/**
 * Escapes letters beyond ASCII. V8 stores a program with any such letter with two bytes for each
 * character.
 */
const asciiOnly: Plugin = {
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
      throw new Error('a non-ASCII letter in a bundle follows a backslash and cannot be escaped')
    return `${slashes}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** A library in a bundle. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  readonly license: string
  /** The text of the license, if the package contains it. */
  readonly notice: string
}

const COMMON = {
  cwd: ROOT,
  platform: 'node',
  logLevel: 'warn',
  transform: { target: 'esnext' },
} as const satisfies BuildOptions

const OUTPUT = {
  comments: false,
  // V8 checks each read of a `const` of another function, but not of a `var`.
  topLevelVar: true,
} as const satisfies OutputOptions

/** Writes the libraries that are required later into a folder. */
async function bundleLibraries(folder: string, folders: Set<string>): Promise<void> {
  await build({
    ...COMMON,
    input: Object.fromEntries(REQUIRED_LATER.map((name) => [name, name])),
    plugins: [requireInside, recordPackageFolders(folders), asciiOnly],
    output: {
      ...OUTPUT,
      dir: folder,
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: 'library-[name].cjs',
    },
  })
}

interface BundleOptions {
  /** Whether the program is a single file that needs no other files. */
  readonly selfContained?: boolean
  /** Whether to add the libraries that are required later. */
  readonly libraries?: boolean
  /** Whether the programs keep the real timers when a test framework fakes them. */
  readonly realTimers?: boolean
}

/**
 * Writes programs and their shared chunks into a folder, which is emptied first. Returns the
 * bundled libraries.
 */
export async function bundle(
  programs: Programs,
  folder: string,
  { selfContained = false, libraries = !selfContained, realTimers = false }: BundleOptions = {},
): Promise<readonly BundledPackage[]> {
  const input = Object.fromEntries(
    Object.entries(programs).map(([name, file]) => [name, join(ROOT, file)]),
  )
  rmSync(folder, { recursive: true, force: true })
  const folders = new Set<string>()
  if (libraries) await bundleLibraries(folder, folders)
  await build({
    ...COMMON,
    transform: { ...COMMON.transform, ...(realTimers && { inject: REAL_TIMERS }) },
    input,
    plugins: [
      omitUnused,
      realTicks,
      requireInside,
      ...(selfContained ? [] : [requireLater]),
      recordPackageFolders(folders),
      builtinsAsObjects,
      ...(selfContained ? [requireFromExecutable] : []),
      asciiOnly,
    ],
    output: {
      ...OUTPUT,
      dir: folder,
      entryFileNames: '[name].js',
      chunkFileNames: 'shared-[name].js',
      // A program without shared chunks is one file.
      ...(selfContained && { codeSplitting: false }),
    },
  })
  return [...folders, FONT_PACKAGE].sort().map(packageIn)
}

/** Returns a plugin that records the folders of the packages in a bundle. */
function recordPackageFolders(folders: Set<string>): Plugin {
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
