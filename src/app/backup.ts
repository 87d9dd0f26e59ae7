/** A backup of the embedded database with its manifest, and putting one back. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Settings } from '../settings/settings.ts'
import {
  type BackupContent,
  BackupUnusable,
  copyBackup,
  copyDatabase,
} from '../store/backup-file.ts'
import { FileThere, makeFileWhole, sha256Of } from '../store/engine/durable-file.ts'
import { NEWEST_SCHEMA } from '../store/engine/migrate.ts'
import type { Sample } from '../store/sample.ts'
import { VERSION } from '../version.ts'
import { databaseFile, knownMasterKeys, sampleOf } from './open-storage.ts'

const FORM = 'trimerge backup 1'

/** What stands beside a backup, as `FILE.json`: enough to tell later that it is whole. */
const Manifest = z.object({
  form: z.literal(FORM),
  program: z.string(),
  madeAt: z.iso.datetime(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  schemaVersion: z.number().int(),
  masterKeyIds: z.array(z.string()),
  rows: z.record(z.string(), z.number()),
})

/** What is told of a backup. */
export type BackupManifest = z.infer<typeof Manifest>

/** What was put back, and which of its master keys are not at hand. */
export interface Restored {
  readonly manifest: BackupManifest
  readonly missingKeyIds: readonly string[]
  /** Reports that were opened to try the keys; undefined where keys are missing. */
  readonly sample: Sample | undefined
}

/** Writes a backup and its manifest while the service goes on. Nothing is written over. */
export async function backUp(settings: Settings, file: string, now: Date): Promise<BackupManifest> {
  for (const path of [file, manifestFile(file)]) if (existsSync(path)) throw new FileThere(path)
  let content: BackupContent | undefined
  await makeFileWhole(file, async (draft) => {
    content = await copyDatabase(databaseFile(settings), draft)
  })
  if (content === undefined) throw new Error('a backup was made without a content')
  const manifest: BackupManifest = {
    form: FORM,
    program: VERSION,
    madeAt: now.toISOString(),
    sha256: await sha256Of(file),
    schemaVersion: content.schemaVersion,
    masterKeyIds: [...content.masterKeyIds],
    rows: { ...content.rows },
  }
  await makeFileWhole(manifestFile(file), async (draft) => {
    writeFileSync(draft, `${JSON.stringify(manifest, undefined, 2)}\n`)
  })
  return manifest
}

/** Puts a backup into a data folder that has no database, once all of it was found good. */
export async function restore(settings: Settings, file: string, now: Date): Promise<Restored> {
  const place = databaseFile(settings)
  for (const path of [place, `${place}-wal`]) if (existsSync(path)) throw new FileThere(path)
  const manifest = manifestOf(file)
  if (manifest.schemaVersion > NEWEST_SCHEMA) {
    throw new BackupUnusable(
      `it has schema ${manifest.schemaVersion}, and this program knows up to ${NEWEST_SCHEMA}`,
    )
  }
  if ((await sha256Of(file)) !== manifest.sha256) {
    throw new BackupUnusable('its bytes are not those that were written')
  }
  mkdirSync(settings.data, { recursive: true, mode: 0o700 })
  const { schemaVersion, masterKeyIds, rows } = manifest
  const known = await knownMasterKeys(settings)
  const missingKeyIds = masterKeyIds.filter((id) => !known?.some((key) => key.id === id))
  // Some other key is there, so this is not the folder, or not the setting, that the backup is of.
  if (known !== undefined && missingKeyIds.length > 0) {
    throw new BackupUnusable(`it needs master key ${missingKeyIds.join(', ')}, which is not given`)
  }
  let sample: Sample | undefined
  await makeFileWhole(place, async (draft) => {
    copyBackup(file, draft, { schemaVersion, masterKeyIds, rows })
    if (known !== undefined) sample = await sampleOf(draft, known, now)
  })
  return { manifest, missingKeyIds, sample }
}

/** Where the manifest of a backup is. */
export function manifestFile(file: string): string {
  return `${file}.json`
}

function manifestOf(file: string): BackupManifest {
  if (!existsSync(file)) throw new BackupUnusable('there is no such file')
  try {
    return Manifest.parse(JSON.parse(readFileSync(manifestFile(file), 'utf8')))
  } catch (cause) {
    throw new BackupUnusable(`its manifest ${manifestFile(file)} is missing or no manifest`, {
      cause,
    })
  }
}
