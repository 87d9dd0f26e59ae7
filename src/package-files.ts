/**
 * The files of the package that the program reads at run time. In a checkout and in an installed
 * package they are beside the program, and in the single executable inside it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { getAsset, getAssetKeys, isSea } from 'node:sea'
import { fileURLToPath } from 'node:url'

/**
 * Returns the path of a file of the package; undefined if it is missing or inside the executable.
 */
export function packagePath(file: string): string | undefined {
  if (isSea()) return undefined
  // This file is one folder below the package's folder, as source and in every build.
  const path = join(fileURLToPath(new URL('../', import.meta.url)), file)
  return existsSync(path) ? path : undefined
}

/**
 * Returns the content of a file of the package, by its path in the package; undefined if it is
 * missing.
 */
export function readPackageFile(file: string): Buffer | undefined {
  if (isSea()) return getAssetKeys().includes(file) ? Buffer.from(getAsset(file)) : undefined
  const path = packagePath(file)
  return path === undefined ? undefined : readFileSync(path)
}

/** Returns all files below a folder of the package, by their paths relative to the folder. */
export function readPackageFolder(folder: string): ReadonlyMap<string, Buffer> {
  return new Map(
    filesBelow(folder).map((file) => [
      file,
      readPackageFile(`${folder}/${file}`) ?? Buffer.alloc(0),
    ]),
  )
}

function filesBelow(folder: string): readonly string[] {
  if (isSea()) {
    const start = `${folder}/`
    return getAssetKeys().flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : []))
  }
  const path = packagePath(folder)
  if (path === undefined) return []
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

const manifest: unknown = JSON.parse(readPackageFile('package.json')?.toString() ?? '{}')

/** The version of the service, from its package. */
export const VERSION = (manifest as { version: string }).version
