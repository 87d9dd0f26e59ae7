/** `trimerge report`: a stored report, shown or printed. Every look is recorded in the audit trail. */
import { writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { type OpenedReport, openReport } from '../../orders/fulfil/stored-report.ts'
import { printReport } from '../../print/print-report.ts'
import { type Settings, scoreNoticeOf } from '../../settings/settings.ts'
import { commandActor, commandWithSettings, Rejected, settingsOf, withStorage } from '../command.ts'
import { print } from '../io.ts'
import { bodyLines } from '../order-summary.ts'
import { dollars, readable, show } from '../output.ts'

/** The commands about stored reports. */
export function reportCommand(): Command {
  return new Command('report')
    .description('Show or print a stored report.')
    .exitOverride()
    .addCommand(
      commandWithSettings('show')
        .description('Show a stored report: borrowers, scores and main figures.')
        .argument('<number>', 'report number')
        .option('--json', 'print JSON')
        .action((number: string, _options, command: Command) =>
          viewed(settingsOf(command), number, 'content', async (report) => {
            await show(command, report.content.report, reportLines(report))
          }),
        ),
    )
    .addCommand(
      commandWithSettings('pdf')
        .description('Write the printed report as PDF.')
        .argument('<number>', 'report number')
        .option('--out <file>', 'file to write (default: NUMBER.pdf)')
        .action((number: string, { out }: { out?: string }, command: Command) => {
          const settings = settingsOf(command)
          return viewed(settings, number, 'printed_pdf', async (report) => {
            const path = out ?? `${number}.pdf`
            writeFileSync(path, printed(report, settings), { mode: 0o600 })
            print(`wrote ${path}`)
          })
        }),
    )
}

function reportLines({ account, content: { report } }: OpenedReport): string[] {
  const { id, lastUpdatedAt, priceCents, borrowers, scores, summaries, files } = report
  return [
    `report ${id}, account ${account}, issued ${readable(lastUpdatedAt)}, ${dollars(priceCents)}`,
    ...bodyLines({
      BORROWER: [...borrowers],
      CREDIT_SCORE: [...scores],
      CREDIT_SUMMARY: [...summaries],
      CREDIT_FILE: [...files],
    }),
  ]
}

/** As it was printed with the response, or else drawn now. */
function printed({ printed: kept, content }: OpenedReport, settings: Settings): Uint8Array {
  const printing = { tagged: settings['tagged-pdf'], scoreNotice: scoreNoticeOf(settings) }
  return kept.PDF ?? printReport(content.report, 'PDF', printing)
}

/**
 * Opens a report of whichever account has it, for `work`. The look is recorded before `work` shows
 * anything, so that no content leaves without a record.
 */
async function viewed(
  settings: Settings,
  number: string,
  field: string,
  work: (report: OpenedReport) => Promise<void>,
): Promise<void> {
  await withStorage(settings, async ({ store }) => {
    const name = await store.reports.accountOf(number)
    const report = name === undefined ? undefined : await openReport({ name }, number, { store })
    if (report === undefined) throw new Rejected('report not found')
    const { account, orderId, id: reportId } = report
    const entry = { action: 'report.viewed', account, orderId, reportId, fields: [field] } as const
    await store.audit.record({ actor: commandActor(), ...entry })
    await work(report)
  })
}
