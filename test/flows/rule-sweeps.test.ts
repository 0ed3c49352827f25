/** Comments that no event reported, over the real service and the sandbox: a sweep finds them, and rules answer them. */
import t from 'tap';
import type { Test } from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { CommentsPort } from '../../adapters/port/comments.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { placeLeft } from '../../src/features/rules/index.ts';
import { withRule } from '../comments/with-rule.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';

const MINUTE = 60_000;

/** As `withRule`, with control over what the sandbox reports. */
async function withSweeps(t: Test, more: object = {}, options: Parameters<typeof withRule>[2] = {}) {
  const world = await withRule(t, { publicReplies: [], ...more }, options);
  const { sandbox, service, call, advance, accounts } = world.running;
  const control = controlOf(sandbox);
  /** Comments are not reported from now on. */
  const lose = (isLost = true) => control('webhooks', { network: 'instagram', lose: isLost });
  const accountId = accounts['instagram']!;
  const shown = async () => (await call('GET', '/v1/comment-dm-rules')).body.rules.at(-1);
  const swept = () => service.sql<{ id: string; whole: Date | null; cursor: string | null }[]>`
    select network_post_id as id, whole_at as whole, cursor from swept_posts order by 1`;
  /** The clock goes ahead until it is so. */
  const inTime = <T>(look: () => Promise<T>) =>
    eventually(async () => {
      advance(MINUTE);
      return look();
    });
  const postOf = async (origin: string, text: RegExp): Promise<string> =>
    (await world.look('instagram')).posts.find(
      (post: { origin: string; text: string }) => post.origin === origin && text.test(post.text),
    ).id;
  return { ...world, control, lose, accountId, shown, swept, inTime, postOf };
}

void t.test('a comment that no event reported is answered, and it is shown how it came', async (t) => {
  const world = await withSweeps(t);
  const { comment, entry, lose, shown, inTime } = world;
  const reported = await comment('ann', 'link');
  t.match(await entry(reported), { status: 'sent', comment: { foundBySweep: false } });
  await lose();
  const lost = await comment('bob', 'the link please');
  await lose(false);
  // a later one is known already: the lost one lies between known ones
  t.match(await entry(await comment('cleo', 'link')), { status: 'sent' });
  await inTime(async () => (await world.events()).length === 3);
  t.match(await entry(lost), { status: 'sent', comment: { foundBySweep: true, from: { username: 'bob' } } });
  const { watch, stats } = await shown();
  t.match(watch, { foundBySweep: 1, lastCommentAt: String, sweptAt: String });
  t.match(stats, { triggered: 3, sent: 3 });
  t.equal((await world.events()).length, 3, 'each comment once');
});

void t.test('ads that show a watched post are swept once an event has named them', async (t) => {
  const world = await withSweeps(t, { keywords: ['none of these'] });
  const original = await world.postOf('elsewhere', /First light/);
  const ad = await world.postOf('ad', /First light/);
  const { call } = world.running;
  const made = await call('POST', '/v1/comment-dm-rules', {
    accountId: world.accountId,
    mediaId: original,
    keywords: ['link'],
    dmText: 'For the ad',
  });
  const { rule } = made.body;
  const events = async () =>
    (await call('GET', `/v1/comment-dm-rules/${rule.id}/events?queued=true`)).body.events;
  await world.act('instagram', 'ann', { comment: { text: 'link', mediaId: ad } });
  await eventually(async () => (await events()).some(({ status }) => status === 'sent'));
  await world.lose();
  await world.act('instagram', 'bob', { comment: { text: 'link', mediaId: ad } });
  await world.act('instagram', 'cleo', { comment: { text: 'link', mediaId: original } });
  await world.inTime(async () => (await events()).length === 3);
  const ids = (await world.swept()).map(({ id }) => id);
  t.ok(ids.includes(ad) && ids.includes(original));
  await eventually(async () => (await events()).every(({ status }) => status === 'sent'));
  const { rules } = (await call('GET', `/v1/comment-dm-rules?mediaId=${original}`)).body;
  t.match(rules[0].watch, { foundBySweep: 2 });
});

