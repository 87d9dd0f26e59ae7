/** The form of the printed report in a response. Each form is drawn only once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PrintedForm } from '../../src/documents/tables/printed-forms.ts'
import { printedReport, type StoredReport } from '../../src/orders/stored-report.ts'
import { openPrinter } from '../../src/print/printer.ts'
import type { Report as ReportRecord } from '../../src/store/records/reports/report-entry.ts'
import { accountOf } from '../orders/support/account-of.ts'
import {
  DIALECT_NAMES,
  type DialectName,
  type EditableNode,
} from '../orders/support/order-document.ts'
import { type Ordered, reported, reportIdOf } from '../orders/support/ordered.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { readPdf } from './print-read.ts'
import { fullReport } from './print-reports.ts'
import { readTags } from './print-tags-read.ts'

interface Preference {
  readonly __Format?: string
  readonly __FormatOtherDescription?: string
  readonly __UseEmbeddedFileIndicator?: string
}

const HTML: Preference = { __Format: 'Other', __FormatOtherDescription: 'HTML' }
const PDF: Preference = { __Format: 'PDF' }
const XML: Preference = { __Format: 'XML' }
const LEFT_OUT: Preference = { __UseEmbeddedFileIndicator: 'N' }

function preferring(...preferences: readonly Preference[]) {
  return (order: EditableNode) => {
    order.REQUESTING_PARTY.PREFERRED_RESPONSE = preferences
  }
}

/** Returns what the embedded file states about itself, and its actual content. */
function seen({ answer }: Ordered) {
  const field = (name: string) => answer.text(`EMBEDDED_FILE.${name}`)
  const content = answer.printed()
  const kinds = [
    ['PDF', '%PDF-1.7'],
    ['HTML', '<!doctype html>'],
  ].filter(([, start]) => content.toString('latin1').startsWith(start as string))
  return {
    says: [field('__Type'), field('__Extension'), field('_MIMEType'), field('__EncodingType')].join(
      ' ',
    ),
    named: field('__Name').split('.').at(-1),
    is: content.length === 0 ? 'nothing' : kinds[0]?.[0],
  }
}

const AS_PDF = { says: 'PDF pdf application/pdf base64', named: 'pdf', is: 'PDF' }
const AS_HTML = { says: 'HTML html text/html base64', named: 'html', is: 'HTML' }

const cases: [title: string, preferences: readonly Preference[], expected: object][] = [
  ['an order without a preference gets a PDF', [], AS_PDF],
  ['PDF', [PDF], AS_PDF],
  ['HTML', [HTML], AS_HTML],
  [
    'HTML in lower case and with spaces',
    [{ ...HTML, __FormatOtherDescription: ' html ' }],
    AS_HTML,
  ],
  ['a preference for XML does not affect the printed report', [XML], AS_PDF],
  ['the first supported form is used', [XML, HTML, PDF], AS_HTML],
  ['an unsupported format', [{ __Format: 'PCL' }], AS_PDF],
  ['another format than HTML', [{ ...HTML, __FormatOtherDescription: 'RTF' }], AS_PDF],
  ['no content', [LEFT_OUT], { ...AS_PDF, is: 'nothing' }],
  ['HTML without content', [{ ...HTML, ...LEFT_OUT }], { ...AS_HTML, is: 'nothing' }],
  ['XML without a printed report', [{ ...XML, ...LEFT_OUT }], { ...AS_PDF, is: 'nothing' }],
  ['XML without and PDF with an embedded file', [{ ...XML, ...LEFT_OUT }, PDF], AS_PDF],
  [
    'an embedded file that is requested explicitly',
    [{ ...PDF, __UseEmbeddedFileIndicator: 'Y' }],
    AS_PDF,
  ],
]

test('the printed report has the form that the order prefers', async (t) => {
  const service = await runningService(t)
  for (const [title, preferences, expected] of cases) {
    await t.test(title, async () => {
      const result = await reported(service, 'mortgage_only', { edit: preferring(...preferences) })
      assert.deepEqual(seen(result), expected)
    })
  }
})

test('every dialect and path returns the preferred form', async (t) => {
  const service = await runningService(t)
  const orders = DIALECT_NAMES.flatMap((dialect: DialectName) =>
    (['credit_report', 'pre_qualification', 'mortgage_only'] as const).map(
      (operation) => [dialect, operation] as const,
    ),
  )
  for (const [dialect, operation] of orders) {
    for (const [preference, expected] of [
      [HTML, AS_HTML],
      [LEFT_OUT, { ...AS_PDF, is: 'nothing' }],
    ] as const) {
      const result = await reported(service, operation, { dialect, edit: preferring(preference) })
      assert.deepEqual(seen(result), expected, `${dialect} ${operation}`)
    }
  }
  const base = await reported(service, 'credit_report')
  const asked = { reportId: reportIdOf(base), edit: preferring(HTML) }
  assert.deepEqual(seen(await reported(service, 'refresh_report', asked)), AS_HTML)
})

test('the platform’s preference is used if the ordering party states none', async (t) => {
  const service = await runningService(t)
  const platform = (ordering: readonly Preference[]) => (order: EditableNode) => {
    order.REQUESTING_PARTY.PREFERRED_RESPONSE = ordering
    order.SUBMITTING_PARTY = { __Name: 'Platform', PREFERRED_RESPONSE: [HTML] }
  }
  const heard = await reported(service, 'mortgage_only', { edit: platform([]) })
  assert.deepEqual(seen(heard), AS_HTML)
  const not = await reported(service, 'mortgage_only', { edit: platform([PDF]) })
  assert.deepEqual(seen(not), AS_PDF)
})

