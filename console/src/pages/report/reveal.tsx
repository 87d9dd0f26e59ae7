/** Reveals or downloads the personal data of a report for a reason, which is audited. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, download } from '../../api/call.ts'
import { Button } from '../../components/button.tsx'
import { Segments } from '../../components/field.tsx'
import { LoadError } from '../../components/layout.tsx'
import { RevealDialog } from '../../components/reveal-dialog.tsx'
import type { Report } from './report-data.ts'

/** A revealed report, and the reason. */
export interface Revealed {
  readonly report: Report
  readonly reason: string
}

interface RevealProps {
  readonly id: string
  readonly onClose: () => void
  readonly onRevealed: (revealed: Revealed) => void
}

/** Asks for the reason and reveals the report. */
export function RevealReportDialog({ id, onClose, onRevealed }: RevealProps) {
  return (
    <RevealDialog
      reveal={async (reason) => ({
        report: await call('POST /reports/:id/reveal', { params: { id }, body: { reason } }),
        reason,
      })}
      onClose={onClose}
      onRevealed={onRevealed}
    >
      This shows the names, addresses, birth dates and account numbers of this report until you
      leave the page, and lets you download its files. The audit trail records who viewed them, when
      and why.
    </RevealDialog>
  )
}

const FILES = [
  ['PDF', 'POST /reports/:id/pdf'],
  ['HTML', 'POST /reports/:id/html'],
  ['XML', 'POST /reports/:id/xml'],
] as const

type FileName = (typeof FILES)[number][0]

/** Asks for the format and the reason, then downloads one file. The page stays masked. */
export function DownloadDialog({ id, onClose }: Omit<RevealProps, 'onRevealed'>) {
  const [format, setFormat] = useState<FileName>('PDF')
  const [, name] = FILES.find(([each]) => each === format) ?? FILES[0]
  return (
    <RevealDialog
      action="Download"
      reveal={(reason) => download(name, { params: { id }, body: { reason } })}
      fields={
        <Segments
          label="Format"
          value={format}
          choices={FILES.map(([each]) => [each, each] as const)}
          onChoice={setFormat}
        />
      }
      onClose={onClose}
      onRevealed={onClose}
    >
      The file has the names, addresses, birth dates and account numbers of this report. The audit
      trail records who downloaded it, when and why.
    </RevealDialog>
  )
}

/** Buttons that download the files of a revealed report for the same reason. */
export function ReportFiles({ id, reason }: { readonly id: string; readonly reason: string }) {
  const file = useMutation({
    mutationFn: (name: (typeof FILES)[number][1]) =>
      download(name, { params: { id }, body: { reason } }),
    gcTime: 0,
  })
  return (
    <>
      {FILES.map(([title, name]) => (
        <Button
          key={name}
          icon="download"
          busy={file.isPending && file.variables === name}
          onClick={() => file.mutate(name)}
        >
          {title}
        </Button>
      ))}
      {file.isError && <LoadError error={file.error} onRetry={() => file.reset()} />}
    </>
  )
}
