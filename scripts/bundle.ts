/**
 * Programs as plain JavaScript with their libraries inside: what is published, what becomes the
 * single executable, and what tests start. Such a service starts with half of the work: hundreds of
 * files are neither looked for nor stripped of their types.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build, type Plugin } from 'vite'

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

/** A bundle has no packages beside it: what is required while it runs must be inside it too. */
const requiredInside: Plugin = {
  name: 'required-inside',
  transform: (code) =>
    code.includes('createRequire(import.meta.url)')
      ? code.replace('const require = createRequire(import.meta.url)', '')
      : null,
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

/** A library that is inside a bundle. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  readonly license: string
  /** The text of its license, where its package has it. */
  readonly notice: string
}

/** Writes programs, and what they share, into a folder that is emptied before; what is inside. */
export async function bundle(
  programs: Programs,
  folder: string,
  { alone = false }: { readonly alone?: boolean } = {},
): Promise<readonly BundledPackage[]> {
  const input = Object.fromEntries(
    Object.entries(programs).map(([name, file]) => [name, join(ROOT, file)]),
  )
  const folders = new Set<string>()
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    plugins: [requiredInside, noteFolders(folders), ...(alone ? [requiredFromHere] : [])],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      target: 'esnext',
      outDir: folder,
      emptyOutDir: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input,
        platform: 'node',
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'shared-[name].js',
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
