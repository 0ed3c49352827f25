/**
 * Tests that what no event reports is read, whole and once, on a network that is read: over more than a page, with pages that fail, and
 * with a service that is stopped in the middle.
 */
import t, { type Test } from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { CallContext } from '../../adapters/port/account.ts';
import type { CommentsPort } from '../../adapters/port/comments.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { MessagesPort } from '../../adapters/port/messages.ts';
import { withReadsPerDay } from '../../src/features/accounts/budgets/paid-reads.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { startService } from '../support/service.ts';
import { untilReceiving } from '../support/until-receiving.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const LISTS = ['messages', 'comments'] as const;
type List = (typeof LISTS)[number];

/** Every list of every network that reports events, or is read instead. */
export const ROWS = Object.values<Manifest>(networks).flatMap((adapter) =>
  adapter.inbound || adapter.readsCommentsEvery !== undefined
    ? LISTS.filter((list) => adapter[list] !== undefined).map((list) => ({ adapter, list }))
    : [],
);

/** After how many pages the read is interrupted: behind the first page of the list. */
const HANGS_AFTER: { [row: string]: number } = {
  'instagram messages': 9,
  'instagram comments': 2,
  'facebook messages': 9,
  'facebook comments': 2,
  'threads comments': 2,
  'x messages': 2,
  'x comments': 1,
  'google_business comments': 1,
};

/** What a read of a list meets: nothing, an error, or no end until the service is stopped. */
interface Meets {
  (read: CallContext): Promise<'fails' | null>;
  /** A page came. */
  delivered?: () => void;
}

/** A network whose reads meet something. Where it charges for them, there is money. */
function meeting({ platform, inbound, ...adapter }: Manifest, list: List, meets: Meets): typeof networks {
  const wrapped =
    <Step extends CallContext, Found extends { kind: string }>(read: (step: Step) => Promise<Found>) =>
    async (step: Step) => {
      if ((await meets(step)) === 'fails') return { kind: 'retry', reason: 'as asked' } as const;
      const found = await read(step);
      if (found.kind === 'page') meets.delivered?.();
      return found;
    };
  const port = { ...adapter[list] } as MessagesPort & CommentsPort;
  const reads = ['conversations', 'messages', 'recent', 'list', 'posts'] as const;
  for (const name of reads) if (port[name]) port[name] = wrapped(port[name] as never) as never;
  // x is read every hour where it calls no webhooks
  const subscriptions = inbound?.subscriptions;
  const silent =
    adapter.paidReads && subscriptions ? { ...subscriptions, isConfigured: () => false } : subscriptions;
  const changed = {
    ...adapter,
    platform,
    [list]: port,
    ...(inbound && { inbound: { ...inbound, ...(silent && { subscriptions: silent }) } }),
  };
  return withReadsPerDay({ ...networks, [platform]: changed }, { x: 5_000 }) as typeof networks;
}

