/** An excerpt of the response to the first order, taken from the service's sample. */
import { useQuery } from '@tanstack/react-query'
import { BASE_PATH } from '../../base-path.ts'
import { Plain } from '../../components/code.tsx'

const ADDRESS = `${BASE_PATH}/examples/responses/credit-report.xml`

/** The scores of the sample and a link to all of it; empty until the sample has arrived. */
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
    <div className="stack tight">
      <Plain text={excerptOf(sample.data)} label="Response (excerpt)" />
      <p className="muted small">
        The <a href={ADDRESS}>whole response</a> also has accounts, inquiries, public records and
        the printed report. The console shows it under Orders.
      </p>
    </div>
  )
}

/** Returns the scores with the most important attributes; all others are omitted. */
function excerptOf(xml: string): string {
  const scores = xml.matchAll(
    /<CREDIT_SCORE .*?(CreditRepositorySourceType="\w+").*?(_Value="\d+")/g,
  )
  return [...scores]
    .map(([, source, value]) => `<CREDIT_SCORE …\n  ${source}\n  ${value} …>`)
    .join('\n')
}
