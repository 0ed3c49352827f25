/** The daily budget for what a network charges to read. */
import t from 'tap';
import type { Message } from '../../../adapters/port/messages.ts';
import type { Page } from '../../../adapters/port/read.ts';
import { manifest } from '../../../adapters/x/manifest.ts';
import { meteredMessages, withReadsPerDay } from '../../../src/features/accounts/budgets/paid-reads.ts';
import { connect } from '../../../store/connect.ts';
import { giveBackReads, prunePaidReads, takeReads } from '../../../store/paid-reads.ts';
import { testDatabase } from '../../support/database.ts';

const DAY = { platform: 'x', remoteId: '900100', day: '2026-11-22' };
const NEXT = { ...DAY, day: '2026-11-23' };
const MOST = { most: 100, least: 10 };

async function cell(t: Parameters<typeof testDatabase>[0]) {
  const { url } = await testDatabase(t);
  const sql = connect(url, { applicationName: 'test', maxConnections: 16 });
  t.teardown(() => sql.end());
  return sql;
}

void t.test('a day has no more than its budget, and the next day has all of it', async (t) => {
  const sql = await cell(t);
  t.equal(await takeReads(sql, { ...DAY, ...MOST, wanted: 75 }), 75);
  t.equal(await takeReads(sql, { ...DAY, ...MOST, wanted: 75 }), 25, 'what is left');
  t.equal(await takeReads(sql, { ...DAY, ...MOST, wanted: 1 }), 0);
  await giveBackReads(sql, { ...DAY, reads: 9 });
  t.equal(await takeReads(sql, { ...DAY, ...MOST, wanted: 1 }), 0, 'fewer than a call reads at least');
  await giveBackReads(sql, { ...DAY, reads: 1 });
  t.equal(await takeReads(sql, { ...DAY, ...MOST, wanted: 1 }), 1);
  t.equal(await takeReads(sql, { ...NEXT, ...MOST, wanted: 25 }), 25);
  await giveBackReads(sql, { ...DAY, reads: 25 });
  t.equal(
    await takeReads(sql, { ...NEXT, ...MOST, wanted: 100 }),
    75,
    'what comes back late is of its own day',
  );
  t.equal(await takeReads(sql, { ...DAY, ...MOST, wanted: 1 }), 0, 'a clock that is behind takes nothing');
  t.equal(
    await takeReads(sql, { ...NEXT, remoteId: '2', ...MOST, wanted: 5 }),
    5,
    'each account has its own',
  );
});

void t.test('nodes that take at once share the budget', async (t) => {
  const sql = await cell(t);
  await takeReads(sql, { ...DAY, most: 200, least: 1, wanted: 1 });
  const taken = await Promise.all(
    Array.from({ length: 1_000 }, () => takeReads(sql, { ...DAY, most: 200, least: 1, wanted: 1 })),
  );
  t.equal(taken.filter((one) => one === 1).length, 199);
  const [row] = await sql<{ used: number }[]>`select used from paid_reads`;
  t.equal(row!.used, 200);
});

void t.test('days that are over are deleted', async (t) => {
  const sql = await cell(t);
  await takeReads(sql, { ...DAY, ...MOST, wanted: 1 });
  t.equal(await prunePaidReads(sql, { before: Date.UTC(2026, 10, 22, 23), limit: 10 }), 0);
  t.equal(await prunePaidReads(sql, { before: Date.UTC(2026, 10, 23), limit: 10 }), 1);
});

void t.test('a call reads what was granted, and what it did not read is given back', async (t) => {
  const sql = await cell(t);
  const asked: (number | undefined)[] = [];
  const empty: Page<Message> = { kind: 'page', items: [], cursor: null, reads: 3 };
  const messages = {
    ...manifest.messages!,
    recent: async ({ maxReads }: { maxReads?: number }) => {
      asked.push(maxReads);
      return empty;
    },
  };
  const { x } = withReadsPerDay({ x: { ...manifest, messages } }, { x: 20 });
  const port = meteredMessages(sql, x!)!;
  const account = {
    id: 'acc_1',
    platform: 'x',
    remoteId: '900100',
    username: 'ann',
    limits: {},
    endpoints: {},
    credentials: {},
  };
  const now = Date.UTC(2026, 10, 22, 18);
  const step = { account, now, fetch, signal: new AbortController().signal, cursor: null };
  for (const maxReads of [1, 100, undefined, 100]) {
    await port.recent!({ ...step, ...(maxReads !== undefined && { maxReads }) });
  }
  t.same(asked, [1, 19, 16, 13]);
  t.match(await port.recent!(step), { kind: 'page' });
  t.match(await port.recent!(step), {
    kind: 'retry',
    reason: /budget of 20 paid reads a day is used up/,
    afterMs: 6 * 3_600_000,
  });
});
