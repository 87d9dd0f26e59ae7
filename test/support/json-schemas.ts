/**
 * Validates documents against the published JSON Schema, with a validator that is not part of the
 * service.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'

const folder = join(import.meta.dirname, '../../schema/json')
// For a few documents, optimizing the validation code takes longer than validating.
const code = { optimize: false }
const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, code })
for (const [words, file] of [
  ['mismo', 'trimerge.schema.json'],
  ['neutral', 'trimerge-neutral.schema.json'],
] as const) {
  ajv.addSchema(JSON.parse(readFileSync(join(folder, file), 'utf8')), words)
}

/** Returns the errors of a document according to the schema of its kind, such as `request`. */
export function schemaErrors(
  name: string,
  words: 'mismo' | 'neutral',
  document: unknown,
): readonly string[] {
  const validate = ajv.getSchema(`${words}#/$defs/${name}`) ?? assert.fail(name)
  validate(document)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
