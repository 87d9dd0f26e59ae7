import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openStorage } from '../../src/app/open-storage.ts'
import { OPERATION_NAMES } from '../../src/orders/intake/products.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { assertEnded, run, runProgram, serveHere } from './run.ts'

test('incorrect usage exits with 2, and requested output with 0', async () => {
  const rows: readonly (readonly [readonly string[], number, RegExp])[] = [
    [['--help'], 0, /Usage: trimerge/],
    [['--version'], 0, /^\d+\.\d+\.\d+/],
    [['serve', '--help'], 0, /--base-path/],
    [['nothing'], 2, /unknown command/],
    [['serve', '--nothing'], 2, /unknown option/],
    [['serve', '--port', 'high'], 2, /port: /],
    [['--port', 'high'], 2, /^port: a whole number$/m],
    [['--nothing'], 2, /unknown option/],
    [['--port', '0', 'clock'], 2, /unknown option/],
    [
      ['serve', '--data', temporaryFolder(), '--database-url', 'postgres://u:canary@127.0.0.1:1/x'],
      1,
      /^PostgreSQL cannot be reached \(ECONNREFUSED\): start it, or check host and port/m,
    ],
    [
      ['order', 'examples/joint.xml', '--operation', 'credit_report', '--url', 'localhost:80'],
      2,
      /--url needs a URL that begins with http/,
    ],
    [['check'], 2, /missing required argument/],
    [['check', 'no-such-file.xml'], 2, /cannot read no-such-file.xml \(ENOENT\)/],
    [['check', '.'], 2, /cannot read \. \(EISDIR\)/],
    [['check', 'README.md', '--operation', 'nothing'], 2, /Allowed choices/],
    [['order', 'examples/joint.xml'], 2, /no account|no service/],
    [['personas', 'nobody'], 2, /persona not found/],
    [['account'], 2, /account/],
    [['account', 'add', 'with:colon'], 2, /a name has 1 to 80 characters/],
    [['account', 'add', '..'], 2, /it is not \. or \.\./],
    [['operator', 'add', 'mira lund'], 2, /a name has 1 to 80 characters/],
    [['operator', 'add', ''], 2, /a name has 1 to 80 characters/],
    [['account', 'add', 'lender', '--profile', '{'], 2, /not valid JSON/],
    [['account', 'add', 'lender', '--profile', '{"products":["all"]}'], 2, /products/],
    [
      ['account', 'add', 'lender', '--profile', '{"scoreModels":["VantageScore4"]}'],
      2,
      /^defaultScoreModels: only models that scoreModels lists$/m,
    ],
    [
      ['operator', 'add', 'ines', '--role', 'integrator'],
      2,
      /--account is required for the role integrator/,
    ],
    [['operator', 'add', 'ines', '--role', 'king'], 2, /Allowed choices/],
    [['config', '--log-level', 'loud'], 2, /log-level/],
    [['faults', 'add', 'FROZEN'], 2, /^error: unknown command 'add'; known are list, set, clear$/m],
    [['clock', 'forward', '5d'], 2, /unknown command 'forward'; known are show, advance, to$/m],
    [
      ['clock', '--json', 'to', '2027-01-15'],
      2,
      /^error: write 'to' directly after 'clock', before/m,
    ],
    [['operator', 'disable', 'ines'], 2, /unknown command 'disable'; known are add, .*list/],
    [['statement', 'lender', '--csv', '--json'], 2, /--json.* cannot be used with .*--csv/],
    [['audit', 'verify', '--anchors', 'absent'], 2, /^cannot read absent \(ENOENT\)$/m],
    [
      ['audit', 'export', '--from', '2026-02-01', '--to', '2026-02-01'],
      2,
      /--to must be after --from/,
    ],
    [
      ['backup', '--every', '1h', '--out', 'README.md'],
      2,
      /^cannot use the folder README.md of --out \(EEXIST\)$/m,
    ],
  ]
  for (const [args, code, output] of rows) assertEnded(await run(args), code, output)
})

