/**
 * The files of the package that the program reads while it runs: beside it in a checkout and in an
 * installed package, inside it in the single executable.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { getAsset, getAssetKeys, isSea } from 'node:sea'
import { fileURLToPath } from 'node:url'

/** The path of a file of the package; undefined where it is missing or inside the executable. */
export function packagePath(file: string): string | undefined {
  if (isSea()) return undefined
  // This file is one folder below that of the package, as source and in every build.
  const path = join(fileURLToPath(new URL('../', import.meta.url)), file)
  return existsSync(path) ? path : undefined
}

/** A file of the package, by its path in there; undefined where it is missing. */
export function readPackageFile(file: string): Buffer | undefined {
  if (isSea()) return getAssetKeys().includes(file) ? Buffer.from(getAsset(file)) : undefined
  const path = packagePath(file)
  return path === undefined ? undefined : readFileSync(path)
}

/** All files below a folder of the package, by their paths from there. */
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
