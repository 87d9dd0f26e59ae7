/** Generates docs/settings.md from the table of settings. */
import { environmentName, SETTINGS, type SettingName } from '../../src/settings/settings.ts'

/** The section that begins with a setting, in the order of the table. */
const SECTIONS: Partial<Record<SettingName, string>> = {
  host: 'Address, data and deployment',
  'master-key': 'Master key',
  'log-level': 'Log, metrics and sign-in',
  'tls-cert': 'TLS and connections',
  'world-start': 'Sandbox',
  bureaus: 'Bureaus and orders',
  'drain-delay-ms': 'Shutdown and disk',
  'report-retention-months': 'Retention',
  'waiting-ms-max': 'Load',
  'tagged-pdf': 'Printed report',
  'operator-name': 'Your organization',
}

const INTRODUCTION = `# Settings

A sandbox needs no settings. Set a value with a flag (\`--port 8081\`), an environment variable
(\`TRIMERGE_PORT=8081\`) or a YAML file that \`--config FILE\` or \`TRIMERGE_CONFIG\` names. Flags override the
environment, and the environment overrides the file.

\`\`\`yaml
# trimerge.yaml
port: 8081
trusted-proxy: true
master-key-command: [fetch-key, --name, trimerge]
bureaus: { Equifax: simulated, Experian: simulated, TransUnion: simulated }
\`\`\`

In a flag or a variable, write lists and maps as JSON in one line. The name of a number contains its unit, such
as \`ms\`, \`bytes\` or \`days\`.

\`trimerge config\` prints the effective settings with secrets masked. If settings are invalid, the service lists
all of them at start and exits with code 2. At start, the service warns of variables that begin with
\`TRIMERGE_\` and set nothing, and so does \`trimerge doctor\`. Both also warn of a secret in a
flag, because other users of the machine can read it in the list of processes: set it in the environment or in
the settings file.
`

/** Returns the text of docs/settings.md. */
export function settingsPage(): string {
  const rows = (Object.keys(SETTINGS) as SettingName[]).flatMap((name) => {
    const { doc, fallback } = SETTINGS[name]
    const text = typeof fallback === 'object' ? JSON.stringify(fallback) : String(fallback)
    const shown = text === '' ? 'empty' : `\`${text}\``
    return [
      ...headOf(SECTIONS[name]),
      `| \`${name}\` | \`${environmentName(name)}\` | ${shown} | ${doc} |`,
    ]
  })
  return [INTRODUCTION.trimEnd(), ...rows, ''].join('\n')
}

function headOf(section: string | undefined): readonly string[] {
  if (section === undefined) return []
  const head = '| Setting | Environment | Default | Description |\n|---|---|---|---|'
  return ['', `## ${section}`, '', head]
}