void t.test(
  'a comment whose text was mended is compared again, and one that was answered is not',
  async (t) => {
    const world = await withSweeps(t);
    const { comment, entry, inTime, act } = world;
    const wrong = await comment('ann', 'lnik');
    const right = await comment('bob', 'link');
    await entry(right);
    await act('instagram', 'ann', { edit: { commentId: wrong, text: 'link' } });
    await act('instagram', 'bob', { edit: { commentId: right, text: 'link link' } });
    await inTime(async () => (await world.events()).length === 2);
    t.match(await entry(wrong), { status: 'sent', comment: { foundBySweep: false, text: 'link' } });
    t.match(await entry(right), { status: 'sent' });
  },
);

void t.test('a sweep that was interrupted is not whole, and goes on where it stopped', async (t) => {
  const asked: { id: string; cursor: string | null }[] = [];
  let isDown = true;
  const list: CommentsPort['list'] = async (step) => {
    if (step.networkPostId !== null) asked.push({ id: step.networkPostId, cursor: step.cursor });
    return step.cursor !== null && isDown
      ? { kind: 'retry', reason: 'down' }
      : networks.instagram.comments!.list(step);
  };
  const instagram: Manifest = { ...networks.instagram, comments: { ...networks.instagram.comments!, list } };
  const world = await withSweeps(t, {}, { adapters: { ...networks, instagram } });
  const { comment, entry, inTime, lose } = world;
  await lose();
  const first = await comment('ann', 'link');
  for (let number = 0; number < 55; number += 1) await comment(`fan${number}`, 'nice');
  const media = world.mediaOf('instagram');
  const row = async () => (await world.swept()).find(({ id }) => id === media);
  // the post was swept before, when it had no comments
  const halfway = await inTime(async () => {
    const found = await row();
    return found?.cursor && found;
  });
  const wholeAt = halfway.whole;
  await inTime(async () => asked.filter(({ cursor }) => cursor !== null).length > 1);
  t.strictSame((await row())!.whole, wholeAt, 'it is not whole');
  t.strictSame(await world.events(), []);
  isDown = false;
  const before = asked.length;
  await inTime(async () => (await row())!.cursor === null);
  const next = asked.slice(before).find(({ id }) => id === media);
  t.equal(next!.cursor, halfway.cursor, 'it goes on with the next page');
  t.ok((await row())!.whole! > (wholeAt ?? new Date(0)));
  t.match(await entry(first), { status: 'sent', comment: { foundBySweep: true } });
});

void t.test('nothing is answered that was written while the rule was paused', async (t) => {
  const world = await withSweeps(t);
  const { comment, entry, lose, inTime } = world;
  const { call } = world.running;
  const path = `/v1/comment-dm-rules/${world.rule.id}` as const;
  await lose();
  await call('PATCH', path, { active: false });
  world.running.advance(2 * MINUTE);
  await comment('ann', 'link');
  world.running.advance(2 * MINUTE);
  await call('PATCH', path, { active: true });
  world.running.advance(2 * MINUTE);
  const after = await comment('bob', 'link');
  await inTime(async () => (await world.events()).length > 0);
  t.match(await entry(after), { status: 'sent' });
  t.equal((await world.events()).length, 1);
});

void t.test('calls stay within the budget', async (t) => {
  const world = await withSweeps(t);
  const { sandbox, advance } = world.running;
  const reads = () =>
    sandbox.sandbox.calls
      .entries({ network: 'instagram' })
      .filter(({ call }) => call === 'comments' || call === 'own_media');
  // every post is watched: some each five minutes, for an hour
  for (let minute = 0; minute < 60; minute += 1) {
    advance(MINUTE);
    const seen = reads().length;
    await eventually(async () => reads().length > seen || minute % 5 !== 0);
  }
  t.ok(reads().length > 10);
  t.ok(reads().length <= 300, `${reads().length}`);
});

