/** Exports a whole list as CSV, not only the entries that are shown. */
import { useMutation } from '@tanstack/react-query'
import { Button } from '../button.tsx'
import { messageOf } from '../layout.tsx'
import { useToast } from '../toast.tsx'

/** The export button. An error is shown as a toast. */
export function ExportButton({ onExport }: { readonly onExport: () => Promise<void> }) {
  const toast = useToast()
  const exporting = useMutation({
    mutationFn: onExport,
    onError: (error) => toast(messageOf(error), 'bad'),
  })
  return (
    <Button icon="download" busy={exporting.isPending} onClick={() => exporting.mutate()}>
      Export CSV
    </Button>
  )
}
