/** What the response to the first order looks like: an excerpt of the sample that the service has. */
import { useQuery } from '@tanstack/react-query'
import { BASE_PATH } from '../../base-path.ts'
import { Plain } from '../../components/code.tsx'

const ADDRESS = `${BASE_PATH}/examples/responses/credit-report.xml`

/** The beginning and the scores; nothing until the sample has arrived. */
export function SampleResponse() {
  const sample = useQuery({
    queryKey: ['sample', ADDRESS],
    queryFn: async ({ signal }) => {
      const response = await fetch(ADDRESS, { signal })
      if (!response.ok) throw new Error(`The service returned HTTP ${response.status}.`)
      return response.text()
    },
  })
  if (sample.data === undefined) return null
  return (
    <details className="more sample-response">
      <summary>What the response looks like</summary>
      <p className="muted">
        Two of the three scores, from a <a href={ADDRESS}>sample response</a>. A response also has
        the accounts, inquiries and public records of the borrower, and the printed report.
      </p>
      <Plain text={excerptOf(sample.data)} label="Response (excerpt)" />
    </details>
  )
}

/** The first lines and those of the scores, moved to the left; the rest is left out. */
function excerptOf(xml: string): string {
  const lines = xml.split('\n')
  const first = lines.findIndex((line) => line.includes('<CREDIT_SCORE '))
  const last = lines.findLastIndex((line) => line.includes('</CREDIT_SCORE>'))
  const scores = lines.slice(first, last + 1).map((line) => line.replace(/^ {4}/, ''))
  return [...lines.slice(0, 2), '  …', ...scores, '  …'].join('\n')
}
