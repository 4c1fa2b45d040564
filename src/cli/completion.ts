/** `signals completion`: scripts that complete the words of a command line. */

import type { CompletionOptions } from './arguments';
import { commands, type CommandRecord, type OptionRecord } from './commands';
import { writeOutput } from './writeOutput';

/** @returns The exit code. */
export async function completion({ shell }: CompletionOptions): Promise<number> {
  await writeOutput(null, { bash: bashScript, zsh: zshScript, fish: fishScript }[shell]());
  return 0;
}

const helpOption: OptionRecord = { name: 'help', help: 'Explains the options.' };

function optionsOf({ options }: CommandRecord): readonly OptionRecord[] {
  return [...options, helpOption];
}

/** Where nothing fits, bash completes names of files. */
function bashScript(): string {
  const names = commands.map(({ name }) => name);
  const valued = commands.flatMap(({ name, options }) =>
    options.flatMap(({ name: option, value, choices = [] }) =>
      value === undefined ? [] : `      "${name} --${option}") words="${choices.join(' ')}" ;;`,
    ),
  );
  const own = commands.map(
    command =>
      `      ${command.name}) words="${optionsOf(command)
        .map(({ name }) => `--${name}`)
        .join(' ')}" ;;`,
  );
  const operands = commands.flatMap(({ name, operands: words = [] }) =>
    words.length > 0 ? `      ${name}) words="${words.join(' ')}" ;;` : [],
  );
  return `# Completion of signals for bash, written by: signals completion bash
_signals() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${names.join(' ')} help"
  elif [ "$command" = help ]; then
    words="${names.join(' ')}"
  elif [[ "$previous" == --* ]] && [[ " ${valuedNames().join(' ')} " == *" $command $previous "* ]]; then
    case "$command $previous" in
${valued.join('\n')}
    esac
  elif [[ "$current" == -* ]]; then
    case "$command" in
${own.join('\n')}
    esac
  else
    case "$command" in
${operands.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _signals signals
`;
}

function valuedNames(): string[] {
  return commands.flatMap(({ name, options }) =>
    options.flatMap(({ name: option, value }) =>
      value === undefined ? [] : `${name} --${option}`,
    ),
  );
}

function zshScript(): string {
  const described = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`);
  const cases = commands.map(command => {
    const { name, operands } = command;
    const specs = optionsOf(command).map(zshOption);
    const words = operands ? `:word:(${operands.join(' ')})` : ':file:_files';
    return `    ${name}) _arguments ${[...specs, quoted(`*${words}`)].join(' \\\n      ')} ;;`;
  });
  return `#compdef signals
# Completion of signals for zsh, written by: signals completion zsh
_signals() {
  local -a commands
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = "_signals" ]; then
  _signals "$@"
else
  compdef _signals signals
fi
`;
}

function zshOption({ name, value, choices, isRepeatable, help }: OptionRecord): string {
  const text = help.replace(/[\\[\]:]/g, String.raw`\$&`);
  const taken =
    value === undefined ? '' : `:${value}:${choices ? `(${choices.join(' ')})` : '_files'}`;
  return quoted(`${isRepeatable ? '*' : ''}--${name}[${text}]${taken}`);
}

function fishScript(): string {
  const names = commands.map(({ name }) => name).join(' ');
  const words = commands.flatMap(command => {
    const { name, summary, operands } = command;
    const seen = `__fish_seen_subcommand_from ${name}`;
    return [
      `complete -c signals -n "not __fish_seen_subcommand_from ${names}" -f -a ${name} -d ${quoted(summary)}`,
      ...(operands ? [`complete -c signals -n "${seen}" -f -a "${operands.join(' ')}"`] : []),
      ...optionsOf(command).map(option => `complete -c signals -n "${seen}" ${fishOption(option)}`),
    ];
  });
  return `# Completion of signals for fish, written by: signals completion fish
${words.join('\n')}
`;
}

function fishOption({ name, value, choices, help }: OptionRecord): string {
  const taken = value === undefined ? '' : choices ? ` -x -a "${choices.join(' ')}"` : ' -r';
  return `-l ${name}${taken} -d ${quoted(help)}`;
}

/** In single quotes, as all three shells read them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