test('the program reads its arguments and input, prints, and exits with the code of the command', async () => {
  const environment = { TRIMERGE_LOG_LEVEL: 'loud' }
  assertEnded(await runProgram(['config'], { environment }), 2, /log-level/)
  const input = readFileSync('examples/joint.xml', 'utf8')
  const good = await runProgram(['check', '-', '--operation', 'credit_report'], { input })
  assertEnded(good, 0, /^operation credit_report\ndialect mismo\n/)
  assert.equal(good.stderr, '')
  assert.equal(
    good.stdout,
    (await run(['check', '-', '--operation', 'credit_report'], { input })).stdout,
  )
})

test('a command waits for input that another program has not written yet', async () => {
  const input = readFileSync('examples/joint.xml', 'utf8')
  const late = await runProgram(['check', '-'], { input, inputAfterMs: 1_000 })
  assertEnded(late, 0, /^operation credit_report\n/)
})

test('check lists the parsed fields, masked, and every error', async () => {
  const good = await run(['check', 'examples/joint.xml', '--operation', 'credit_report'])
  assertEnded(good, 0, /dialect mismo/, /CreditReportRequestActionType/)
  assert.doesNotMatch(good.stdout, /900-?55|Castellane/)

  const invalid = orderDocument('mortgage_only', {
    dialect: 'elements',
    people: [{ ...PEOPLE.avery, zip: 'nowhere', ssn: '1' }],
    card: '4929481726354018',
    edit: (group) => {
      group.REQUEST._Zebra = 'striped'
    },
  })
  const bad = await run(['check', '-', '--operation', 'mortgage_only'], { input: invalid })
  assertEnded(
    bad,
    1,
    /dialect elements/,
    /note: .*_Zebra/,
    /error: .*__PostalCode/,
    /error: .*__SSN/,
  )
  assert.doesNotMatch(bad.stdout + bad.stderr, /4929|Sandford|nowhere|striped/)

  const json = orderDocument('mortgage_only', { dialect: 'json', card: '4929481726354018' })
  const input = json.replace('"Submit"', '12')
  const wrong = await run(['check', '-', '--operation', 'mortgage_only'], { input })
  assertEnded(wrong, 1, /dialect json/, /error: \$\.REQUEST_GROUP\..*ActionType must be a string/)
  assert.match(wrong.stdout, /BORROWER\[0\]\._RESIDENCE\[0\]\._BorrowerResidencyType +Current/)
  assert.doesNotMatch(wrong.stdout + wrong.stderr, /4929|Sandford/)

  const unreadable = await run(['check', '-'], { input: '<REQUEST_GROUP>' })
  assertEnded(unreadable, 1, /line 1/)
  const strict = orderDocument('credit_report', { edit: (group) => delete group.REQUESTING_PARTY })
  const sent = strict.replace('<REQUEST ', '<SUBMITTING_PARTY _Name="P"/><REQUEST ')
  assertEnded(await run(['check', '-'], { input: sent }), 1, /REQUESTING_PARTY/)
  assertEnded(await run(['check', '-', '--requirements', 'mismo'], { input: sent }), 0)
})

test('check infers the operation of a request, and otherwise assumes credit_report', async () => {
  for (const name of OPERATION_NAMES) {
    const file = `examples/${name.replaceAll('_', '-')}.xml`
    assertEnded(await run(['check', file]), 0, new RegExp(`^operation ${name}\\ndialect mismo\\n`))
  }
  const json = await run(['check', 'examples/mortgage-only.xml', '--json'])
  assert.equal(JSON.parse(json.stdout).operation, 'mortgage_only')
  const given = ['--operation', 'credit_report']
  const wrong = await run(['check', 'examples/mortgage-only.xml', ...given])
  assertEnded(wrong, 1, /^operation credit_report\n/, /must be Merge for this path/)
  const input = '<REQUEST_GROUP/>'
  assertEnded(await run(['check', '-'], { input }), 1, /^operation credit_report\n/)
  assertEnded(await run(['order', '-'], { input }), 2, /fits several .*: set --operation/)
})

test('personas lists the people who can be ordered and their outcomes', async () => {
  assertEnded(await run(['personas']), 0, /avery: Avery Q Sandford, 900-12-1234/, /rowan/, /juno/)
  const one = await run(['personas', 'frozenAll'])
  assertEnded(one, 0, /Caspian Drummond/, /NoFileReturnedCreditFreeze/)
  assert.doesNotMatch(one.stdout, /Sandford/)
})

