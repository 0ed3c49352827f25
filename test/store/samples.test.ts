/** Samples of posts: how long they are kept, and what stays of them. */
import { randomUUID } from 'node:crypto';
import t, { type Test } from 'tap';
import { networks } from '../../adapters/networks.ts';
import { kinds } from '../../src/kinds/index.ts';
import { withNumbersSettings } from '../../src/features/numbers/settings.ts';
import { prune } from '../../src/service/retention.ts';
import { saveAccountDays } from '../../store/account-numbers.ts';
import { findTrackedPost, listSamples, savePosts, thinSamples } from '../../store/tracked-posts.ts';
import { stage } from '../support/stage.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Epoch ms 0 was a Thursday. */
const weekOf = (at: number) => Math.floor((at / DAY + 3) / 7);

/** A post with samples, an hour apart in its first two days and then a day. */
async function sampled(t: Test, platform = 'mastodon') {
  const { sql, clock, addAccount, workspaceId } = await stage(t);
  const accountId = await addAccount(platform);
  const place = { workspaceId, accountId, platform };
  const post = async (networkPostId: string, publishedAt: number, days: number) => {
    const key = randomUUID();
    const hours = Array.from({ length: 48 }, (_, hour) => publishedAt + hour * HOUR);
    const later = Array.from({ length: days - 2 }, (_, day) => publishedAt + (day + 2) * DAY);
    const buckets = [
      ...hours.map((at) => Math.floor(at / HOUR) * HOUR),
      ...later.map((at) => Math.floor(at / DAY) * DAY),
    ];
    const about = { postId: null, url: null, text: '', mediaKind: null, allCounts: '{"likes":1}' };
    for (const [index, bucket] of buckets.entries()) {
      const counts = { views: index, likes: null, comments: null, shares: null };
      const row = { ...about, ...counts, key, networkPostId, publishedAt, state: 'ok' as const, bucket };
      await savePosts(sql, place, [row], bucket);
    }
    return async () => (await listSamples(sql, { workspaceId, key })).map(({ at, views }) => ({ at, views }));
  };
  return { sql, clock, place, post };
}

void t.test('samples of an old post are thinned to the last of each week', async (t) => {
  const { sql, clock, post } = await sampled(t);
  const now = clock();
  const samplesOfOld = await post('old', now - 401 * DAY, 40);
  const samplesOfYoung = await post('young', now - 399 * DAY, 40);
  const [old, young] = [await samplesOfOld(), await samplesOfYoung()];
  t.ok(old.length >= 80);
  // in small batches, as they would be for many posts
  const before = now - 400 * DAY;
  while ((await thinSamples(sql, { before, limit: 7 })) > 0);
  const expected = old.filter(({ at }, index) => weekOf(old[index + 1]?.at ?? Infinity) !== weekOf(at));
  t.strictSame(await samplesOfOld(), expected);
  t.ok(expected.length >= 6 && expected.length <= 7);
  t.strictSame(expected.at(-1), old.at(-1), 'the last one stays');
  t.strictSame(await samplesOfYoung(), young, 'younger posts keep theirs');
});

void t.test('retention thins samples 400 days after a post was published', async (t) => {
  const { sql, clock, post } = await sampled(t);
  const samples = await post('old', clock() - 399 * DAY, 10);
  const all = await samples();
  t.equal((await prune({ sql, directory: sql }, kinds, clock()))?.['denseSamples'], 0);
  t.strictSame(await samples(), all);
  clock.advance(2 * DAY);
  t.ok((await prune({ sql, directory: sql }, kinds, clock()))!['denseSamples']! > 0);
  t.ok((await samples()).length <= 3);
});

void t.test('numbers of youtube are kept for 30 days, those of others for longer', async (t) => {
  for (const platform of ['youtube', 'mastodon']) {
    const { sql, clock, post, place } = await sampled(t, platform);
    const samples = await post('video', clock() - 40 * DAY, 20);
    const find = { ...place, networkPostId: 'video' };
    const days = [45, 5].map((ago) => ({
      metric: 'views',
      day: new Date(clock() - ago * DAY).toISOString().slice(0, 10),
      zone: null,
      value: 1,
      isFinal: true,
    }));
    await saveAccountDays(sql, place, days);
    const daysLeft = async () => (await sql`select from account_days`).length;
    const all = await samples();
    await prune({ sql, directory: sql }, kinds, clock());
    const kept = all.filter(({ at }) => at >= clock() - 30 * DAY);
    t.ok(kept.length > 0 && kept.length < all.length);
    t.strictSame(await samples(), platform === 'youtube' ? kept : all, platform);
    t.equal(await daysLeft(), platform === 'youtube' ? 1 : 2);
    t.equal((await findTrackedPost(sql, find))?.views, all.at(-1)!.views, 'read 21 days ago');
    clock.advance(10 * DAY);
    await prune({ sql, directory: sql }, kinds, clock());
    const now = await findTrackedPost(sql, find);
    if (platform === 'youtube')
      t.match(now, { views: null, all: null, fetchedAt: null }, 'not read again within 30 days');
    else t.equal(now?.views, all.at(-1)!.views);
  }
});

void t.test('an operator whom youtube allows more keeps numbers of youtube for longer', async (t) => {
  const { sql, clock, post } = await sampled(t, 'youtube');
  const samples = await post('video', clock() - 80 * DAY, 79);
  const all = await samples();
  const adapters = withNumbersSettings(networks, { youtube: { keepDays: 60 } });
  await prune({ sql, directory: sql }, kinds, clock(), adapters);
  t.strictSame(
    await samples(),
    all.filter(({ at }) => at >= clock() - 60 * DAY),
  );
});
