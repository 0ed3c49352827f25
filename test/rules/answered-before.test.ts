/** What a rule does not answer because somebody has, or because it has done so itself. */
import t from 'tap';
import { ruleScene } from './scene.ts';

void t.test('a comment that a person answered privately gets no message of a rule', async (t) => {
  const { sql, rule, comment, judge } = await ruleScene(t);
  await rule('rule_1', ['link']);
  await comment('1', 'ann', 'hello');
  await sql`update comments set private_reply_at = now(), text = 'link please' where id = '1'`;
  await judge(['1']);
  const replies = await sql`
    select p.comment_id as id, s.shown, s.reason from private_replies p join actors s on s.id = p.id`;
  t.strictSame([...replies], [{ id: '1', shown: 'skipped', reason: 'answered' }]);
});

void t.test('a comment that a rule matched is not compared again', async (t) => {
  const { sql, rule, comment, judge } = await ruleScene(t);
  await rule('rule_1', ['link']);
  await comment('1', 'ann', 'link please');
  await judge(['1']);
  await judge(['1']);
  const replies = await sql`select comment_id as id from private_replies`;
  t.strictSame([...replies], [{ id: '1' }]);
});