test('config shows the effective settings with secrets masked, and flags take precedence', async () => {
  const file = join(temporaryFolder(), 'settings.yaml')
  const key = Buffer.alloc(32, 7).toString('base64')
  writeFileSync(file, 'port: 9001\nlog-level: warn\noperator-name: From a file\n')
  const environment = {
    TRIMERGE_PORT: '9002',
    TRIMERGE_OPERATOR_NAME: 'From outside',
    TRIMERGE_MASTER_KEY: key,
    TRIMERGE_DATABASE_URL: 'postgres://user:canary-password@db/x',
  }
  const ended = await run(['config', '--config', file, '--port', '9003'], { environment })
  assertEnded(ended, 0, 'port: 9003', 'operator-name: "From outside"', 'log-level: "warn"')
  assert.doesNotMatch(ended.stdout, /canary/)
  assert.ok(!ended.stdout.includes(key))
  writeFileSync(file, 'prot: 9001\nport: high\n')
  assertEnded(await run(['config', '--config', file]), 2, 'prot: unknown setting', /port: /)
  assertEnded(
    await run(['config', '--config', `${file}.none`]),
    2,
    `the settings file ${file}.none is unreadable (ENOENT)`,
  )
  writeFileSync(file, 'port: 9001\nmetrics-token: [canary-secret\n')
  const broken = await run(['config', '--config', file])
  assertEnded(broken, 2, `the settings file ${file} is not valid YAML (line `)
  assert.doesNotMatch(broken.stderr, /canary/)
})

test('a host other than loopback needs a trusted proxy', async (t) => {
  const data = temporaryFolder()
  for (const host of ['0.0.0.0', '::', '10.0.0.1', 'example.com']) {
    assertEnded(await run(['serve', '--host', host, '--port', '0', '--data', data]), 2, /host: /)
  }
  const behindProxy = ['--trusted-proxy', 'true', '--drain-delay-ms', '0']
  const settings = ['--host', '0.0.0.0', ...behindProxy, '--data', data]
  const service = await serveHere(t, data, settings)
  assert.match(service.address, /^http:\/\/.*:\d+$/)
  assert.deepEqual(await service.stop(), [0, null])
})

test('the master key has exactly one source, and production needs one to start', async (t) => {
  const data = temporaryFolder()
  const at = ['--data', data]
  const file = join(data, 'keys')
  const key = Buffer.alloc(32, 7).toString('base64')
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  const both = ['account', 'list', '--master-key-file', file, '--master-key', key, ...at]
  assertEnded(await run(both), 2, /master-key, master-key-file: set only one of these/)

  const vendor = '{vendor: {url: "https://vendor.example"}}'
  const bureaus = '{Equifax: vendor, Experian: vendor, TransUnion: vendor}'
  const real = ['--upstreams', vendor, '--bureaus', bureaus]
  const production = ['serve', '--deployment', 'production', '--port', '0', ...at]
  assertEnded(await run(production), 2, /needs a master key that is kept apart/, /Equifax, Exper/)
  assertEnded(await run([...production, ...real]), 2, /needs a master key that is kept apart/)
  assert.deepEqual(readdirSync(data), ['keys'], 'nothing was created')
  const given = ['--master-key-file', file, '--drain-delay-ms', '0']
  assertEnded(
    await run([...production, ...given]),
    2,
    /bureaus: production does not allow simulated/,
  )

  const service = await serveHere(t, data, ['--deployment', 'production', ...given, ...real])
  assert.deepEqual(await service.stop(), [0, null])
  assert.match(service.lines.join('\n'), /No account exists yet/)
  assert.doesNotMatch(service.lines.join('\n'), /beside the data|secret/)
  const made = readdirSync(data).filter((name) => /master.key|credentials/.test(name))
  assert.deepEqual(made, [])
})

