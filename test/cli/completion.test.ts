import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { OPTIONS } from '../../src/cli/command.ts';
import { isCi } from '../support/property.ts';
import { loading } from '../support/loading.ts';

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
const run = promisify(execFile);
const env = { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), ...loading };
const scripts = new Map<string, Promise<string>>();
/** Written once: it starts the command line. */
function script(shell: string): Promise<string> {
  const written =
    scripts.get(shell) ??
    run(process.execPath, [cli, 'completion', shell], { env }).then(({ stdout }) => stdout);
  scripts.set(shell, written);
  return written;
}

void t.test('bash completes commands, then their options', async (t) => {
  const file = join(t.testdir(), 'completion.bash');
  await writeFile(file, await script('bash'));
  const ask = async (...words: string[]) => {
    const { stdout } = await run(
      'bash',
      [
        '-euc',
        'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _troupe || true; printf "%s\\n" "${COMPREPLY[@]-}"',
        'bash',
        file,
        'troupe',
        ...words,
      ],
      { env },
    );
    return stdout.trim().split('\n');
  };
  t.strictSame(await ask('p'), ['post', 'posts', 'password', 'plan']);
  t.strictSame(await ask('keys', ''), ['create', 'list', 'revoke']);
  t.strictSame(await ask('flows', 'l'), ['list']);
  t.strictSame(await ask('completion', ''), ['bash', 'zsh', 'fish']);
  t.strictSame(await ask('post', 'Hello', '--acc'), ['--account']);
  t.strictSame(await ask('post', '--w'), ['--workspace', '--with', '--wait']);
  t.strictSame(await ask('keys', 'create', '--name', 'x', '--u'), ['--user']);
  t.strictSame(await ask('keys', 'list', '--n'), [''], 'an option of another command is not offered');
  t.strictSame(await ask('help', 'expl'), ['explain']);
  t.strictSame(await ask('replay', 'file'), [''], 'then the shell offers files');
});

/** Types a line and a tab into a zsh on a terminal of its own, then asks for what stands there. */
const ZSH = String.raw`
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "unsetopt beep; autoload -Uz compinit; compinit -u -D; source $1
  show() { print -r -- \"<\$BUFFER>\"; BUFFER='' }; zle -N show; bindkey '^X' show; print READ''Y"
zpty -r -m shell said '*READY*'
shift
for line; do
  zpty -w -n shell "$line"$'\t\x18'
  zpty -r -m shell said '*<*>*'
  said=\${said##*<}
  print -r -- \${said%%>*}
done
zpty -d shell
`.replaceAll('\\${', '${');

/** Those that are there. `npm test` installs both where it may; with CI set it fails without them. */
const shells = ['zsh', 'fish'].filter((shell) => {
  const isThere = spawnSync(shell, ['-c', 'exit 0']).status === 0;
  if (!isThere && isCi) t.fail(`${shell} is not installed`);
  if (!isThere) t.comment(`${shell} is not installed here: its script is only read`);
  return isThere;
});

if (shells.includes('zsh'))
  void t.test('zsh completes commands, then their options', async (t) => {
    const file = join(t.testdir(), 'completion.zsh');
    await writeFile(file, await script('zsh'));
    const lines: [typed: string, becomes: string][] = [
      ['troupe va', 'troupe validate '],
      ['troupe keys cr', 'troupe keys create '],
      ['troupe flows l', 'troupe flows list '],
      ['troupe post Hello --acc', 'troupe post Hello --account '],
      ['troupe keys create --name x --u', 'troupe keys create --name x --user '],
      ['troupe keys list --n', 'troupe keys list --n'],
      ['troupe help expl', 'troupe help explain '],
      ['troupe completion f', 'troupe completion fish '],
    ];
    const asked = run('zsh', ['-fc', ZSH, 'zsh', file, ...lines.map(([typed]) => typed)], {
      env: { ...env, TERM: 'dumb' },
      timeout: 60_000,
    });
    t.strictSame(
      (await asked).stdout.replace(/\n$/, '').split('\n'),
      lines.map(([, becomes]) => becomes),
    );
  });

if (shells.includes('fish'))
  void t.test('fish completes commands, then their options', async (t) => {
    // where nothing is known, files are offered: there are none
    const folder = t.testdir({ empty: {} });
    const [file, empty] = [join(folder, 'completion.fish'), join(folder, 'empty')];
    await writeFile(file, await script('fish'));
    const lines: [typed: string, offered: string[]][] = [
      ['troupe p', ['password', 'plan', 'post', 'posts']],
      ['troupe keys ', ['create', 'list', 'revoke']],
      ['troupe flows l', ['list']],
      ['troupe completion ', ['bash', 'fish', 'zsh']],
      ['troupe post Hello --acc', ['--account']],
      ['troupe post "tail" --cou', []],
      ['troupe post --w', ['--wait', '--with', '--workspace']],
      ['troupe keys create --name x --u', ['--user']],
      ['troupe keys list --n', []],
      ['troupe help expl', ['explain']],
    ];
    const ask = String.raw`source $argv[1]
for line in $argv[2..]
  complete -C $line | string split -f1 \t | string join ' '
  echo .
end`;
    const { stdout, stderr } = await run('fish', ['-N', '-c', ask, file, ...lines.map(([typed]) => typed)], {
      env: { ...env, HOME: empty },
      cwd: empty,
      timeout: 60_000,
    });
    t.equal(stderr, '');
    t.strictSame(
      stdout
        .trimEnd()
        .replace(/\n?\.$/, '')
        .split(/\n?\.\n/)
        .map((words) => words.split(' ').filter((word) => word !== '')),
      lines.map(([, offered]) => offered),
    );
  });

void t.test('every command and option is known to each shell', async (t) => {
  const { stdout: overview } = await run(process.execPath, [cli, 'help'], { env });
  const commands = new Set([...overview.matchAll(/^ {2}troupe ([a-z]+)/gm)].map(([, word]) => word!));
  t.ok(commands.size > 10);
  for (const shell of ['bash', 'zsh', 'fish']) {
    const text = await script(shell);
    for (const word of commands) t.match(text, new RegExp(`\\b${word}\\b`), `${shell}: ${word}`);
    for (const option of Object.keys(OPTIONS))
      t.match(text, new RegExp(`(--|-l )${option}\\b`), `${shell}: --${option}`);
  }
  const fish = await script('fish');
  t.match(fish, "complete -c troupe -n '__troupe_within post' -l account -r\n");
  t.match(fish, "complete -c troupe -n '__troupe_within post' -l now\n");
  // what is read where no fish can run it: functions that end, then one command a line
  const [functions = '', ...lines] = fish.split(/^(?=complete )/m);
  t.equal(functions.match(/^function /gm)?.length, functions.match(/^end$/gm)?.length);
  for (const line of lines)
    t.match(
      line,
      /^complete -c troupe (-f )?-n '__troupe_(next|within)[a-z0-9 -]*' (-a '[a-z0-9 -]+'|-l [a-z-]+( -r)?)\n$/,
    );
  t.match(
    await script('zsh'),
    /"keys create"\*\) choices=\(--name --user --scopes --workspaces --json --help\) ;;/,
  );
});
