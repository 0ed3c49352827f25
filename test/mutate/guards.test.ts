/** The list of guards finds what it says it finds, and its choice is stable. */
import t from 'tap';
import { chooseGuards, guardsOf, listGuards } from './guards.ts';
import { mutantOf } from './guard-tests.ts';
import { mutated } from './mutant.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/install/pinned.js';

const changes = (file: string, source: string) =>
  guardsOf(file, source).map(({ subject, text, broken }) => [subject, text, broken]);

void t.test('a comparison is turned round, and an order also gets its other edge', async (t) => {
  t.strictSame(
    changes('src/a.ts', 'export const f = (a: A, now: number) => a.id === b.accountId && a.dueAt <= now;'),
    [
      ['id', 'a.id === b.accountId', 'a.id !== b.accountId'],
      ['time', 'a.dueAt <= now', 'a.dueAt > now'],
      ['time', 'a.dueAt <= now', 'a.dueAt < now'],
    ],
  );
});

void t.test('whether there is a value is no guard, nor is a comparison of other things', async (t) => {
  t.strictSame(changes('src/a.ts', "f(a.id === null, undefined !== at, text === 'state', size > 3);"), []);
});

void t.test('a condition in SQL is left out, and its edge moved; what is assigned stays', async (t) => {
  const source = [
    'export const f = (db) => db`',
    '  update posts set status = ${status} where workspace_id = ${find.workspaceId}::text and due_at <= ${now}',
    '  and (total_at + 1 > 2)`;',
  ].join('\n');
  t.strictSame(changes('store/a.ts', source), [
    ['workspace', 'workspace_id = ${find.workspaceId}::text', 'true'],
    ['time', 'due_at <= ${now}', 'true'],
    ['time', 'due_at <= ${now}', 'due_at < ${now}'],
  ]);
  t.strictSame(changes('src/a.ts', source), [], 'SQL is in store/ alone');
});

void t.test('every guard of the tree can be broken, in its place', async (t) => {
  const guards = listGuards();
  t.ok(guards.length > 500, `${guards.length} guards`);
  for (const guard of chooseGuards(guards, 'any', 40)) {
    const mutant = mutantOf(guard);
    const source = readFileSync(join(projectRoot, guard.file), 'utf8');
    const at = source.indexOf(mutant.find);
    t.equal(mutated(mutant, source).slice(0, at), source.slice(0, at), mutant.name);
    t.ok(mutant.tests.length > 0, mutant.file);
  }
});

void t.test('the same seed chooses the same guards, each once, and another seed others', async (t) => {
  const guards = listGuards();
  const chosen = chooseGuards(guards, 'one', 30);
  t.strictSame(chooseGuards(guards, 'one', 30), chosen);
  t.equal(new Set(chosen.map(({ file, text }) => `${file} ${text}`)).size, 30);
  t.notSame(chooseGuards(guards, 'two', 30), chosen);
});