test('a master key can come from a command, and is never shown', async () => {
  const at = ['--data', temporaryFolder()]
  const key = Buffer.alloc(32, 9).toString('base64')
  const node = (script: string) => JSON.stringify([process.execPath, '-e', script])
  const list = async (command: string) =>
    await run(['account', 'list', ...at, '--master-key-command', command])
  const good = ['--master-key-command', node(`console.log('${key}')`)]
  assertEnded(await run(['account', 'add', 'lender', ...at, ...good]), 0)
  assertEnded(await list(node(`console.log('${key}')`)), 0)
  const otherKey = Buffer.alloc(32, 8).toString('base64')
  const rejected: readonly (readonly [string, number, RegExp])[] = [
    [node(`console.log('${otherKey}')`), 1, /sealed under master key/],
    [node(`console.log('${key}'); process.exit(3)`), 1, /its exit code was not 0/],
    [node(`console.log('not a key ${key}')`), 2, /must be 32 bytes/],
    [node(`console.log('x'.repeat(99_999))`), 1, /exceeds 16384 bytes: it must print only keys/],
    ['/nowhere/kms decrypt', 1, /could not be started/],
    ['kms "quoted word"', 2, /master-key-command: /],
  ]
  for (const [command, code, says] of rejected) {
    const ended = await list(command)
    assertEnded(ended, code, says)
    assert.ok(!(ended.stdout + ended.stderr).includes(key), 'the key is shown')
  }
  const slow = ['--master-key-command-timeout-ms', '300']
  const hanging = node('setTimeout(() => {}, 60_000)')
  const late = await run(['account', 'list', ...at, '--master-key-command', hanging, ...slow])
  assertEnded(late, 1, /no key within 300 ms/)
})

test('a sandbox reports that its key is beside its data, but not if a key was given', async (t) => {
  const data = temporaryFolder()
  const beside = await serveHere(t, data)
  await beside.stop()
  assert.match(beside.lines.join('\n'), /master key is in .*master\.key, beside the data/)
  const key = ['--master-key', Buffer.alloc(32, 7).toString('hex')]
  const given = await serveHere(t, temporaryFolder(), key)
  await given.stop()
  assert.doesNotMatch(given.lines.join('\n'), /beside the data/)
})

