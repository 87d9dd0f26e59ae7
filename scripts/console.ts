/**
 * Builds the web console in `console/dist`, each file with its compressed forms, so that the
 * service compresses nothing while it serves. `npm ci` runs this script (`prepare`).
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import type { BundledPackage } from './bundle.ts'

/** A library in the list that Vite writes. */
interface Library {
  readonly name: string
  readonly version: string
  readonly identifier?: string
  readonly text?: string
}

/** The file of a build that lists its libraries. */
const LIBRARIES = 'libraries.json'

const source = join(import.meta.dirname, '..', 'console')

/** Builds the console into a folder, which is emptied first. */
export async function buildConsole(folder: string): Promise<void> {
  const configFile = join(source, 'vite.config.ts')
  await build({
    configFile,
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true, license: { fileName: LIBRARIES } },
  })
  for (const file of globSync(join(folder, 'assets', '*.{js,css,svg}'))) {
    const content = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
    writeFileSync(`${file}.br`, brotliCompressSync(content, textOf(content.length)))
  }
}

/** Returns the libraries in a built console. */
export function librariesOf(folder: string): readonly BundledPackage[] {
  const libraries = JSON.parse(readFileSync(join(folder, LIBRARIES), 'utf8')) as Library[]
  return libraries.map(({ name, version, identifier = '', text = '' }) => ({
    name,
    version,
    license: identifier,
    notice: text,
  }))
}

/** Returns the options of the densest brotli compression for text. */
function textOf(bytes: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    },
  }
}

if (import.meta.main) await buildConsole(join(source, 'dist'))
