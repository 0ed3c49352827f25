/** The requests of the HTTP bench. No two that follow each other are equal, so that none is answered by another's rows. */
import type { LoadInput, LoadRequest } from './load.ts';
import { type HttpServerInput, type NumberedPost, postNumber, STATUSES } from './posts.ts';

/** What a server says of itself when it is ready. */
export interface Ready {
  port: number;
  key: string;
  account: string;
}

export const READS = ['GET a post', 'list 25'] as const;
export const CREATES = ['create, scheduled', 'create, with an Idempotency-Key'] as const;
export type Kind = (typeof READS)[number] | (typeof CREATES)[number];

const DAY_MS = 86_400_000;
/** Edits of scheduled posts while others are read, a second. */
export const WRITES_PER_SECOND = 20;
/** Different lists in a loop. */
const LISTS = 1_000;

export function requestsOf(
  kind: Kind,
  ready: Ready,
  { posts, workspaces }: Omit<HttpServerInput, 'url'>,
): Pick<LoadInput, 'requests' | 'writes'> {
  const head = (line: string) =>
    `${line} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${ready.key}\r\naccept: application/json`;
  const get = (path: string): LoadRequest => ({ head: head(`GET ${path}`), body: null });
  const send = (line: string, body: object, more = ''): LoadRequest => ({
    head: `${head(line)}\r\ncontent-type: application/json${more}`,
    body: JSON.stringify(body),
  });
  const all = Array.from({ length: posts }, (_, index) => postNumber(index + 1, workspaces));
  const edits = shuffled(all.filter(({ status }) => status === 'scheduled'));
  const writes = {
    perSecond: WRITES_PER_SECOND,
    requests: edits.map(({ id, workspace }) =>
      send(`PATCH /v1/posts/${id}`, { workspace, content: `Edited: NUMBER${MORE}` }),
    ),
  };
  switch (kind) {
    case 'GET a post':
      return {
        requests: shuffled(all).map(({ id, workspace }) => get(`/v1/posts/${id}?workspace=${workspace}`)),
        writes,
      };
    case 'list 25':
      return { requests: listPaths(all).map(get), writes };
    case 'create, scheduled':
      return { requests: [send('POST /v1/posts', newPost(ready))], writes: null };
    case 'create, with an Idempotency-Key': {
      const key = '\r\nidempotency-key: key-NUMBER';
      return { requests: [send('POST /v1/posts', newPost(ready), key)], writes: null };
    }
    default:
      return kind satisfies never;
  }
}

/** Half are the newest posts of a workspace, of all statuses or one; half are later pages, from any post on. */
function listPaths(all: readonly NumberedPost[]): string[] {
  const filters = ['all', ...new Set(STATUSES)];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
  return Array.from({ length: LISTS }, (_, index) => {
    const { id, workspace } = pick(all);
    const query = `workspace=${workspace}&status=${pick(filters)}&limit=25`;
    return index % 2 === 0 ? `/v1/posts?${query}` : `/app/api/posts?${query}&before=${id}`;
  });
}

const MORE = ' and more words'.repeat(10);

const newPost = ({ account }: Ready) => ({
  content: `Hello from post number NUMBER${MORE}`,
  accountIds: [account],
  scheduledAt: new Date(Date.now() + 90 * DAY_MS).toISOString(),
});

function shuffled<T>(list: readonly T[]): T[] {
  const all = [...list];
  for (let place = all.length - 1; place > 0; place -= 1) {
    const other = Math.floor(Math.random() * (place + 1));
    [all[place], all[other]] = [all[other]!, all[place]!];
  }
  return all;
}
