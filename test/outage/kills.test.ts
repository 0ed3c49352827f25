/** The service and Postgres are killed again and again; TROUPE_TEST_SEED repeats a run. */
// Long test: a dozen kills and starts of two programs; test/prove/slice.test.ts kills the service in npm test.
import { rm } from 'node:fs/promises';
import t from 'tap';
import type { LedgerEntry } from '../../simulators/simulator.ts';
import type { PersonView } from '../../simulators/people.ts';
import { seedOf } from '../support/property.ts';
import { makeTestFolder } from '../support/temporary-folder.ts';
import { type Killed, openKills, playKills } from './kills.ts';
import { RULE_KEYWORD } from './scenario.ts';

const KILLS = 12;

void t.test('kill -9 of service and Postgres: each thing once, and nothing is left behind', async (t) => {
  const folder = await makeTestFolder();
  const { stage, postgres } = await openKills(folder);
  t.teardown(async () => {
    await stage.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const run = await playKills({ stage, postgres }, { seed: seedOf(t), kills: KILLS });
  const { posts, commented, wrote, kills } = run;
  t.comment(JSON.stringify({ kills, posts: posts.length, commented: commented.length, wrote: wrote.size }));
  t.ok(commented.length > 0 && wrote.size > 0 && posts.length > 0, 'something happened');
  const breaches = [...(await checkPeople(run)), ...(await checkPosts(run)), ...(await checkDatabase(run))];
  t.same(breaches, [], run.trace.join('\n'));
});

/** One message for each person and rule, one run for each person; entries say what happened. */
async function checkPeople({ stage, people, ruleId, automationId, mark, commented, wrote }: Killed) {
  const breaches: string[] = [];
  const view = async (username: string) => {
    const query = { network: people.account.row.network, account: people.account.remoteId, username };
    return (await stage.control('GET', `people?${new URLSearchParams(query).toString()}`)) as PersonView;
  };
  const entries = await stage.sql<{ commentId: string; state: string; doubt: string | null }[]>`
    select p.comment_id as "commentId", a.shown as state, a.snapshot #>> '{context,doubt}' as doubt
    from private_replies p join actors a on a.id = p.id where p.rule_id = ${ruleId}`;
  for (const { id, person, text } of commented) {
    const own = entries.filter(({ commentId }) => commentId === id);
    const had = (await view(person)).messages.filter(({ commentId }) => commentId === id).length;
    const matches = text.toLowerCase().includes(RULE_KEYWORD);
    if (own.length !== (matches ? 1 : 0))
      breaches.push(`${person}'s ${id} (${text}) has ${own.length} entries`);
    if (had > 1) breaches.push(`${person} has ${had} messages of the rule`);
    const [entry] = own;
    if (entry && entry.doubt === null && (entry.state === 'sent') !== (had === 1))
      breaches.push(`${person}'s entry is ${entry.state}, and the network has ${had}`);
    const stored = await stage.sql`select from comments where id = ${id}`;
    if (stored.length !== 1) breaches.push(`the comment ${id} is here ${stored.length} times`);
  }
  const runs = await stage.sql<{ username: string; state: string; count: number }[]>`
    select c.username, min(a.shown) as state, count(*)::int as count
    from dm_runs r join actors a on a.id = r.id join conversations c on c.id = r.conversation_id
    where r.automation_id = ${automationId} group by 1`;
  for (const person of wrote) {
    const own = runs.find(({ username }) => username === person);
    const asked = (await view(person)).messages.filter(({ text }) => text.startsWith(mark)).length;
    if (own?.count !== 1) breaches.push(`${person} has ${own?.count ?? 0} runs`);
    if (asked > 1) breaches.push(`${person} was asked ${asked} times`);
    const stored = await stage.sql`
      select from direct_messages m join conversations c on c.id = m.conversation_id
      where c.username = ${person} and m.direction = 'in'`;
    if (stored.length !== 1) breaches.push(`the message of ${person} is here ${stored.length} times`);
  }
  return breaches;
}

async function checkPosts({ stage, posts }: Killed) {
  const breaches: string[] = [];
  for (const { tenant, text, id } of posts) {
    const copies = (await stage.ledger(tenant.account)).filter(
      (entry: LedgerEntry) => entry.text === text,
    ).length;
    const { body } = (await stage.call(tenant, 'GET', `/v1/posts/${id}`))!;
    if (copies !== 1 || body.post.status !== 'published')
      breaches.push(`${text} is ${body.post.status}, and the network has ${copies}`);
  }
  return breaches;
}

/** Nothing is parked, set aside or left, and the feed has no gap. */
async function checkDatabase({ stage: { sql, now } }: Killed) {
  const left = await sql<{ what: string; count: number }[]>`
    select * from (values
      ('actors are parked', (select count(*)::int from actors where status = 'needs_attention')),
      ('events were set aside', (select count(*)::int from inbound where fault is not null)),
      ('effects are left', (select count(*)::int from effects)),
      ('timers are overdue by an hour', (select count(*)::int from mailbox m join actors a on a.id = m.actor_id
        where m.due_at < to_timestamp(${now()}::float8 / 1000) - interval '1 hour')),
      ('feeds have gaps', (select count(*)::int from (
        select last_seq - count as from_seq, lag(last_seq) over (partition by workspace_id order by last_seq) as before
        from feed) f where before is not null and before <> from_seq))
    ) as found (what, count) where count > 0`;
  return left.map(({ what, count }) => `${count}: ${what}`);
}
