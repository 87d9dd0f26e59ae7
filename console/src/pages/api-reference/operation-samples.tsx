/** Samples of an operation in each dialect, the command for one, and a link to the order desk. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { DIALECTS } from '../../../../src/documents/dialects.ts'
import type { DocumentName } from '../../../../src/documents/tables/documents.ts'
import type { OperationName } from '../../../../src/orders/intake/products.ts'
import { useSession } from '../../api/session.tsx'
import { BASE_PATH } from '../../base-path.ts'
import { Button } from '../../components/button.tsx'
import { COMMAND_LINES, orderCommand, Plain, Xml } from '../../components/code.tsx'
import { SelectField } from '../../components/field.tsx'
import { LoadState } from '../../components/layout.tsx'
import { useOrderingAccount } from '../../components/order-now.ts'
import { Tabs } from '../../components/tabs.tsx'
import { newDraft, withOperation } from '../order-desk/draft.ts'
import { useOpenDesk } from '../order-desk/open-desk.ts'

const VIEWS = [
  ['request', 'Request'],
  ['response', 'Response'],
  ['rejected', 'Rejected order'],
  ['curl', 'cURL'],
] as const

/** The names of the documents of each operation, which link to their fields. */
const DOCUMENTS = {
  credit_report: { request: 'request-payment-optional', response: 'credit-report-response' },
  pre_qualification: { request: 'request-payment-optional', response: 'credit-report-response' },
  mortgage_only: { request: 'request', response: 'mortgage-only-response' },
  refresh_report: { request: 'request', response: 'refresh-response' },
} as const satisfies Readonly<
  Record<OperationName, Readonly<Record<'request' | 'response', DocumentName>>>
>

type View = (typeof VIEWS)[number][0]
type DialectName = keyof typeof DIALECTS

/** Request, response and error of an operation, in a dialect of the user's choice. */
export function OperationSamples({ operation }: { readonly operation: OperationName }) {
  const [dialect, setDialect] = useState<DialectName>('mismo')
  const [view, setView] = useState<View>('request')
  const documents = DOCUMENTS[operation]
  return (
    <div className="stack">
      <SelectField
        label="Dialect"
        hint={DIALECTS[dialect].doc}
        value={dialect}
        choices={Object.values(DIALECTS).map(({ name }) => [name, name] as const)}
        onChoice={(name) => setDialect(name as DialectName)}
      />
      <Tabs
        label={`Samples of ${operation}`}
        tabs={VIEWS}
        current={view}
        onTab={(next) => setView(next as View)}
      >
        {view === 'curl' ? (
          <Command key={dialect} operation={operation} dialect={dialect} />
        ) : (
          <Sample key={`${dialect}-${view}`} operation={operation} dialect={dialect} kind={view} />
        )}
      </Tabs>
      <p className="muted">
        Responses are shortened: two items of each list, three scores, and the beginning of the
        printed report.{' '}
        <Link href={`/api-reference?view=fields&document=${documents.request}`}>
          Request fields
        </Link>{' '}
        ·{' '}
        <Link href={`/api-reference?view=fields&document=${documents.response}`}>
          Response fields
        </Link>{' '}
        · <Link href="/api-reference?view=errors">Errors</Link> ·{' '}
        <a href={`${BASE_PATH}/docs/dialects`}>Dialects</a> ·{' '}
        <a href={`${BASE_PATH}/docs/actions`}>Actions</a>
      </p>
    </div>
  )
}

interface SampleProps {
  readonly operation: OperationName
  readonly dialect: DialectName
  readonly kind: Exclude<View, 'curl'>
}

/** Fetches a sample from the service's `/examples`. */
function useSample({ operation, dialect, kind }: SampleProps) {
  return useQuery({
    queryKey: ['sample', operation, dialect, kind],
    queryFn: async ({ signal }) => {
      const address = `${BASE_PATH}/examples/dialects/${operation}/${dialect}/${kind}.${formatOf(dialect)}`
      const response = await fetch(address, { signal })
      if (!response.ok) throw new Error(`The service returned HTTP ${response.status}.`)
      return response.text()
    },
  })
}

function Sample(properties: SampleProps) {
  const { operation, dialect, kind } = properties
  const sample = useSample(properties)
  if (sample.data === undefined) return <LoadState query={sample} what="Loading the sample" />
  return (
    <>
      <Xml xml={sample.data} label={`Sample ${kind} of ${operation} in ${dialect}`} />
      {kind === 'request' && (
        <TryIt operation={operation} dialect={dialect} request={sample.data} />
      )}
    </>
  )
}

/** The command that sends the sample request, with this service's address and an account in it. */
function Command({ operation, dialect }: Omit<SampleProps, 'kind'>) {
  const account = useOrderingAccount() ?? 'ACCOUNT'
  const sample = useSample({ operation, dialect, kind: 'request' })
  if (sample.data === undefined) return <LoadState query={sample} what="Loading the sample" />
  return (
    <>
      <p className="muted">
        <code>curl</code> asks for the secret of the account{' '}
        <Link href={`/accounts/${account}`}>{account}</Link>.
      </p>
      <Plain
        text={orderCommand(account, sample.data, operation, formatOf(dialect))}
        label="cURL command"
        linesMax={COMMAND_LINES}
      />
    </>
  )
}

/** Opens the order desk with the sample. Hidden from auditors, who cannot place orders. */
function TryIt({
  operation,
  dialect,
  request,
}: Omit<SampleProps, 'kind'> & { readonly request: string }) {
  const { operator } = useSession()
  const openDesk = useOpenDesk()
  if (operator.role === 'auditor') return null
  const tryIt = () => {
    const draft = { ...newDraft(operator.account), dialect }
    openDesk({ draft: withOperation(draft, operation), edited: request })
  }
  return (
    <p>
      <Button kind="small" onClick={tryIt}>
        Try it on the order desk
      </Button>
    </p>
  )
}

function formatOf(dialect: DialectName): 'json' | 'xml' {
  return dialect === 'json' ? 'json' : 'xml'
}
