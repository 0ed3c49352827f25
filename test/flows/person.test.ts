/** What people write and send is kept as long as the workspace wants, given out, and deleted so that it does not come back. */
import t from 'tap';
import type { Test } from 'tap';
import type { InboundEvent } from '../../adapters/port/inbound.ts';
import { takeComments } from '../../src/features/comments/index.ts';
import { prune } from '../../src/service/retention.ts';
import { kinds } from '../../src/kinds/index.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { startService } from '../support/service.ts';
import { untilReceiving } from '../support/until-receiving.ts';

const DAY = 24 * 3_600_000;

/** The service with an Instagram account, and people who write, send files and comment. */
async function withPeople(t: Test) {
  const running = await startService(t, { platforms: ['instagram'], subscribes: true });
  const { sandbox, call, service, baseUrl } = running;
  const control = controlOf(sandbox);
  const act = (username: string, what: object) =>
    control('people', { network: 'instagram', person: { username }, act: what });
  await untilReceiving(service, 'instagram');
  const inbox = async () => (await call('GET', '/v1/inbox')).body.conversations;
  const thread = async (id: string) => (await call('GET', `/v1/inbox/${id}/messages`)).body.messages;
  const clean = () =>
    prune(
      { sql: service.sql, directory: service.directory, media: service.context.media },
      kinds,
      service.context.clock(),
    );
  /** The address of a copy in a thread, once it is there. */
  const copyIn = (id: string): Promise<string> =>
    eventually(async () => {
      const shown = (await thread(id)).flatMap(
        ({ attachments }: { attachments: { url: string }[] }) => attachments,
      );
      return shown.map(({ url }) => url).find((url: string) => url?.startsWith(`${baseUrl}/media/p-`));
    });
  const isGone = (url: string) => eventually(async () => (await fetch(url)).status === 404);
  const comment = async (username: string, text: string) => {
    const { posts } = await control('people?network=instagram');
    const mediaId = posts.find(({ origin }: { origin: string }) => origin === 'elsewhere').id;
    return (await act(username, { comment: { text, mediaId } })).commentId;
  };
  const comments = async () => (await call('GET', '/v1/comments')).body.comments;
  return { ...running, control, act, inbox, thread, clean, copyIn, isGone, comment, comments };
}

void t.test('a picture that a person sends is copied, and the copy goes when it is unsent', async (t) => {
  const { act, inbox, thread, copyIn, isGone, service, sandbox } = await withPeople(t);
  await act('ann', { send: { type: 'image' } });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  const url = await copyIn(id);
  const copy = await fetch(url);
  t.match([copy.status, copy.headers.get('content-type')], [200, 'image/jpeg']);
  t.match(copy.headers.get('cache-control'), /private/);
  const original = await (await fetch(`${sandbox.url}/samples/photo.jpg`)).arrayBuffer();
  t.ok(Buffer.from(await copy.arrayBuffer()).equals(Buffer.from(original)));
  t.match((await thread(id))[0].attachments, [{ type: 'image', url, expired: false }]);
  await act('ann', { delete: true });
  await isGone(url);
  t.match((await thread(id))[0], { deleted: true, attachments: [] });
  await eventually(async () => (await service.sql`select from message_copies`).length === 0);
});

void t.test(
  'stories, shared posts and what is not media are not copied; a story expires after a day',
  async (t) => {
    const { act, inbox, thread, service, sandbox, advance } = await withPeople(t);
    await act('ann', { mentionStory: true });
    await act('ann', { send: { type: 'share' } });
    await act('ann', { send: { type: 'file', url: `${sandbox.url}/control/people?network=instagram` } });
    const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
    await eventually(async () => (await thread(id)).length === 3);
    /** The state of the actor that copies the file, and the minutes until its next try. */
    const copies = async () => {
      const rows = await service.sql<{ state: string; tries: number; next: Date | null; reason: string }[]>`
        select shown as state, planned_at as next, reason, (snapshot -> 'context' ->> 'tries')::int as tries
        from actors where kind = 'media_copy'`;
      return rows.map(({ next, ...row }) => ({
        ...row,
        minutes: next && Math.ceil((next.getTime() - service.context.clock()) / 60_000),
      }));
    };
    const waiting = (tries: number) =>
      eventually(async () => {
        const [copy] = await copies();
        return copy?.state === 'waiting' && copy.tries === tries && copy;
      });
    t.match(await waiting(1), { minutes: 1, reason: /./ });
    advance(2 * 60_000);
    t.match(await waiting(2), { minutes: 15 });
    advance(20 * 60_000);
    await eventually(async () => (await copies())[0]?.state === 'failed');
    t.match(await copies(), [{ tries: 3, minutes: null }], 'the file is tried three times, the others never');
    const attachment = async (type: string) =>
      (await thread(id)).flatMap(({ attachments }) => attachments).find((one) => one.type === type);
    const file = await attachment('file');
    t.match(file, { type: 'file', url: /control/, expired: false }, 'it is shown where the network has it');
    t.match(await attachment('story_mention'), { type: 'story_mention', url: /^http/, expired: false });
    advance(DAY);
    t.match(await attachment('story_mention'), { type: 'story_mention', url: null, expired: true });
  },
);

