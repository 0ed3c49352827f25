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

function fishScript({ firsts, seconds, options }: Tree): string {
  const words = [
    ['', firsts],
    ...[...seconds].filter(([, second]) => second.length > 0),
    ['help', [...seconds.keys()]],
  ] as const;
  const lines = words.map(
    ([before, after]) =>
      `complete -c troupe -f -n '${`__troupe_next ${before}`.trim()}' -a '${after.join(' ')}'`,
  );
  const own = [...options].flatMap(([name, list]) =>
    list.map(
      (option) =>
        `complete -c troupe -n '__troupe_within ${name}' -l ${option.name}${option.takesValue ? ' -r' : ''}`,
    ),
  );
  return `# the words before the one that is being typed, without options
function __troupe_names
  set -l names (string match -v -- '-*' (commandline -opc))
  string join \\n -- $names[2..]
end
# whether exactly these words come before it
function __troupe_next
  set -l names (__troupe_names)
  test "$names" = "$argv"
end
# whether these words come first
function __troupe_within
  set -l names (__troupe_names)
  set -l asked (count $argv)
  test (count $names) -ge $asked; and test "$names[1..$asked]" = "$argv"
end
${[...lines, ...own].join('\n')}
`;
}
