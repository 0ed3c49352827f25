/** Looking a post up in the account's own list: which pages are read, and which rows prove what. */
import t from 'tap';
import type { NetworkResponse } from '../../adapters/lib/http.ts';
import { findFirst, onlySince, type OwnList, postsSince } from '../../adapters/lib/own-list.ts';

interface Row {
  id: string;
  at: number;
  words: string;
}

const WANTED = 'Boats at noon';
const row = (id: string, at: number, words = WANTED): Row => ({ id, at, words });

/** A network whose list has these pages; a page that is a number is refused with that status. */
function world(pages: (Row[] | number)[], held: string[] = []) {
  const asked: number[] = [];
  const list: OwnList<Row> = {
    maxPages: 3,
    requestFor: (cursor, index) => {
      t.equal(
        cursor,
        index === 0 ? null : `cursor-${index}`,
        'each page is asked for with what the one before gave',
      );
      return new Request(`https://list.test/${index}`);
    },
    read: ({ status, json }: NetworkResponse) =>
      status === 200 ? (json as unknown as { rows: Row[]; next: string | null }) : null,
  };
  const step = {
    fetch: async (request: Parameters<typeof fetch>[0]) => {
      const index = Number(new URL((request as Request).url).pathname.slice(1));
      asked.push(index);
      const page = pages[index]!;
      if (typeof page === 'number') return new Response('', { status: page });
      const next = index + 1 < pages.length ? `cursor-${index + 1}` : null;
      return Response.json({ rows: page, next });
    },
    signal: new AbortController().signal,
    heldIds: async (ids: readonly string[]) => new Set(ids.filter((id) => held.includes(id))),
  };
  return { list, step, asked };
}

const search = (list: OwnList<Row>, since = 0) => ({
  ...list,
  isOurs: ({ at, words }: Row) => at >= since && words === WANTED,
  idOf: ({ id }: Row) => id,
});
const timeOf = ({ at }: Row) => at;
const idOf = ({ id }: Row) => id;

void t.test('the first row that is ours ends the search', async (t) => {
  const { list, step, asked } = world([[row('1', 9, 'other')], [row('2', 8), row('3', 7)], [row('4', 6)]]);
  t.strictSame(await findFirst(step, search(list)), { kind: 'found', row: row('2', 8) });
  t.strictSame(asked, [0, 1]);
});

void t.test(
  'a row that another delivery holds is passed over, and named a twin when none is left',
  async (t) => {
    const { list, step } = world([[row('1', 9), row('2', 8)]], ['1']);
    t.match(await findFirst(step, search(list)), { kind: 'found', row: { id: '2' } });
    const twins = world([[row('1', 9)], [row('2', 8, 'other')]], ['1']);
    t.strictSame(await findFirst(twins.step, search(twins.list)), { kind: 'none', hasTwin: true });
    const none = world([[row('1', 9, 'other')]]);
    t.strictSame(await findFirst(none.step, search(none.list)), { kind: 'none', hasTwin: false });
  },
);

void t.test('a row from before the first try ends the search; without that every page is read', async (t) => {
  const pages = [[row('1', 9, 'other')], [row('2', 4)], [row('3', 3)]];
  const ends = world(pages);
  const isPast = ({ at }: Row) => at < 5;
  t.match(await findFirst(ends.step, { ...search(ends.list, 5), isPast }), { kind: 'none' });
  t.strictSame(ends.asked, [0, 1]);
  const reads = world(pages);
  t.match(await findFirst(reads.step, search(reads.list, 5)), { kind: 'none' });
  t.strictSame(reads.asked, [0, 1, 2]);
});

void t.test('a list that is too long, or cannot be read, proves nothing', async (t) => {
  const other = [row('1', 9, 'other')];
  const long = world([other, other, other, other]);
  t.strictSame(await findFirst(long.step, search(long.list)), { kind: 'too_many' });
  t.strictSame(long.asked, [0, 1, 2]);
  const refused = world([other, 403]);
  t.match(await findFirst(refused.step, search(refused.list)), { kind: 'unread', response: { status: 403 } });
  t.match(await postsSince(refused.step, refused.list, 0, timeOf), {
    kind: 'unread',
    response: { status: 403 },
  });
  const lost = { ...refused.step, fetch: () => Promise.reject(new Error('gone')) };
  t.match(await findFirst(lost, search(refused.list)), { kind: 'unread', response: { kind: 'lost' } });
});

void t.test(
  'posts since a time: reading stops at an older one only while the newest come first',
  async (t) => {
    const sorted = world([[row('1', 9), row('2', 4)], [row('3', 8)]]);
    t.strictSame(await postsSince(sorted.step, sorted.list, 5, timeOf), {
      rows: [row('1', 9)],
      isComplete: true,
    });
    t.strictSame(sorted.asked, [0]);
    const mixed = world([[row('1', 4), row('2', 9)], [row('3', 3)], [row('4', 8)]]);
    t.strictSame(await postsSince(mixed.step, mixed.list, 5, timeOf), {
      rows: [row('2', 9), row('4', 8)],
      isComplete: true,
    });
    const recent = [row('1', 9)];
    const long = world([recent, recent, recent, recent]);
    t.match(await postsSince(long.step, long.list, 5, timeOf), { isComplete: false });
  },
);

void t.test('one row since the try is the post; two, or an earlier one, leave it open', async (t) => {
  const choose = (rows: Row[], held: string[] = []) =>
    onlySince(world([], held).step, rows, { since: 5, timeOf, idOf });
  t.strictSame(await choose([row('1', 9), row('2', 4)]), { only: row('1', 9), isAmbiguous: true });
  t.strictSame(await choose([row('1', 9), row('2', 8)]), { only: null, isAmbiguous: true });
  t.strictSame(await choose([row('2', 4)]), { only: null, isAmbiguous: true });
  t.strictSame(await choose([row('1', 9), row('2', 8)], ['2']), { only: row('1', 9), isAmbiguous: true });
  t.strictSame(await choose([row('1', 9)], ['1']), { only: null, isAmbiguous: false });
});
