/** `trimerge check FILE`: the parsed fields of a request, masked, and all its errors. */
import { Command, Option } from 'commander'
import { UnreadableDocument } from '../documents/codec/unreadable.ts'
import { describe, describedFields } from '../documents/privacy/describe.ts'
import { OPERATIONS } from '../orders/intake/operation.ts'
import { parseRequest } from '../orders/intake/parse-request.ts'
import { OPERATION_NAMES, type OperationName } from '../orders/intake/products.ts'
import { Rejected, readInput } from './command.ts'
import { show } from './output.ts'

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
    .option('--json', 'print JSON')
    .exitOverride()
    .action((file: string, options: CheckOptions, command: Command) =>
      check(file, options, command),
    )
}

async function check(
  file: string,
  { operation, requirements }: CheckOptions,
  command: Command,
): Promise<void> {
  const { dialect, partial, notes, errors } = await parsedRequest(file, operation, requirements)
  const { request } = OPERATIONS[operation]
  const fields = describedFields(request, dialect, partial)
  await show(command, { dialect: dialect.name, fields, notes, errors }, [
    `dialect ${dialect.name}`,
    describe(request, dialect, partial).trimEnd(),
    ...notes.map((note) => `note: ${note}`),
  ])
  // After everything was printed: the errors are the reason of the exit status.
  if (errors.length === 0) return
  throw new Rejected(errors.map(({ path, expected }) => `error: ${path} ${expected}`).join('\n'))
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