void t.test('copying can be switched off', async (t) => {
  const { act, inbox, thread, service, call } = await withPeople(t);
  t.match((await call('GET', '/v1/inbox-settings')).body, { keepMessagesDays: null, copyFiles: true });
  const off = { keepMessagesDays: null, copyFiles: false };
  t.match((await call('PUT', '/v1/inbox-settings', off)).body, off);
  t.match((await call('GET', '/v1/inbox-settings')).body, off);
  await act('ann', { send: { type: 'image' } });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  t.match((await thread(id))[0].attachments[0].url, /samples/);
  t.equal((await service.sql`select from message_copies`).length, 0);
  t.equal((await call('PUT', '/v1/inbox-settings', { ...off, keepMessagesDays: 0 })).status, 400);
});

void t.test('old messages are deleted, and no poll brings them back', async (t) => {
  const { act, control, inbox, thread, clean, copyIn, isGone, call, advance, service } = await withPeople(t);
  await act('ann', { say: 'an old word' });
  await act('ann', { send: { type: 'image' } });
  await act('ben', { say: 'only old words' });
  // the network says who somebody is after their message is stored
  const ann = await eventually(async () => {
    const all = await inbox();
    return all.length === 2 && all.find(({ contact }) => contact.username === 'ann');
  });
  await eventually(async () => (await thread(ann.id)).length === 2);
  t.equal((await call('POST', `/v1/inbox/${ann.id}/messages`, { message: 'an old answer' })).status, 200);
  const url = await copyIn(ann.id);
  t.match(await clean(), { directMessages: 0 }, 'messages are kept by default');
  advance(3 * DAY);
  await act('ann', { say: 'a new word' });
  await eventually(async () => (await thread(ann.id)).length === 4);
  await call('PUT', '/v1/inbox-settings', { keepMessagesDays: 2, copyFiles: true });
  t.match(await clean(), { directMessages: 4 });
  const texts = async () => (await thread(ann.id)).map(({ text }) => text);
  t.strictSame(await texts(), ['a new word']);
  t.strictSame(
    (await inbox()).map(({ id }) => id),
    [ann.id],
    'a conversation of which nothing is left is deleted',
  );
  await isGone(url);
  t.equal((await service.sql`select from actors where kind = 'message_send'`).length, 0);

  await service.sql`delete from inbound`; // its keys are kept for some days only
  await control('webhooks', { network: 'instagram', hold: true });
  advance(1_000); // the network's list names whole seconds
  await act('ann', { say: 'found by reading' });
  advance(16 * 60_000);
  await eventually(async () => (await texts()).includes('found by reading'));
  t.strictSame(await texts(), ['found by reading', 'a new word']);
  t.equal((await inbox()).length, 1);
});

void t.test('everything of one person is exported', async (t) => {
  const { act, inbox, thread, call, comment, comments } = await withPeople(t);
  await act('ann', { say: 'hello' });
  await comment('ann', 'Price?');
  await comment('ben', 'Nice');
  const [{ id }] = await eventually(async () => (await inbox())[0]?.contact.username && inbox());
  await eventually(async () => (await comments()).length === 2);
  const { status, body } = await call('GET', `/v1/inbox/${id}/export`);
  t.equal(status, 200);
  t.match(body, {
    conversation: { id, contact: { username: 'ann' } },
    comments: [{ text: 'Price?' }],
    next: null,
  });
  t.equal(body.comments.length, 1);
  t.strictSame(body.messages, await thread(id));
  const later = (await call('GET', `/v1/inbox/${id}/export?before=${body.messages[0].id}`)).body;
  t.strictSame([later.messages, later.comments], [[], []]);
});

