/**
 * `trimerge completion SHELL`: prints a script that completes commands, options and their values.
 */
import { Argument, Command } from 'commander'
import { choicesOfSetting } from '../settings/settings.ts'
import { io } from './io.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

/** The words that can follow a command. */
interface Words {
  /** The words that name the command, without the program. */
  readonly path: string
  readonly commands: readonly { readonly name: string; readonly description: string }[]
  readonly options: readonly {
    readonly flag: string
    readonly description: string
    readonly takesValue: boolean
    readonly values: readonly string[]
  }[]
  /** The values of arguments with a fixed list of choices. */
  readonly values: readonly string[]
}

/** Returns the command that prints completion scripts for all commands of its program. */
export function completionCommand(): Command {
  return new Command('completion')
    .description('Print a completion script for a shell.')
    .addArgument(new Argument('<shell>', 'shell to complete in').choices(SHELLS))
    .exitOverride()
    .action((shell: Shell, _options, command: Command) => {
      const tree = wordsOf(rootOf(command), '')
      return io().write(SCRIPTS[shell](tree))
    })
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent)
}

function wordsOf(command: Command, path: string): readonly Words[] {
  const own: Words = {
    path,
    commands: command.commands.map((each) => ({
      name: each.name(),
      description: each.description(),
    })),
    options: command.options.flatMap(({ long, description, argChoices, hidden, ...option }) => {
      if (long === null || long === undefined || hidden) return []
      const values = argChoices ?? choicesOfSetting(long.slice(2))
      return [{ flag: long, description, takesValue: option.required || option.optional, values }]
    }),
    values: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  }
  const below = command.commands.flatMap((each) => wordsOf(each, `${path} ${each.name()}`.trim()))
  return [own, ...below]
}

const wordList = ({ commands, options, values }: Words) =>
  [
    ...commands.map(({ name }) => name),
    ...values,
    ...options.map(({ flag }) => flag),
    '--help',
  ].join(' ')

/**
 * The start of the bash script. It collects the words of the command line that name a command, in
 * order. No variable is called `path`, because zsh ties that name to its search path for programs.
 */
const BASH_HEAD = `# Completion of trimerge in bash.
_trimerge() {
  local word named="" candidate
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
    candidate="\${named:+$named }$word"
    case "$candidate" in
`

function bash(tree: readonly Words[]): string {
  const paths = tree
    .filter(({ path }) => path !== '')
    .map(({ path }) => `      ${quoted(path)}) named="$candidate" ;;`)
  const values = tree.flatMap(({ path, options }) =>
    options
      .filter((option) => option.values.length > 0)
      .map(
        ({ flag, values: choices }) =>
          `    ${quoted(`${path} ${flag}`.trim())}) COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$current")); return ;;`,
      ),
  )
  const words = tree.map(
    (each) =>
      `    ${quoted(each.path)}) COMPREPLY=($(compgen -W ${quoted(wordList(each))} -- "$current")) ;;`,
  )
  return `${BASH_HEAD}${paths.join('\n')}
    esac
  done
  case "\${named:+$named }$previous" in
${values.join('\n')}
  esac
  # Files, for the values of other options.
  case "$previous" in
    ${flagsWithFreeValue(tree).join('|')}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  case "$named" in
${words.join('\n')}
  esac
  # Files, where no word fits.
  [ \${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _trimerge trimerge
`
}

/** Returns the flags whose value is none of a list, in any command. */
function flagsWithFreeValue(tree: readonly Words[]): readonly string[] {
  const options = tree.flatMap((each) => each.options)
  return [...Map.groupBy(options, ({ flag }) => flag)]
    .filter(([, each]) => each.every(({ takesValue, values }) => takesValue && values.length === 0))
    .map(([flag]) => flag)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Returns the script for zsh, which runs the bash function through its `bashcompinit` module. */
function zsh(tree: readonly Words[]): string {
  return `#compdef trimerge
autoload -U +X bashcompinit && bashcompinit
${bash(tree)}`
}

function fish(tree: readonly Words[]): string {
  const lines = tree.flatMap(({ path, commands, options, values }) => {
    const condition = `-n ${quoted(`__trimerge_at ${path}`.trim())}`
    return [
      ...commands.map(
        ({ name, description }) =>
          `complete -c trimerge -f ${condition} -a ${name} -d ${quoted(description)}`,
      ),
      ...values.map((value) => `complete -c trimerge -f ${condition} -a ${quoted(value)}`),
      ...options.map(({ flag, description, takesValue, values: choices }) => {
        const file = takesValue ? ' -r -F' : ''
        const value = choices.length === 0 ? file : ` -x -a ${quoted(choices.join(' '))}`
        return `complete -c trimerge ${condition} -l ${flag.slice(2)}${value} -d ${quoted(description)}`
      }),
    ]
  })
  const paths = tree.map(({ path }) => path).filter((path) => path !== '')
  return `# Completion of trimerge in fish.
set -g __trimerge_paths ${paths.map(quoted).join(' ')}
function __trimerge_at
    set -l path
    for word in (commandline -opc)[2..]
        set -l candidate (string join -- ' ' $path $word)
        contains -- $candidate $__trimerge_paths; and set path (string split ' ' $candidate)
    end
    test "$path" = "$argv"
end
${lines.join('\n')}
`
}

const SCRIPTS: Readonly<Record<Shell, (tree: readonly Words[]) => string>> = { bash, zsh, fish }
