/** Instructions for sending a first order, above the list of operations. */
import { Link } from 'wouter'
import { useSession } from '../../api/session.tsx'
import { BASE_PATH } from '../../base-path.ts'
import { LinkButton } from '../../components/button.tsx'
import { COMMAND_LINES, CopyButton, orderCommand, Plain } from '../../components/code.tsx'
import { Facts, Panel } from '../../components/layout.tsx'
import { SecretSource } from '../../components/one-time-secret.tsx'
import { useFirstOrder } from '../../components/order-now.ts'

/** The address, the credentials, and, in a sandbox, a command that can be run unchanged. */
export function StartHere() {
  const { sandbox, operator } = useSession()
  const { account, xml } = useFirstOrder(sandbox)
  const address = `${window.location.origin}${BASE_PATH}`
  return (
    <Panel title="Start here">
      <p>
        Post a MISMO 2.x credit request, as XML or JSON, to one of the four operations. The response
        is the merged report with its printed page, or an error document with every validation
        error.
      </p>
      <Facts
        facts={[
          [
            'Base URL',
            <span key="url" className="row">
              <code>{address}</code>
              <CopyButton text={address} what="base URL" />
            </span>,
            'whole',
          ],
          [
            'Credentials',
            <span key="basic">
              HTTP Basic: name and secret of{' '}
              {account === undefined ? (
                <Link href="/accounts">an account</Link>
              ) : (
                <>
                  the account <Link href={`/accounts/${account}`}>{account}</Link>
                </>
              )}
            </span>,
          ],
          ['Content type', 'application/xml or application/json'],
        ]}
      />
      {account !== undefined && xml !== undefined && (
        <>
          <p className="muted">
            This command orders a report for the test borrower Avery Sandford.{' '}
            <SecretSource account={account} />
          </p>
          <Plain text={orderCommand(account, xml)} label="First order" linesMax={COMMAND_LINES} />
        </>
      )}
      <p className="row">
        {operator.role !== 'auditor' && (
          <LinkButton to="/order-desk">Try it on the order desk</LinkButton>
        )}
        <a href={`${BASE_PATH}/docs/tutorial`}>Tutorial</a>
        <a href={`${BASE_PATH}/docs/common-mistakes`}>Common mistakes</a>
        <a href={`${BASE_PATH}/docs/client`}>TypeScript client</a>
        <a href={`${BASE_PATH}/collections`}>Collections for Postman, Bruno and .http</a>
        <a href={`${BASE_PATH}/schema`}>Schemas</a>
      </p>
    </Panel>
  )
}
