import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { OPTIONS } from '../../src/cli/command.ts';
import { loading } from '../support/loading.ts';

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
const run = promisify(execFile);
const env = { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), ...loading };
const script = async (shell: string) =>
  (await run(process.execPath, [cli, 'completion', shell], { env })).stdout;

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
  t.strictSame(await ask('p'), ['post', 'password', 'plan']);
  t.strictSame(await ask('keys', ''), ['create', 'list', 'revoke']);
  t.strictSame(await ask('flows', 'l'), ['list']);
  t.strictSame(await ask('completion', ''), ['bash', 'zsh', 'fish']);
  t.strictSame(await ask('post', 'Hello', '--acc'), ['--account']);
  t.strictSame(await ask('post', '--w'), ['--workspace', '--with', '--wait']);
  t.strictSame(await ask('keys', 'create', '--name', 'x', '--u'), ['--user']);
  t.strictSame(await ask('keys', 'list', '--n'), [''], 'an option of another command is not offered');
  t.strictSame(await ask('help', 'ex'), ['explain']);
  t.strictSame(await ask('replay', 'file'), [''], 'then the shell offers files');
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
  t.match(await script('fish'), "complete -c troupe -n '__fish_seen_subcommand_from post' -l account -r\n");
  t.match(await script('fish'), "complete -c troupe -n '__fish_seen_subcommand_from post' -l now\n");
  t.match(
    await script('zsh'),
    /"keys create"\*\) choices=\(--name --user --scopes --workspaces --json --help\) ;;/,
  );
});