void t.test(
  'a person who is forgotten does not come back with what they wrote, only with new words',
  async (t) => {
    const world = await withPeople(t);
    const { act, control, inbox, call, comment, comments, copyIn, isGone, service, advance } = world;
    await act('ann', { say: 'my secret' });
    await act('ann', { send: { type: 'image' } });
    const [{ id }] = await eventually(async () => (await inbox())[0]?.contact.username && inbox());
    const url = await copyIn(id);
    t.equal((await call('POST', `/v1/inbox/${id}/messages`, { message: 'your secret' })).status, 200);
    await comment('ann', 'my secret comment');
    await comment('ben', 'of somebody else');
    await eventually(async () => (await comments()).length === 2);

    const gone = await call('DELETE', `/v1/inbox/${id}`);
    t.strictSame(gone.body, { id, deleted: true, messages: 3, comments: 1 });
    t.equal((await call('DELETE', `/v1/inbox/${id}`)).status, 404);
    await isGone(url);
    t.strictSame(await inbox(), []);
    const { sql } = service;
    for (const table of [
      'direct_messages',
      'conversations',
      'comments',
      'inbound',
      'feed',
      'journal_pages',
      'actors',
    ])
      t.strictSame(
        [...(await sql`select * from ${sql(table)} x where x::text like '%secret%'`)],
        [],
        `${table} has nothing of it`,
      );

    await sql`delete from inbound`; // its keys are kept for some days only
    await control('webhooks', { network: 'instagram', hold: true });
    // the network's list names whole seconds: what is written in the second of the deletion may count as older than it
    const [back] = await eventually(async () => {
      await act('ann', { say: 'found by reading' });
      advance(16 * 60_000);
      return (await inbox()).length === 1 && inbox();
    });
    t.not(back.id, id);
    const texts = (await world.thread(back.id)).map(({ text }) => text);
    t.strictSame(new Set(texts), new Set(['found by reading']));
    t.strictSame(
      (await comments()).map(({ text }) => text),
      ['of somebody else'],
      'reading the comments again does not bring it back',
    );
    await control('webhooks', { network: 'instagram', hold: false });
    await comment('ann', 'a new comment');
    await eventually(async () => (await comments()).length === 2);
  },
);

void t.test('a comment that is being stored while its writer is forgotten is forgotten too', async (t) => {
  const { act, inbox, call, comment, comments, accounts, service } = await withPeople(t);
  await act('ann', { say: 'hello' });
  const [{ id }] = await eventually(async () => (await inbox())[0]?.contact.username && inbox());
  await comment('ann', 'the first');
  await eventually(async () => (await comments()).length === 1);
  const { sql } = service;
  const [known] = await sql<{ remoteId: string; fromId: string; networkPostId: string }[]>`
    select a.remote_id as "remoteId", c.from_id as "fromId", c.network_post_id as "networkPostId"
    from comments c join accounts a on a.id = c.account_id`;
  const { remoteId, fromId, networkPostId } = known!;
  const at = service.context.clock();
  const event: InboundEvent = {
    kind: 'comment',
    remoteId,
    dedupeKey: 'late',
    at,
    standby: false,
    raw: null,
    comment: {
      id: 'late',
      networkPostId,
      originalPostId: null,
      postKind: 'post',
      parentId: null,
      text: 'the second',
      from: { id: fromId, username: 'ann', name: null },
      isOwn: false,
      rating: null,
    },
  };
  let forgotten: Promise<unknown> = Promise.resolve();
  await sql.begin(async (tx) => {
    const account = { id: accounts['instagram']!, receivingSince: null };
    await takeComments(tx, { now: at }, account, [event]);
    forgotten = call('DELETE', `/v1/inbox/${id}`);
    await eventually(async () => (await sql`select from pg_locks where not granted`).length);
  });
  t.match(await forgotten, { status: 200, body: { comments: 2 } });
  t.strictSame(await comments(), []);
});

void t.test('copies of an account that is disconnected are deleted', async (t) => {
  const { act, inbox, copyIn, isGone, call, accounts } = await withPeople(t);
  await act('ann', { send: { type: 'image' } });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  const url = await copyIn(id);
  t.equal((await call('DELETE', `/v1/accounts/${accounts['instagram']}`)).status, 200);
  await isGone(url);
});

void t.test('copies whose messages went with their workspace are found and deleted', async (t) => {
  const { act, inbox, copyIn, isGone, clean, service } = await withPeople(t);
  await act('ann', { send: { type: 'image' } });
  const [{ id }] = await eventually(async () => (await inbox()).length === 1 && inbox());
  const url = await copyIn(id);
  await service.sql`delete from conversations`;
  t.match(await clean(), { messageCopies: 1 });
  await isGone(url);
});
