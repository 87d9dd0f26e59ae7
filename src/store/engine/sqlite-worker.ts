/**
 * The thread that owns the only writing connection. It commits all waiting units together, so that
 * they share one wait for the disk.
 */
import { answerGroups } from '../../threads/program.ts'
import { openToWrite, type SqlitePlace } from './sqlite-connection.ts'
import { groupCommitter, type UnitAnswer, type UnitRequest } from './sqlite-group.ts'
import { TextsUnknown, UnitDecoder, type UnitMessage } from './unit-codec.ts'

/** A unit as it arrives at the writing thread. */
export type WriterRequest = UnitMessage & Pick<UnitRequest, 'scrub'>

/**
 * The result of a unit. `texts unknown` if it refers to SQL texts that this thread never received.
 */
export type WriterAnswer = UnitAnswer | { readonly result: 'texts unknown' }

// Limits how long the first unit of a group waits for the last.
const GROUP_UNITS_MAX = 512

answerGroups((place: SqlitePlace) => {
  const committer = groupCommitter(() => openToWrite(place))
  const decoder = new UnitDecoder()
  const answer = (requests: readonly WriterRequest[]): readonly WriterAnswer[] => {
    const decoded = requests.map((request) => unitOf(request, decoder))
    const answers = committer.commit(decoded.filter((one) => one !== undefined)).values()
    return decoded.map((one) =>
      one === undefined
        ? { result: 'texts unknown' }
        : (answers.next().value ?? { result: 'unavailable', message: '' }),
    )
  }
  return { answer, end: committer.close }
}, GROUP_UNITS_MAX)

function unitOf(
  { scrub, ...message }: WriterRequest,
  decoder: UnitDecoder,
): UnitRequest | undefined {
  try {
    const unit = decoder.decode(message)
    return scrub === undefined ? { unit } : { unit, scrub }
  } catch (error) {
    if (error instanceof TextsUnknown) return undefined
    throw error
  }
}