/** A service with an account that hears of nothing. */
async function deaf(t: Test, { adapter, list }: (typeof ROWS)[number], meets: Meets = async () => null) {
  const { platform } = adapter;
  const adapters = meeting(adapter, list, meets);
  const running = await startService(t, {
    platforms: [platform],
    subscribes: true,
    adapters,
    restarts: true,
  });
  await untilReceiving(running.service, platform);
  const control = controlOf(running.sandbox);
  await control('webhooks', { network: platform, hold: true });
  const { advance } = running;
  /** The clock goes ahead until it is so. */
  const inTime = <T>(look: () => Promise<T>, stepMs = MINUTE) =>
    eventually(async () => {
      advance(stepMs);
      return look();
    });
  const found = async () => {
    const { sql } = running.service;
    const rows =
      list === 'messages'
        ? await sql<{ text: string }[]>`select text from direct_messages where direction = 'in'`
        : await sql<
            { text: string }[]
          >`select text from comments where not is_own and created_at is not null`;
    return rows.map(({ text }) => text).sort();
  };
  /** The first whole read, of an account without news. */
  const isRead = async () => {
    const [row] = await running.service.sql<{ at: number | null }[]>`
      select (receiving ->> 'polledAt')::float8 as at from accounts`;
    return row!.at !== null;
  };
  await eventually(isRead);
  const [{ account }] = await running.service.sql<
    [{ account: string }]
  >`select remote_id as account from accounts`;
  const posts = async (): Promise<{ id: string; origin: string }[]> =>
    (await control(`people?network=${platform}&account=${account}`)).posts;
  const person = (username: string, act: object) =>
    control('people', { network: platform, account, person: { username }, act });
  /** Many people write, so that their words fill more than two pages, and one of them often. */
  const write = async (round: string, many = 60): Promise<string[]> => {
    const texts: string[] = [];
    const said = (text: string) => texts.push(text) && text;
    const isReview = adapter.readsCommentsEvery !== undefined;
    const first = isReview ? null : (await posts()).find(({ origin }) => origin === 'elsewhere');
    for (let count = 0; count < many; count += 1) {
      const text = said(`${round} ${count}`);
      if (list === 'messages') await person(`${round}${count}`, { say: text });
      else if (isReview) await person(`${round}${count}`, { review: { stars: 3, text } });
      else await person(`${round}${count}`, { comment: { text, mediaId: first!.id } });
      if (list === 'messages' && count % 20 === 0)
        for (const more of ['again', 'and again'])
          await person(`${round}${count}`, { say: said(`${text} ${more}`) });
    }
    return texts;
  };
  return { ...running, running, control, inTime, found, write, person };
}

/** Tests of one list of one network. */
export function testReads(row: (typeof ROWS)[number]): void {
  const { platform } = row.adapter;
  const name = `${platform}, ${row.list}`;

  void t.test(`${name}: all that was written in an outage arrives once, however much it is`, async (t) => {
    const { advance, write, found, inTime } = await deaf(t, row);
    advance(2 * HOUR);
    const texts = await write('early');
    advance(25 * HOUR);
    await inTime(async () => (await found()).length >= texts.length);
    t.strictSame(await found(), texts.sort());
    const more = await write('late', 5);
    advance(25 * HOUR);
    await inTime(async () => (await found()).length >= texts.length + more.length);
    t.strictSame(await found(), [...texts, ...more].sort());
  });

  void t.test(`${name}: pages that fail are read again soon, and nothing is lost`, async (t) => {
    let fails = false;
    let calls = 0;
    const meets: Meets = async () => (fails && (calls += 1) % 10 === 0 ? 'fails' : null);
    const { advance, write, found, inTime, call } = await deaf(t, row, meets);
    const texts = await write('early');
    fails = true;
    advance(25 * HOUR);
    await inTime(async () => (await found()).length > 0);
    await inTime(async () => (await found()).length >= texts.length);
    t.strictSame(await found(), texts.sort());
    t.equal((await call('GET', '/v1/accounts')).status, 200);
  });

  void t.test(`${name}: a read that was interrupted goes on where it stopped`, async (t) => {
    const hangsAfter = HANGS_AFTER[`${platform} ${row.list}`]!;
    let isArmed = false;
    let pages = 0;
    let hangs = false;
    const wait = async ({ signal }: CallContext) => {
      if (!isArmed || pages < hangsAfter) return null;
      hangs = true;
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      return 'fails' as const;
    };
    const delivered = () => {
      pages += isArmed ? 1 : 0;
    };
    const meets = Object.assign(wait, { delivered });
    const { running, advance, write, found, inTime } = await deaf(t, row, meets);
    const texts = await write('early');
    isArmed = true;
    advance(25 * HOUR);
    await inTime(async () => hangs);
    // comments of a post are stored together, so none is there when their second page does not come
    const isInParts = row.list === 'messages' || !row.adapter.inbound || platform === 'x';
    if (isInParts) await eventually(async () => (await found()).length > 0);
    t.ok((await found()).length < texts.length, 'the rest does not come');
    isArmed = false;
    await running.restart();
    await inTime(async () => (await found()).length >= texts.length);
    t.strictSame(await found(), texts.sort());
  });
}
