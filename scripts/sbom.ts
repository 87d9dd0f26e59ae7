/** The software bill of materials of a build, as a CycloneDX document. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BundledPackage } from './bundle.ts'

const { name, version, license } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
)

/** Returns the document. The same packages always give the same bytes. */
export function sbomOf(packages: readonly BundledPackage[]): object {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', ...componentOf({ name, version, license }) } },
    components: packages.map((one) => ({ type: 'library', ...componentOf(one) })),
    dependencies: [
      { ref: purlOf({ name, version }), dependsOn: packages.map((one) => purlOf(one)) },
    ],
  }
}

function componentOf(one: Pick<BundledPackage, 'name' | 'version' | 'license'>) {
  return {
    'bom-ref': purlOf(one),
    name: one.name,
    version: one.version,
    purl: purlOf(one),
    licenses: licensesOf(one.license),
  }
}

/** Returns a license as an SPDX expression, or in the words of the package if it is not one. */
function licensesOf(license: string): object[] {
  if (license === '') return []
  return /^[\w.+() -]+$/.test(license) && !license.startsWith('SEE ')
    ? [{ expression: license }]
    : [{ license: { name: license } }]
}

function purlOf({ name, version }: Pick<BundledPackage, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}
