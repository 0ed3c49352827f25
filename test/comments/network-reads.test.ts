/** The pages of a post's comments are followed to a bound, and what came is kept. */
import t from 'tap';
import type { Comment, CommentsPort } from '../../adapters/port/comments.ts';
import type { Step } from '../../src/features/comments/as-account.ts';
import { MAX_PAGES, readPost } from '../../src/features/comments/network-reads.ts';

const NOW = Date.parse('2026-05-04T08:00:00Z');

const comment = (id: string): Comment => ({
  id,
  networkPostId: 'media_1',
  parentId: null,
  text: 'Hello',
  from: { id: 'p1', username: 'rosa', name: null },
  isOwn: false,
  createdAt: NOW,
  likes: null,
  hidden: false,
  rating: null,
});

/** Reads a post at a network whose pages are these. */
async function read(pageAt: (index: number) => Awaited<ReturnType<CommentsPort['list']>>) {
  let pages = 0;
  const port: CommentsPort = {
    list: async ({ cursor }) => {
      t.equal(cursor, pages === 0 ? null : `page ${pages}`, 'each page is asked for with the cursor before');
      const page = pageAt(pages);
      pages += 1;
      return page;
    },
  };
  const step: Step = {
    port,
    account: {
      id: 'acc_1',
      platform: 'instagram',
      remoteId: '1',
      username: 'cafe.luna',
      endpoints: {},
      limits: {},
      credentials: {},
    },
    fetch,
    signal: AbortSignal.timeout(10_000),
    now: NOW,
  };
  return { found: await readPost(step, 'media_1'), pages: () => pages };
}

const page = (index: number, last = Infinity) => ({
  kind: 'page' as const,
  items: [comment(`c${index}`)],
  cursor: index >= last ? null : `page ${index + 1}`,
});

void t.test(
  'a post without an end of comments is read to the bound, and said to be incomplete',
  async (t) => {
    const { found, pages } = await read((index) => page(index));
    t.equal(pages(), MAX_PAGES);
    t.match(found, { isComplete: false, error: null, begunAt: NOW });
    t.equal('comments' in found && found.comments.length, MAX_PAGES);
  },
);

void t.test(
  'the last page makes it complete, unless the network said that something is missing',
  async (t) => {
    t.match((await read((index) => page(index, 2))).found, { isComplete: true, error: null });
    const gap = await read((index) => ({
      ...page(index, 2),
      ...(index === 1 && { incomplete: true as const }),
    }));
    t.match(gap.found, { isComplete: false, error: null });
  },
);

void t.test('what came is kept when a later page fails, and the first failure is the answer', async (t) => {
  const failure = { kind: 'retry' as const, reason: 'Instagram is busy' };
  const later = await read((index) => (index < 2 ? page(index) : failure));
  t.match(later.found, {
    comments: [{ id: 'c0' }, { id: 'c1' }],
    isComplete: false,
    error: 'Instagram is busy',
  });
  t.strictSame((await read(() => failure)).found, failure);
});
