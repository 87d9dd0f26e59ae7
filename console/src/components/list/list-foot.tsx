/** The foot of a list that is read page by page. */
import { type UseInfiniteQueryResult, useMutation } from '@tanstack/react-query'
import { Button } from '../button.tsx'
import { messageOf } from '../layout.tsx'
import { useToast } from '../toast.tsx'

interface FootProps {
  /** The entries that are shown, such as `3 orders`. */
  readonly shown: string
  /** The name of further entries, such as `orders`. */
  readonly older: string
  readonly list: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >
  readonly onExport: () => Promise<void>
}

/** The foot of a list: how many entries are shown, an export, and a button for older entries. */
export function ListFoot({ shown, older, list, onExport }: FootProps) {
  return (
    <div className="list-foot">
      <p className="muted small" role="status">
        {`${shown} shown`}
      </p>
      <div className="row">
        <ExportButton onExport={onExport} />
        {list.hasNextPage && (
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {`Show older ${older}`}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Exports the whole list as CSV, not only the entries that are shown. An error is a toast. */
function ExportButton({ onExport }: { readonly onExport: () => Promise<void> }) {
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