test('accounts and operators can be added, listed and rotated, and their secrets are shown once', async (t) => {
  const data = temporaryFolder()
  const at = ['--data', data]
  const added = await run(['account', 'add', 'lender-one', ...at])
  assertEnded(added, 0, /^account lender-one, secret [\w-]{43}\n$/)
  const secret = /secret (\S+)/.exec(added.stdout)?.[1] ?? ''
  assertEnded(await run(['account', 'add', 'lender-one', ...at]), 1, /already exists/)
  const profile = '{"products":["mortgage_only"],"party":{"name":"Harbor"}}'
  assertEnded(await run(['account', 'add', 'lender-two', '--profile', profile, ...at]), 0)
  const list = await run(['account', 'list', ...at])
  assertEnded(list, 0, /lender-one {2}since/, /lender-two .* mortgage_only\n/)
  assert.ok(!list.stdout.includes(secret))

  const set = (...changes: string[]) => run(['account', 'set', 'lender-two', ...changes, ...at])
  assertEnded(await set('requirements=mismo', 'party.name=Lender Two'), 0, /lender-two changed/)
  assertEnded(await set('products=credit_report, refresh_report', 'prices.reissue=700'), 0)
  assertEnded(await set('requestsPerMinute=60', 'requestsPerMinute='), 0)
  assertEnded(await set('prices.reissue= '), 2, /prices\.reissue: a number/)
  assertEnded(
    await run(['account', 'list', ...at]),
    0,
    /^lender-two .* credit_report refresh_report$/m,
  )
  assertEnded(await set('requirements=any'), 2, /requirements: /)
  assertEnded(
    await set('requirement=mismo'),
    2,
    /unknown key requirement; the keys are party\.name/,
  )
  assertEnded(await set('prices.products.other.base=1'), 2, /prices/)
  assertEnded(await set('prices.reissue=cheap'), 2, /prices\.reissue/)
  assertEnded(await set('scoreModels=VantageScore4'), 2, /defaultScoreModels: only models/)
  assertEnded(await set('scoreModels=FICO10T', 'defaultScoreModels=FICO10T'), 0)
  assertEnded(await set('requirements'), 2, /write KEY=VALUE/)
  assertEnded(await run(['account', 'set', 'nobody', 'endUser=x', ...at]), 1, /account not found/)

  await t.test('changes at the same time do not undo each other', async () => {
    const keys = ['name', 'street', 'city', 'state', 'postalCode', 'contact']
    const all = await Promise.all(keys.map((key) => set(`party.${key}=new ${key}`)))
    for (const one of all) assertEnded(one, 0)
    const listed = await run(['account', 'list', '--json', ...at])
    const accounts: readonly { name: string; profile: { party: object } }[] = JSON.parse(
      listed.stdout,
    )
    const party = accounts.find(({ name }) => name === 'lender-two')?.profile.party
    assert.deepEqual(party, Object.fromEntries(keys.map((key) => [key, `new ${key}`])))
  })
  const rotated = await run(['account', 'rotate', 'lender-one', ...at])
  assertEnded(rotated, 0, /secret [\w-]{43}/)
  const second = /secret (\S+)/.exec(rotated.stdout)?.[1] ?? ''
  assert.notEqual(second, secret)
  assertEnded(await run(['account', 'rotate', 'nobody', ...at]), 1, /account not found/)
  for (const expires of ['2020-01-31', 'soon'])
    assertEnded(
      await run(['account', 'rotate', 'lender-two', '--expires', expires, ...at]),
      2,
      /--expires: write a future day or time in UTC/,
    )
  const brief = await run(['account', 'rotate', 'lender-two', '--expires', '2099-01-31', ...at])
  assertEnded(brief, 0, /secret [\w-]{43}/)
  const { store } = await openStorage(
    readSettings({ flags: { data }, environment: {} }),
    new Date(),
  )
  const expiries = (await store.accounts.find('lender-two', Date.now()))?.secrets.map(
    ({ expiresAt }) => expiresAt,
  )
  await store.close()
  assert.deepEqual(expiries?.sort(), [Date.UTC(2099, 0, 31), undefined])

  assertEnded(await run(['operator', 'add', 'mira', ...at]), 0, /user mira, password [\w-]{43}/)
  assertEnded(await run(['operator', 'add', 'mira', ...at]), 1, /already exists/)
  const ines = ['operator', 'add', 'ines', '--role', 'integrator', '--account', 'lender-one']
  assertEnded(await run([...ines, ...at]), 0, /user ines, password/)
  const lost = ['operator', 'add', 'olga', '--role', 'integrator', '--account', 'nobody']
  assertEnded(await run([...lost, ...at]), 1, /account not found/)
  const people = await run(['operator', 'list', ...at])
  assertEnded(
    people,
    0,
    /^ines {2}integrator of lender-one/m,
    /^mira {2}operator +since \d{4}-\d\d-\d\d +never signed in$/m,
  )
  assertEnded(await run(['account', 'disable', 'lender-two', ...at]), 0, /lender-two disabled/)
  assertEnded(await run(['account', 'list', ...at]), 0, /^lender-two .* disabled$/m)
  assertEnded(await run(['account', 'enable', 'lender-two', ...at]), 0, /lender-two enabled/)
  assertEnded(await run(['account', 'disable', 'nobody', ...at]), 1, /account not found/)

  const service = await serveHere(t, data)
  const ordered = async (with_: string) => {
    const environment = { TRIMERGE_SECRET: with_ }
    const order = ['order', 'examples/credit-report.xml', '--operation', 'credit_report']
    const to = ['--url', service.address, '--account', 'lender-one']
    return run([...order, ...to], { environment })
  }
  for (const active of [secret, second]) assertEnded(await ordered(active), 0, /report R/)
  const retired = await run(['account', 'rotate', 'lender-one', '--retire', ...at])
  const third = /secret (\S+)/.exec(retired.stdout)?.[1] ?? ''
  assertEnded(await ordered(second), 1, /E036/)
  assertEnded(await ordered(third), 0, /report R/)
  const text = service.lines.join('\n')
  for (const one of [secret, second, third]) assert.ok(!text.includes(one))
})

test('commands leave a folder without a database unchanged, except before the first start', async () => {
  const data = join(temporaryFolder(), 'wrong')
  const commands = [
    'clock',
    'clock advance 45d',
    'account list',
    'account rotate lender',
    'operator list',
    'report show R1',
    'statement lender --month 2026-11',
    'audit verify',
    'audit export',
    'rotate-key',
    'purge',
    'hold list',
  ]
  for (const command of commands) {
    const ended = await run([...command.split(' '), '--data', data])
    assertEnded(ended, 2, /^no database at \S+trimerge\.db: set --data to the data folder of the/)
    assert.ok(!existsSync(data), command)
  }
  for (const first of ['account add lender', 'operator add mira', 'migrate']) {
    const fresh = join(temporaryFolder(), 'new')
    assertEnded(await run([...first.split(' '), '--data', fresh]), 0)
    assert.ok(existsSync(join(fresh, 'trimerge.db')), first)
  }
})

