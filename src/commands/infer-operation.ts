/** Which operation a request document is for: the one whose table and rules it fits. */
import { UnreadableDocument } from '../documents/codec/unreadable.ts'
import { OPERATIONS } from '../orders/intake/operation.ts'
import { parseRequest } from '../orders/intake/parse-request.ts'
import { OPERATION_NAMES, type OperationName } from '../orders/intake/products.ts'
import { ExitCode, Rejected } from './command.ts'

/** The operation of a document. Throws `Rejected` where the document fits none better than others. */
export async function inferredOperation(bytes: Uint8Array): Promise<OperationName> {
  const fits: { readonly name: OperationName; readonly errorCount: number }[] = []
  for (const name of OPERATION_NAMES) {
    try {
      const { errors } = await parseRequest(OPERATIONS[name], bytes, undefined, 'mismo')
      fits.push({ name, errorCount: errors.length })
    } catch (error) {
      if (error instanceof UnreadableDocument) throw new Rejected(error.message)
      throw error
    }
  }
  // A refresh takes documents of other operations too, and is therefore the last in the list.
  const [best, second] = fits.sort((one, other) => one.errorCount - other.errorCount)
  if (best === undefined || (best.errorCount > 0 && best.errorCount === second?.errorCount)) {
    throw new Rejected(
      'the document does not say which operation it is for: set --operation',
      ExitCode.wrongUse,
    )
  }
  return best.name
}
