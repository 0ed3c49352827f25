/** A failover to a copy that lacks the last second, in which posts went out: only the service that sent them still knows. */
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { startService } from '../support/service.ts';
import { outageDatabase } from './database.ts';
import { outageWorld, untilWritable } from './world.ts';
import type { ReadSchema } from '../support/typed-calls.ts';

type Post = ReadSchema<'Post'>;

const NETWORKS = ['mastodon', 'bluesky', 'telegram'];
const MINUTE = 60_000;
/** Longer than mastodon remembers the key of a post. */
const LONG_MS = 90 * MINUTE;

void t.test('a post that was published in the lost second is not published again', async (t) => {
  const database = await outageDatabase(t);
  const running = await startService(t, { databaseUrl: database.url, platforms: NETWORKS });
  const { call, accounts, sandbox, advance } = running;
  const now = () => running.service.context.clock();
  const publish = async (content: string, inMs: number) => {
    const scheduledAt = new Date(now() + inMs).toISOString();
    const { body } = await call('POST', '/v1/posts', {
      content,
      accountIds: Object.values(accounts),
      scheduledAt,
    });
    return body.post.id;
  };
  const copies = (text: string) =>
    NETWORKS.map(
      (network) => sandbox.sandbox.ledger.entries({ network }).filter((one) => one.text === text).length,
    );
  const storedAs = async (id: string) =>
    (await database.sql<{ shown: string }[]>`select shown from actors where id = ${id}`)[0]!.shown;
  const lost = await publish('Published in the lost second', MINUTE);
  const later = await publish('Published afterwards', LONG_MS + 2 * MINUTE);

  await database.keepCopy();
  await untilWritable({ running });
  advance(MINUTE);
  const isPublished = ({ status }: Post) => status === 'published';
  const before = await running.until(lost, isPublished, { advancesMs: 1_000 });
  await database.goAway('refused');
  advance(LONG_MS);
  await database.failOver();
  t.equal(await storedAs(lost), 'scheduled', 'the database knows nothing of it');
  await database.restore();
  await untilWritable({ running });

  await eventually(async () => (await storedAs(lost)) === 'published');
  t.same(copies('Published in the lost second'), [1, 1, 1], 'one copy on each network');
  const idsOf = ({ deliveries }: Post) => deliveries.map(({ networkPostId }) => networkPostId).sort();
  const after = (await call('GET', `/v1/posts/${lost}`)).body.post;
  t.same(idsOf(after), idsOf(before), 'and the ids that it had');

  advance(2 * MINUTE);
  await running.until(later, isPublished, { advancesMs: 1_000 });
  t.same(copies('Published afterwards'), [1, 1, 1], 'what comes later goes out as ever');
  await eventually(async () => (await database.sql`select from effects`).length === 0);
});

void t.test('what was changed in the lost second is shown as the database has it', async (t) => {
  const database = await outageDatabase(t);
  const running = await startService(t, { databaseUrl: database.url, platforms: ['mastodon'] });
  const { call, accounts } = running;
  const body = { content: 'First words', accountIds: Object.values(accounts), draft: true };
  const { post } = (await call('POST', '/v1/posts', body)).body;
  const shown = async () => (await call('GET', `/v1/posts/${post.id}`)).body.post.content;
  const listed = async () => (await call('GET', '/v1/posts')).body.posts.at(-1).content;
  t.same([await shown(), await listed()], ['First words', 'First words']);

  await database.keepCopy();
  await untilWritable({ running });
  await call('PATCH', `/v1/posts/${post.id}`, { content: 'Words of the lost second' });
  t.same([await shown(), await listed()], ['Words of the lost second', 'Words of the lost second']);
  await database.goAway('refused');
  await database.failOver();
  await database.restore();
  await eventually(async () => (await shown()) === 'First words'); // noticed with the next heartbeat
  for (let write = 0; write < 4; write += 1) {
    await untilWritable({ running }); // writes a post, so the workspace's counters reach those of the lost second again
    t.same([await shown(), await listed()], ['First words', 'First words'], `after ${write + 1} posts`);
  }
});

void t.test(
  "a rule's message that was sent in the lost second is `sent`, although the network refuses another",
  async (t) => {
    const world = await outageWorld(t);
    const { running, database, accountId, mediaId } = world;
    const { call, sandbox, advance } = running;
    const comment = (username: string, text: string) =>
      controlOf(sandbox)('people', {
        network: 'instagram',
        person: { username },
        act: { comment: { text, mediaId } },
      });
    const terms = { accountId, keywords: ['link'], dmText: 'Here it is', publicReplies: [] };
    const { rule } = (await call('POST', '/v1/comment-dm-rules', terms)).body;
    const entries = async () =>
      (await call('GET', `/v1/comment-dm-rules/${rule.id}/events?queued=true`)).body.events;
    const isSent = async () => (await entries())[0]?.status === 'sent';

    await database.keepCopy();
    await untilWritable(world);
    await comment('ann', 'the link');
    await eventually(isSent);
    await database.goAway('refused');
    await database.failOver();
    await database.restore();
    await untilWritable(world);
    t.strictSame(await entries(), [], 'the database knows nothing of it');
    await eventually(async () => {
      advance(MINUTE);
      return (await entries()).some(({ status }) => status !== 'queued');
    });
    t.match(await entries(), [{ status: 'sent', comment: { text: 'the link' }, dm: { messageId: String } }]);
  },
);