void t.test('a rule on a carousel answers comments that name one of its pictures', async (t) => {
  const world = await withSweeps(t, { dmText: 'Every post' });
  const carousel = await world.postOf('elsewhere', /Three loaves/);
  const { call } = world.running;
  const own = { accountId: world.accountId, mediaId: carousel, keywords: ['link'], dmText: 'The carousel' };
  const { rule } = (await call('POST', '/v1/comment-dm-rules', own)).body;
  const { service } = world.running;
  // as on an installation where nothing is known of the carousel yet
  await service.sql`delete from commented_posts`;
  await world.act('instagram', 'ann', { comment: { text: 'link', mediaId: carousel } });
  const events = async () =>
    (await call('GET', `/v1/comment-dm-rules/${rule.id}/events?queued=true`)).body.events;
  await eventually(async () => (await events())[0]?.status === 'sent');
  t.match(await events(), [
    { comment: { text: 'link', from: { username: 'ann' } }, dm: { text: 'The carousel' } },
  ]);
  t.strictSame(await world.events(), [], 'the rule for every post does not answer');
  const calls = () =>
    world.running.sandbox.sandbox.calls
      .entries({ network: 'instagram' })
      .filter(({ call: name }) => name === 'comment_node').length;
  const looked = calls();
  await world.act('instagram', 'bob', { comment: { text: 'link', mediaId: carousel } });
  await eventually(async () => (await events()).length === 2);
  t.equal(calls(), looked, 'what was found is kept');
});

void t.test('what a comment stands below is asked again while the network does not answer', async (t) => {
  let reads = 0;
  let isDown = true;
  const read: CommentsPort['read'] = async (step) => {
    reads += 1;
    return isDown ? { kind: 'retry', reason: '503' } : networks.instagram.comments!.read!(step);
  };
  const instagram: Manifest = { ...networks.instagram, comments: { ...networks.instagram.comments!, read } };
  const world = await withSweeps(t, {}, { adapters: { ...networks, instagram } });
  const { call, service, advance } = world.running;
  const carousel = await world.postOf('elsewhere', /Three loaves/);
  const own = { accountId: world.accountId, mediaId: carousel, keywords: ['link'], dmText: 'The carousel' };
  const { rule } = (await call('POST', '/v1/comment-dm-rules', own)).body;
  await service.sql`delete from commented_posts`;
  await world.act('instagram', 'ann', { comment: { text: 'link', mediaId: carousel } });
  const tries = async () =>
    (await service.sql<{ tries: number }[]>`select tries from unplaced_comments`).map((one) => one.tries);
  for (const count of [1, 2]) {
    await eventually(async () => (await tries())[0] === count);
    t.equal(reads, count);
    if (count === 2) isDown = false;
    advance(15_000);
  }
  const events = async () =>
    (await call('GET', `/v1/comment-dm-rules/${rule.id}/events?queued=true`)).body.events;
  await eventually(async () => (await events())[0]?.status === 'sent');
  t.strictSame(await tries(), []);
  t.equal(reads, 3);
  // what a program left whose receivers did not ask
  await service.sql`
    insert into unplaced_comments (account_id, comment_id, workspace_id, due_at)
    select account_id, id, workspace_id, to_timestamp(${service.context.clock() / 1000}::float8) from comments`;
  await placeLeft({ sql: service.sql, node: service.context.node });
  await eventually(async () => (await tries()).length === 0);
  t.equal((await events()).length, 1);
});

void t.test('a listing of posts waits for a change of a rule, and not the other way round', async (t) => {
  let gate: Promise<void> | null = null;
  let isAsked = false;
  const posts: CommentsPort['posts'] = async (step) => {
    if (gate) {
      isAsked = true;
      await gate;
    }
    return networks.instagram.comments!.posts!(step);
  };
  const instagram: Manifest = { ...networks.instagram, comments: { ...networks.instagram.comments!, posts } };
  const world = await withSweeps(t, {}, { adapters: { ...networks, instagram } });
  const { service } = world.running;
  const open = Promise.withResolvers<void>();
  gate = open.promise;
  await world.inTime(async () => isAsked);
  // what a change of a rule locks: first the workspace's comments, then the account's row
  await service.sql.begin(async (tx) => {
    await tx`select from feed_heads where workspace_id = ${world.running.workspaceId} for update`;
    gate = null;
    open.resolve();
    await eventually(async () => {
      const waiting = await service.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting.length > 0;
    });
    await tx`set local lock_timeout = '20s'`;
    await tx`select from swept_accounts where account_id = ${world.accountId} for update`;
  });
  await world.inTime(async () => (await world.swept()).length > 0);
});
