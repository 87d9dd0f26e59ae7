/** `trimerge check FILE`: what is understood of a request, masked, and all its faults. */
import { Command, Option } from 'commander'
import { UnreadableDocument } from '../documents/codec/unreadable.ts'
import { describe } from '../documents/privacy/describe.ts'
import { OPERATIONS } from '../orders/intake/operation.ts'
import { parseRequest } from '../orders/intake/parse-request.ts'
import { OPERATION_NAMES, type OperationName } from '../orders/intake/products.ts'
import { Rejected, readInput } from './command.ts'
import { print } from './io.ts'

interface CheckOptions {
  readonly operation: OperationName
  readonly requirements: 'interface' | 'mismo'
}

/** The command that checks a request without a service. */
export function checkCommand(): Command {
  return new Command('check')
    .description('List what is understood of a request, masked, and everything wrong with it.')
    .argument('<file>', 'the request document; - reads standard input')
    .addOption(
      new Option('--operation <name>', 'the operation that it is for')
        .choices(OPERATION_NAMES)
        .default('credit_report'),
    )
    .addOption(
      new Option('--requirements <which>', 'as the account has it')
        .choices(['interface', 'mismo'])
        .default('interface'),
    )
    .exitOverride()
    .action(check)
}

async function check(file: string, { operation, requirements }: CheckOptions): Promise<void> {
  const understood = await understanding(file, operation, requirements)
  print(`dialect ${understood.dialect.name}`)
  print(describe(OPERATIONS[operation].request, understood.dialect, understood.kept))
  for (const note of understood.notes) print(`note: ${note}`)
  if (understood.errors.length === 0) return
  const faults = understood.errors.map(({ path, expected }) => `fault: ${path} ${expected}`)
  throw new Rejected(faults.join('\n'))
}

async function understanding(
  file: string,
  operation: OperationName,
  requirements: CheckOptions['requirements'],
) {
  try {
    return await parseRequest(OPERATIONS[operation], readInput(file), undefined, requirements)
  } catch (error) {
    if (error instanceof UnreadableDocument) throw new Rejected(error.message)
    throw error
  }
}
