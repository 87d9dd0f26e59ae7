/**
 * The field for the existing report that an order refers to: a report of the borrower, or any other
 * by its ID.
 */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiResponse, call } from '../../api/call.ts'
import { SelectField, TextField } from '../../components/field.tsx'
import { operationText, shortDateTimeText } from '../../format.ts'
import type { Draft } from './draft.ts'

type Report = ApiResponse<'GET /reports'>['items'][number]

interface ReportFieldProps {
  readonly draft: Draft
  readonly error: string | undefined
  readonly onDraft: (draft: Draft) => void
}

/** The option that opens a field for the ID. */
const TYPED = 'typed'

const OPTIONAL =
  'Optional. If empty, we use the latest report of these borrowers with this lender case.'
const WITHOUT_CASE =
  'Choose a report. This order has no lender case, so we otherwise find only a report that was ordered without one.'
const NONE = 'This borrower has no report yet. Place a credit report order first.'

/** A select box for the report. If none is selected, the service looks it up. */
export function ReportField({ draft, error, onDraft }: ReportFieldProps) {
  const { data, isSuccess } = useReportsOf(draft)
  const reports = data ?? []
  const [isTyping, setTyping] = useState(false)
  const { reportId } = draft
  const isTyped = isTyping || (reportId !== '' && reports.every(({ id }) => id !== reportId))
  return (
    <>
      <SelectField
        label="Report"
        span="all"
        hint={
          isTyped || reportId !== '' ? undefined : hintOf(draft, isSuccess ? reports : undefined)
        }
        value={isTyped ? TYPED : reportId}
        choices={[
          ['', 'Find by borrowers and lender case'],
          [TYPED, 'Enter a report ID'],
        ]}
        groups={reports.length === 0 ? [] : [['Reports of this borrower', reports.map(choiceOf)]]}
        onChoice={(choice) => {
          setTyping(choice === TYPED)
          onDraft({ ...draft, reportId: choice === TYPED ? '' : choice })
        }}
      />
      {isTyped && (
        <TextField
          label="Report ID"
          className="mono"
          span="all"
          value={reportId}
          error={error}
          data-field="reportId"
          onText={(text) => onDraft({ ...draft, reportId: text.trim() })}
        />
      )}
    </>
  )
}

function hintOf({ lenderCase }: Draft, reports: readonly Report[] | undefined): string {
  if (reports?.length === 0) return NONE
  return reports !== undefined && lenderCase === '' ? WITHOUT_CASE : OPTIONAL
}

/**
 * Returns an option such as `Nov 23, 09:23:05 · Credit report · R. C. and J. C. · R7F…`, marked as
 * expired if the report is.
 */
function choiceOf({ id, operation, firstIssuedAt, borrowers, isExpired }: Report) {
  const parts = [
    shortDateTimeText(firstIssuedAt),
    operationText(operation),
    borrowers.map(({ name }) => name).join(' and '),
    id,
    ...(isExpired ? ['expired'] : []),
  ]
  return [id, parts.join(' · ')] as const
}

/** How many digits of a Social Security number a search uses. */
const DIGITS = 4

/** Fetches the borrower's latest reports. The search term is personal data, so it is not cached. */
function useReportsOf({ account, people }: Draft) {
  const [borrower] = people
  const digits = borrower?.ssn.replaceAll(/\D/g, '').slice(-DIGITS) ?? ''
  const initial = borrower?.firstName.charAt(0).toUpperCase() ?? ''
  return useQuery({
    queryKey: ['reports', 'order-desk', account, digits, initial],
    queryFn: async ({ signal }) => {
      const filters = account === undefined ? {} : { account }
      const body = { text: digits, filters, limit: 10 }
      const { items } = await call('POST /reports/search', { body, signal })
      // Other borrowers can have the same four digits.
      return items.filter(({ borrowers }) =>
        borrowers.some(({ name, ssn }) => name.startsWith(initial) && ssn.endsWith(digits)),
      )
    },
    enabled: digits.length === DIGITS,
    gcTime: 0,
  })
}