test('on PostgreSQL, commands create no data folder, and a migration needs and creates no master key', async () => {
  const url = ['--database-url', await createDatabase()]
  const data = join(temporaryFolder(), 'data')
  const keyless = [...url, '--data', data]
  const service = [...keyless, '--master-key', '11'.repeat(32)]
  assertEnded(await run(['migrate', ...keyless]), 0)
  assertEnded(await run(['account', 'add', 'lender', ...service]), 0)
  assertEnded(await run(['migrate', ...keyless]), 0)
  assertEnded(await run(['account', 'list', ...service]), 0, /lender/)
  assertEnded(await run(['account', 'list', ...keyless]), 1, /master key is missing/)
  assert.equal(existsSync(data), false)
})

test('order places an order, shows the report and writes the returned documents, and creates their folder only for them', async (t) => {
  const data = temporaryFolder()
  const out = join(data, 'answers')
  const order = ['order', 'examples/joint.xml', '--data', data, '--operation']
  assertEnded(await run([...order, 'credit_report']), 2, /no service URL|no account/)
  const service = await serveHere(t, data, ['--base-path', '/credit'])
  const unusable = await run([...order, 'credit_report', '--out', join(data, 'address')])
  assertEnded(unusable, 2, /^cannot use the folder \S+address of --out \(ENOTDIR\)$/m)
  const rejected = await run([...order, 'mortgage_only', '--out', join(out, 'mortgages')])
  assertEnded(rejected, 1, /rejected with E102/)
  assert.equal(existsSync(out), false)
  const ended = await run([...order, 'credit_report', '--out', out])
  assertEnded(
    ended,
    0,
    /report R\w+, new, issued/,
    /Rowan Castellane/,
    /Juno/,
    /Equifax +\d{3}/,
    /accounts \d/,
  )
  const [xml = '', pdf = ''] = [...ended.stdout.matchAll(/wrote (.*)/g)].map((match) => match[1])
  assert.match(readFileSync(xml, 'utf8'), /<RESPONSE_GROUP/)
  assert.equal(readFileSync(pdf).subarray(0, 5).toString(), '%PDF-')

  const json = ['order', 'examples/credit-report.json', ...order.slice(2), 'credit_report']
  const inJson = await run([...json, '--out', out])
  assertEnded(inJson, 0, /report R\w+, new, issued/, /Avery/, /wrote .*\.json/, /wrote .*\.pdf/)

  const unanswered = await run([...order, 'mortgage_only', '--url', `${service.address}/credit`])
  assertEnded(unanswered, 1, /rejected with E102 \(HTTP 200\)/, /must be Other/)
  const lost = await run([...order, 'credit_report', '--url', service.address])
  assertEnded(lost, 1, /E999 \(HTTP 404\)/)
  await service.stop()
  const gone = await run([...order, 'credit_report', '--url', service.address])
  assertEnded(gone, 1, /^no service responds at http:\S+ \(ECONNREFUSED\): start it with trimerge/)
})

test('commands call a service of the same machine without the proxy of the environment', async (t) => {
  const data = temporaryFolder()
  const service = await serveHere(t, data)
  const { port } = new URL(service.address)
  const proxy = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: 'elsewhere' }
  const called = (url: string) =>
    runProgram(['orders', '--data', data, '--url', url], { environment: proxy })
  assertEnded(await called(`http://127.0.0.1:${port}`), 0, /no orders/)
  assertEnded(await called(`http://localhost:${port}`), 0, /no orders/)
  assertEnded(await called('http://service.example'), 1, /no service responds .*ECONNREFUSED/)
})

test('a command says that a row was changed outside the service, instead of leaving it out silently', async () => {
  const data = temporaryFolder()
  assertEnded(await run(['account', 'add', 'lender', '--data', data]), 0, /lender/)
  const database = new DatabaseSync(join(data, 'trimerge.db'))
  database.exec("update accounts set profile = replace(profile, '900', '901')")
  database.close()
  const list = await run(['account', 'list', '--json', '--data', data])
  assertEnded(
    list,
    1,
    /a row of the table accounts was changed outside .* run trimerge audit verify/,
  )
  assertEnded(await run(['statement', 'lender', '--data', data]), 1, /table accounts was changed/)
})
