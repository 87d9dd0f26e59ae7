/** The printed report of a report that is kept. */
import type { PrintedForm } from '../documents/tables/printed-forms.ts'
import type { StoredReport } from '../orders/fulfil/stored-report.ts'
import type { Tools } from '../orders/tools.ts'
import type { Report as KeptReport } from '../store/records/report-entry.ts'
import { safely } from './safely.ts'

/**
 * The printed report in a form: the kept one, or else drawn now from the report as it was issued,
 * and kept. So each form is drawn the first time somebody asks for it and never again.
 */
export async function printedReport(
  kept: KeptReport,
  form: PrintedForm,
  tools: Pick<Tools, 'print' | 'store' | 'tell'>,
): Promise<Uint8Array> {
  const known = kept.printed[form]
  if (known !== undefined) return known
  const printed = await tools.print((kept as StoredReport).content.report, form)
  // What is drawn is the same each time: it is answered though a full disk cannot keep it.
  await safely(tools, 'keeping a printed report', () =>
    tools.store.keepPrinted(kept.account, kept.id, form, printed),
  )
  return printed
}
