/** `trimerge check FILE`: the parsed fields of a request, masked, and all its errors. */
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
    .description('Validate a request offline: print its parsed fields, masked, and all errors.')
    .argument('<file>', 'request document; - reads standard input')
    .addOption(
      new Option('--operation <name>', 'operation of the request')
        .choices(OPERATION_NAMES)
        .default('credit_report'),
    )
    .addOption(
      new Option('--requirements <which>', 'requirements of the account')
        .choices(['interface', 'mismo'])
        .default('interface'),
    )
    .exitOverride()
    .action(check)
}

async function check(file: string, { operation, requirements }: CheckOptions): Promise<void> {
  const parsed = await parsedRequest(file, operation, requirements)
  print(`dialect ${parsed.dialect.name}`)
  print(describe(OPERATIONS[operation].request, parsed.dialect, parsed.partial))
  for (const note of parsed.notes) print(`note: ${note}`)
  if (parsed.errors.length === 0) return
  const errors = parsed.errors.map(({ path, expected }) => `error: ${path} ${expected}`)
  throw new Rejected(errors.join('\n'))
}

async function parsedRequest(
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
