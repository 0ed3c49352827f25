/** Near misses of comments are counted once for each comment and rule, and go with the comment. */
import t, { type Test } from 'tap';
import { prune } from '../../src/service/retention.ts';
import { forgetPerson } from '../../store/forget-person.ts';
import { listNearWords } from '../../store/near-misses.ts';
import { changeEvent, HOUR, NOW } from '../comments/scene.ts';
import { ruleScene } from './scene.ts';

const DAY = 24 * HOUR;

async function counting(t: Test) {
  const world = await ruleScene(t);
  const words = async (ruleId = 'rule_1') =>
    (await listNearWords(world.sql, { ruleId, workspaceId: 'ws_1', limit: 100 })).map(
      ({ word, people, comments }) => `${word}: ${people} in ${comments}`,
    );
  return { ...world, words };
}

void t.test('people are counted by word, and each comment once', async (t) => {
  const { rule, judge, comment, words } = await counting(t);
  await rule('rule_1', ['link']);
  await comment('c1', 'ann', 'links please');
  await comment('c2', 'bob', 'LINKS!');
  await comment('c3', 'bob', 'the links?');
  await comment('c4', 'cleo', 'lnik');
  await comment('c5', 'dora', 'liiink');
  await comment('c6', 'ed', 'how nice');
  t.strictSame(await words(), ['links: 2 in 3', 'liiink: 1 in 1', 'lnik: 1 in 1']);
  await judge(['c1', 'c2', 'c3', 'c4', 'c5', 'c6']);
  t.strictSame(await words(), ['links: 2 in 3', 'liiink: 1 in 1', 'lnik: 1 in 1'], 'compared again');
});

void t.test('an edit moves a comment to what it says now', async (t) => {
  const { rule, judge, comment, words, take } = await counting(t);
  await rule('rule_1', ['link']);
  await comment('c1', 'ann', 'links please');
  await take(changeEvent('c1', 'edited', { at: NOW + 1, text: 'lnik please' }));
  await judge(['c1']);
  t.strictSame(await words(), ['lnik: 1 in 1']);
  await take(changeEvent('c1', 'edited', { at: NOW + 2, text: 'link please' }));
  await judge(['c1']);
  t.strictSame(await words(), [], 'it matches now');
});

void t.test('a comment counts for each of the first rules that it nearly matches', async (t) => {
  const { rule, comment, words, sql } = await counting(t);
  for (const id of ['rule_1', 'rule_2', 'rule_3', 'rule_4', 'rule_5', 'rule_6']) await rule(id, ['link']);
  await rule('rule_7', ['linkz'], { mediaId: 'media_1' });
  await comment('c1', 'ann', 'links please');
  t.strictSame(await words('rule_7'), ['links: 1 in 1']);
  t.strictSame(await words('rule_4'), ['links: 1 in 1']);
  t.equal((await sql`select from rule_near_misses`).length, 5);
});

void t.test('what cannot be a keyword is not kept', async (t) => {
  const { rule, comment, words } = await counting(t);
  await rule('rule_1', ['free guide']);
  await comment('c1', 'ann', `free${'.'.repeat(100)} guide`);
  t.strictSame(await words(), []);
});

void t.test(
  'a comment that is deleted counts no more, nor do those of a person who is forgotten',
  async (t) => {
    const { rule, comment, words, take, sql } = await counting(t);
    await rule('rule_1', ['link']);
    await comment('c1', 'ann', 'links');
    await comment('c2', 'bob', 'links');
    await comment('c3', 'cleo', 'links');
    await take(changeEvent('c1', 'deleted', { at: NOW + 1 }));
    t.strictSame(await words(), ['links: 2 in 2']);
    const person = {
      personId: 'bob',
      username: 'bob',
      conversationId: 'conv_1',
      workspaceId: 'ws_1',
      accountId: 'acc_1',
    };
    await sql.begin((tx) => forgetPerson(tx, person, NOW));
    t.strictSame(await words(), ['links: 1 in 1']);
  },
);

void t.test('they are deleted after 90 days, and with their rule', async (t) => {
  const { rule, judge, comment, words, sql } = await counting(t);
  await rule('rule_1', ['link']);
  await comment('c1', 'ann', 'links');
  await judge(['c1'], NOW + DAY);
  const clean = (now: number) => prune({ sql, directory: sql }, {}, now);
  t.match(await clean(NOW + 90 * DAY), { nearMisses: 0 });
  t.match(await clean(NOW + 90 * DAY + 1), { nearMisses: 1 }, 'comparing it again does not keep it');
  await comment('c2', 'ann', 'links');
  t.strictSame(await words(), ['links: 1 in 1']);
  await sql`delete from comment_rules`;
  t.equal((await sql`select from rule_near_misses`).length, 0);
});
