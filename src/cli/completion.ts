/** `troupe completion …`: scripts that complete commands and options. They are made from the table of commands. */
import { type Command, OPTIONS, takesNo } from './command.ts';

type Commands = { [name: string]: Command };

const SHELLS = {
  bash: { write: bashScript, use: 'source <(troupe completion bash)            # in ~/.bashrc' },
  zsh: { write: zshScript, use: 'source <(troupe completion zsh)             # in ~/.zshrc, after compinit' },
  fish: {
    write: fishScript,
    use: 'troupe completion fish | source             # in ~/.config/fish/config.fish',
  },
} as const;

/** @param all reads every other command */
export const completionCommands = (all: () => Promise<Commands>): Commands =>
  Object.fromEntries(
    Object.entries(SHELLS).map(([shell, { write, use }]) => [
      `completion ${shell}`,
      {
        options: [],
        alone: true,
        help: `troupe completion ${shell}

Prints a script that completes commands and options of troupe in ${shell}. Where nothing is known, files are offered.

  ${use}
`,
        prepare({ rest }) {
          takesNo(rest);
          return async () => {
            process.stdout.write(write(treeOf(await all())));
          };
        },
      } satisfies Command,
    ]),
  );

/** What may follow `troupe`: for each first word the second ones, or none, and the options of both together. */
interface Tree {
  firsts: string[];
  seconds: Map<string, string[]>;
  /** By `keys create` or `post`. */
  options: Map<string, Option[]>;
}
interface Option {
  name: string;
  takesValue: boolean;
}

function treeOf(commands: Commands): Tree {
  const shells: [string, Pick<Command, 'options'>][] = Object.keys(SHELLS).map((shell) => [
    `completion ${shell}`,
    { options: [] },
  ]);
  const all = [...Object.entries(commands), ...shells];
  const seconds = new Map<string, string[]>();
  for (const [name] of all) {
    const [first, second] = name.split(' ') as [string, string?];
    seconds.set(first, [...(seconds.get(first) ?? []), ...(second === undefined ? [] : [second])]);
  }
  const valued = (name: Command['options'][number]) => OPTIONS[name].type === 'string';
  return {
    firsts: [...seconds.keys(), 'help'],
    seconds,
    options: new Map(
      all.map(([name, { options }]) => [
        name,
        [
          ...options.map((option) => ({ name: option, takesValue: valued(option) })),
          { name: 'json', takesValue: false },
          { name: 'help', takesValue: false },
        ],
      ]),
    ),
  };
}

const long = (options: Option[]) => options.map(({ name }) => `--${name}`).join(' ');

/** The words to choose from, by what was typed: the patterns of `case`, the same in bash and zsh. */
function cases({ firsts, seconds, options }: Tree, assign: (words: string) => string): string {
  const exact = [...options].map(([name, own]) => [
    name.includes(' ') ? `"${name}"*` : `"${name} "*`,
    long(own),
  ]);
  const partial = [...seconds].flatMap(([first, second]) =>
    second.length > 0 ? [[`"${first} "*`, second.join(' ')]] : [],
  );
  const lines = [
    ...exact,
    ...partial,
    ['"help "*', [...seconds.keys()].join(' ')],
    ['" "', firsts.join(' ')],
  ];
  return lines.map(([pattern, words]) => `    ${pattern}) ${assign(words!)} ;;\n`).join('');
}

function bashScript(tree: Tree): string {
  return `_troupe() {
  local word=\${COMP_WORDS[COMP_CWORD]} choices='' names=() i
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ \${COMP_WORDS[i]} == -* ]] || names+=("\${COMP_WORDS[i]}")
  done
  case "\${names[0]-} \${names[1]-}" in
${cases(tree, (words) => `choices='${words}'`)}  esac
  COMPREPLY=($(compgen -W "$choices" -- "$word"))
}
complete -o default -F _troupe troupe
`;
}

function zshScript(tree: Tree): string {
  return `#compdef troupe
_troupe() {
  local -a choices names
  names=(\${words[2,CURRENT-1]:#-*})
  case "\${names[1]} \${names[2]}" in
${cases(tree, (words) => `choices=(${words})`)}  esac
  compadd -a choices || _files
}
compdef _troupe troupe
`;
}

function fishScript({ seconds, options }: Tree): string {
  const lines = [...seconds].flatMap(([first, second]) => {
    const within = `__fish_seen_subcommand_from ${first}`;
    const words =
      second.length > 0
        ? [
            `complete -c troupe -f -n '${within}; and not __fish_seen_subcommand_from ${second.join(' ')}' -a '${second.join(' ')}'`,
          ]
        : [];
    return [`complete -c troupe -f -n __fish_use_subcommand -a ${first}`, ...words];
  });
  const own = [...options].flatMap(([name, list]) => {
    const [first, second] = name.split(' ') as [string, string?];
    const seen = [first, ...(second === undefined ? [] : [second])]
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    return list.map(
      (option) => `complete -c troupe -n '${seen}' -l ${option.name}${option.takesValue ? ' -r' : ''}`,
    );
  });
  return `${[...lines, 'complete -c troupe -f -n __fish_use_subcommand -a help', ...own].join('\n')}\n`;
}