test('the account’s form is used if the order prefers none', async (t) => {
  const service = await accountOf(await runningService(t), { printedFormat: 'HTML' })
  assert.deepEqual(seen(await reported(service, 'mortgage_only', { printed: true })), AS_HTML)
  const asked = { edit: preferring(PDF) }
  assert.deepEqual(seen(await reported(service, 'mortgage_only', asked)), AS_PDF)
  const left = { edit: preferring(LEFT_OUT) }
  assert.deepEqual(seen(await reported(service, 'mortgage_only', left)), {
    ...AS_HTML,
    is: 'nothing',
  })
})

for (const tagged of [true, false]) {
  test(`with tagged-pdf ${tagged}, PDFs have ${tagged ? 'tags' : 'none'}`, async (t) => {
    const service = await runningService(t, { flags: { 'tagged-pdf': tagged } })
    const { answer } = await reported(service, 'credit_report', { printed: true })
    const { marked, root } = await readTags(answer.printed())
    assert.deepEqual([marked, root?.kind], tagged ? [true, 'Document'] : [false, undefined])
  })
}

test('the journal notes an unsupported form of the printed report', async (t) => {
  const service = await runningService(t)
  await reported(service, 'mortgage_only', { edit: preferring({ __Format: 'PCL' }) })
  const [entry] = await service.storage.store.orders.list(
    { account: service.account },
    { limit: 1 },
  )
  const listed = await service.storage.store.orders.listedOf([entry?.id ?? ''])
  assert.deepEqual(listed.get(entry?.id ?? '')?.notes, [
    'PREFERRED_RESPONSE names an unsupported format of the printed report',
  ])
})

async function storedForms(service: RunningService, id: string) {
  const stored = await service.storage.store.reports.find(service.account, id)
  return stored?.printed ?? {}
}

test('each form is stored at the first request for it, and sent from the store', async (t) => {
  const service = await runningService(t)
  const first = await reported(service, 'credit_report', { edit: preferring(LEFT_OUT) })
  const reportId = reportIdOf(first)
  assert.deepEqual(await storedForms(service, reportId), {})

  const again = (preference: Preference) =>
    reported(service, 'credit_report', {
      action: 'Reissue',
      reportId,
      edit: preferring(preference),
    })
  const html = await again(HTML)
  assert.deepEqual(Object.keys(await storedForms(service, reportId)), ['HTML'])
  const pdf = await again(PDF)
  const stored = await storedForms(service, reportId)
  assert.deepEqual(Buffer.from(stored.HTML ?? []), html.answer.printed())
  assert.deepEqual(Buffer.from(stored.PDF ?? []), pdf.answer.printed())
  assert.deepEqual(
    (await again({ ...HTML, __UseEmbeddedFileIndicator: 'Y' })).answer.printed(),
    html.answer.printed(),
  )
  const text = (await readPdf(pdf.answer.printed())).sheets.join(' ')
  assert.ok(text.includes(reportId))
})

test('a retry gets the form of the first response, or no content if it had none', async (t) => {
  const service = await runningService(t)
  for (const preference of [HTML, PDF, LEFT_OUT]) {
    const edit = preferring(preference)
    const first = await reported(service, 'mortgage_only', {
      edit,
      requestId: JSON.stringify(preference),
    })
    const retry = await reported(service, 'mortgage_only', {
      edit,
      requestId: JSON.stringify(preference),
    })
    assert.equal(retry.headers.get('trimerge-retry'), 'yes')
    assert.equal(retry.body, first.body)
  }
})

test('a form is drawn for the first request only', async () => {
  const drawn: PrintedForm[] = []
  let stored: ReportRecord['printed'] = { PDF: Buffer.from('as issued') }
  const tools = {
    print: async (_: unknown, form: PrintedForm) => {
      drawn.push(form)
      return Buffer.from(`drawn as ${form}`)
    },
    store: {
      reports: {
        storePrinted: async (
          _account: string,
          _id: string,
          form: PrintedForm,
          bytes: Uint8Array,
        ) => {
          stored = { ...stored, [form]: bytes }
        },
      },
    },
  } as unknown as Parameters<typeof printedReport>[2]
  const ask = async (form: PrintedForm) => {
    const report = { id: 'R', account: 'a', printed: stored, content: { report: fullReport } }
    const bytes = await printedReport(report as unknown as StoredReport, form, tools)
    return Buffer.from(bytes).toString()
  }
  assert.equal(await ask('PDF'), 'as issued')
  assert.equal(await ask('HTML'), 'drawn as HTML')
  assert.equal(await ask('HTML'), 'drawn as HTML')
  assert.deepEqual(drawn, ['HTML'])
})

test('a closed printer rejects reports, so that no order waits for it', async () => {
  const printer = openPrinter({ tagged: false })
  const under = printer.print(fullReport, 'PDF')
  const ended = assert.rejects(under, /the printer ended/)
  await printer.close()
  await ended
  await assert.rejects(printer.print(fullReport, 'PDF'), /the printer ended/)
})
