/** The collections as files: Postman 2.1, Bruno (OpenCollection YAML) and `.http`. */
import { stringify } from 'yaml'
import {
  type CollectionFolder,
  type CollectionRequest,
  type Expected,
  RESTRICTED_ACCOUNT,
  VARIABLES,
} from './request.ts'
import { collectionFolders } from './requests.ts'

const NAME = 'Trimerge'
const ABOUT = [
  'Orders for every operation, action, dialect, test borrower and error.',
  'Set the variables url and secret first: the secret of the account sandbox is in sandbox-credentials.json in the data folder.',
  'Sending a request again within 24 hours returns the stored response without a charge.',
]

/** Returns the files by their paths in the repository. */
export function collectionFiles(): Record<string, () => string> {
  const folders = collectionFolders()
  return {
    'collections/README.md': () => readme(folders),
    'collections/trimerge.http': () => httpFile(folders),
    'collections/trimerge.postman_collection.json': () => postmanFile(folders),
    ...brunoFiles(folders),
  }
}

function isSecret(variable: (typeof VARIABLES)[number]): boolean {
  return !('value' in variable)
}

function readme(folders: readonly CollectionFolder[]): string {
  return [
    '# Collections',
    '',
    'The same requests for three tools:',
    '',
    '| File | Tool |',
    '|---|---|',
    '| [trimerge.postman_collection.json](trimerge.postman_collection.json) | Postman, and other tools that import Postman 2.1: *File*, *Import* |',
    '| [bruno](bruno) | Bruno 3.1 or later: *Open Collection*, then choose the environment *Local* |',
    '| [trimerge.http](trimerge.http) | The HTTP clients of Visual Studio Code (REST Client) and JetBrains |',
    '',
    ...ABOUT,
    'Each request checks the status of its response and, for errors, the error code.',
    '',
    '| Variable | Meaning | Default |',
    '|---|---|---|',
    ...VARIABLES.map(
      (variable) =>
        `| \`${variable.name}\` | ${variable.doc} | ${'value' in variable ? `\`${variable.value}\`` : ''} |`,
    ),
    '',
    'The last requests of the folder *Errors* need an account with fewer permissions:',
    '',
    '```sh',
    ...RESTRICTED_ACCOUNT,
    '```',
    '',
    '| Folder | Requests | Content |',
    '|---|---|---|',
    ...folders.map(({ name, doc, requests }) => `| ${name} | ${requests.length} | ${doc} |`),
    '',
    '`npm run generate` generates these files, and `npm test` sends all requests.',
    '',
  ].join('\n')
}

// Postman: schema.getpostman.com/json/collection/v2.1.0

