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

/** Writes programs, and what they share, into a folder that is emptied before. */
export async function bundle(programs: Programs, folder: string): Promise<void> {
  const input = Object.fromEntries(
    Object.entries(programs).map(([name, file]) => [name, join(ROOT, file)]),
  )
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    plugins: [requiredInside],
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
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[name].js' },
      },
    },
  })
}