function postmanFile(folders: readonly CollectionFolder[]): string {
  const collection = {
    info: {
      name: NAME,
      description: ABOUT.join(' '),
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: postmanBasic('account', 'secret'),
    variable: VARIABLES.map((variable) => ({
      key: variable.name,
      value: 'value' in variable ? variable.value : '',
      description: variable.doc,
      type: isSecret(variable) ? 'secret' : 'string',
    })),
    item: folders.map(({ name, doc, requests }) => ({
      name,
      description: doc,
      item: requests.map(postmanItem),
    })),
  }
  return `${JSON.stringify(collection, null, 2)}\n`
}

function postmanBasic(account: string, secret: string) {
  return {
    type: 'basic',
    basic: [
      { key: 'username', value: `{{${account}}}`, type: 'string' },
      { key: 'password', value: `{{${secret}}}`, type: 'string' },
    ],
  }
}

function postmanItem(request: CollectionRequest) {
  const { name, doc, method, path, headers, body, expected } = request
  const type = headers['Content-Type'] ?? ''
  return {
    name,
    event: [
      {
        listen: 'test',
        script: {
          type: 'text/javascript',
          exec: [
            `pm.test('status ${expected.status}', () => pm.response.to.have.status(${expected.status}))`,
            ...(expected.contains === ''
              ? []
              : [
                  `pm.test('content', () => pm.expect(pm.response.text()).to.include(${JSON.stringify(expected.contains)}))`,
                ]),
          ],
        },
      },
    ],
    request: {
      method,
      description: doc,
      ...postmanAuth(request),
      header: Object.entries(headers).map(([key, value]) => ({ key, value })),
      url: { raw: `{{url}}${path}`, host: ['{{url}}'], path: path.slice(1).split('/') },
      ...(body === undefined
        ? {}
        : {
            body: {
              mode: 'raw',
              raw: body,
              options: { raw: { language: type.endsWith('json') ? 'json' : 'xml' } },
            },
          }),
    },
  }
}

function postmanAuth({ login }: CollectionRequest): object {
  if (login === 'none') return { auth: { type: 'noauth' } }
  if (login === 'restricted') return { auth: postmanBasic('restrictedAccount', 'restrictedSecret') }
  if (login === 'account') return {}
  const { type, basic } = postmanBasic('account', 'secret')
  const wrong = { key: 'password', value: WRONG_SECRET, type: 'string' }
  return { auth: { type, basic: [...basic.slice(0, 1), wrong] } }
}

const WRONG_SECRET = 'wrong'

// Bruno: docs.usebruno.com/opencollection-yaml

function brunoFiles(folders: readonly CollectionFolder[]): Record<string, () => string> {
  const root = 'collections/bruno'
  const files: Record<string, () => string> = {
    [`${root}/opencollection.yml`]: () =>
      yaml({
        opencollection: '1.0.0',
        info: { name: NAME },
        request: { auth: { type: 'basic', username: '{{account}}', password: '{{secret}}' } },
        docs: { content: ABOUT.join(' '), type: 'text/markdown' },
        bundled: false,
      }),
    [`${root}/environments/Local.yml`]: () =>
      yaml({
        name: 'Local',
        variables: VARIABLES.map((variable) => ({
          ...('value' in variable
            ? { name: variable.name, value: variable.value }
            : { secret: true, name: variable.name }),
          description: variable.doc,
        })),
      }),
  }
  folders.forEach(({ name, doc, requests }, index) => {
    const folder = `${root}/${fileName(name)}`
    files[`${folder}/folder.yml`] = () =>
      yaml({
        info: { name, type: 'folder', seq: index + 1 },
        request: { auth: 'inherit' },
        docs: { content: doc, type: 'text/markdown' },
      })
    requests.forEach((request, at) => {
      files[`${folder}/${fileName(request.name)}.yml`] = () => brunoRequest(request, at + 1)
    })
  })
  return files
}

/** Converts a name to a file name: `Actions of /credit_report` to `actions-of-credit-report`. */
function fileName(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

function brunoRequest(request: CollectionRequest, seq: number): string {
  const { name, doc, method, path, headers, body, expected } = request
  const type = (headers['Content-Type'] ?? '').endsWith('json') ? 'json' : 'xml'
  return yaml({
    info: { name, type: 'http', seq },
    http: {
      method,
      url: `{{url}}${path}`,
      headers: Object.entries(headers).map(([header, value]) => ({ name: header, value })),
      ...(body === undefined ? {} : { body: { type, data: body } }),
      ...brunoAuth(request),
    },
    runtime: {
      assertions: [
        { expression: 'res.status', operator: 'eq', value: String(expected.status) },
        ...brunoContent(expected),
      ],
    },
    docs: doc,
  })
}

/** The paths of the properties that identify a response in JSON. */
const JSON_PLACES: Readonly<Record<string, string>> = {
  _CreditReportIdentifier: 'RESPONSE_GROUP.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE.',
  __Code: 'RESPONSE_GROUP.RESPONSE.STATUS.',
}

/**
 * Returns the assertion about the content. Bruno parses a JSON response, so the assertion is about
 * a property of it.
 */
function brunoContent({ contains }: Expected): readonly object[] {
  if (contains === '') return []
  const [, property, value, end] = /^"(\w+)"(?:: ?"([^"]*)("?))?$/.exec(contains) ?? []
  if (property === undefined)
    return [{ expression: 'res.body', operator: 'contains', value: contains }]
  const expression = `res.body.${JSON_PLACES[property] ?? ''}${property}`
  if (value === undefined) return [{ expression, operator: 'isDefined' }]
  return [{ expression, operator: end === '"' ? 'eq' : 'startsWith', value }]
}

/** Returns the credentials of a request. Without `auth`, Bruno sends none. */
function brunoAuth({ login }: CollectionRequest): object {
  if (login === 'none') return {}
  if (login === 'account') return { auth: 'inherit' }
  const [username, password] =
    login === 'wrong'
      ? ['{{account}}', WRONG_SECRET]
      : ['{{restrictedAccount}}', '{{restrictedSecret}}']
  return { auth: { type: 'basic', username, password } }
}

function yaml(value: object): string {
  return stringify(value, { lineWidth: 0 })
}

// `.http`: the format that both editors read.

function httpFile(folders: readonly CollectionFolder[]): string {
  return [
    ...[`${NAME}. ${ABOUT.join(' ')}`, 'Paste the secrets here; do not commit them.'].map(comment),
    '',
    ...VARIABLES.map(
      (variable) => `@${variable.name} = ${'value' in variable ? variable.value : 'SECRET'}`,
    ),
    '',
    ...folders.flatMap(({ name, doc, requests }) => [
      comment('-'.repeat(80)),
      comment(`${name}: ${doc}`),
      '',
      ...requests.flatMap((request) => httpRequest(name, request)),
    ]),
  ].join('\n')
}

function httpRequest(folder: string, request: CollectionRequest): string[] {
  const { name, doc, method, path, headers, body, expected } = request
  const { status, contains } = expected
  return [
    `### ${folder}: ${name}`,
    comment(doc),
    comment(`Expected: ${status}${contains === '' ? '' : `, with ${contains}`}`),
    `${method} {{url}}${path}`,
    ...httpAuthorization(request),
    ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
    '',
    ...(body === undefined ? [] : [body, '']),
  ]
}

/** Returns the header with the name and the secret, which the editors encode. */
function httpAuthorization({ login }: CollectionRequest): string[] {
  if (login === 'none') return []
  if (login === 'wrong') return [`Authorization: Basic {{account}} ${WRONG_SECRET}`]
  const [account, secret] =
    login === 'account' ? ['account', 'secret'] : ['restrictedAccount', 'restrictedSecret']
  return [`Authorization: Basic {{${account}}} {{${secret}}}`]
}

function comment(text: string): string {
  return `# ${text}`
}
