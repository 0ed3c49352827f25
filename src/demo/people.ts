/**
 * The first start: two people of the sandbox write to the demo accounts, so that a comment and a message arrive within a
 * minute.
 */
import { isReceiving } from '../../store/receiving.ts';
import type { Service } from '../service/service.ts';
import type { Log } from '../base/log.ts';

/** How long to wait until the accounts are subscribed, ms. */
const WAIT_MS = 60_000;
const LOOK_EVERY_MS = 500;
const NETWORK = 'instagram';

/** @returns what stops it */
export function letPeopleWrite(
  { sql }: Pick<Service, 'sql'>,
  { sandboxUrl, log }: { sandboxUrl: string; log: Log },
): () => void {
  const stop = new AbortController();
  void write(sql, sandboxUrl, stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) log.warn({ error: String(error) }, 'nobody wrote to the demo accounts');
  });
  return () => stop.abort();
}

async function write(sql: Service['sql'], sandboxUrl: string, signal: AbortSignal): Promise<void> {
  for (const deadline = Date.now() + WAIT_MS; !(await isReceiving(sql, NETWORK));) {
    if (Date.now() > deadline) throw new Error('the accounts were not subscribed in time');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    signal.throwIfAborted();
  }
  const scene = await fetch(`${sandboxUrl}/control/people?network=${NETWORK}`, { signal });
  const { posts } = (await scene.json()) as { posts: { id: string }[] };
  const act = async (username: string, name: string, what: object) => {
    const response = await fetch(`${sandboxUrl}/control/people`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ network: NETWORK, person: { username, name, follows: true }, act: what }),
      signal,
    });
    if (!response.ok) throw new Error(await response.text());
  };
  await act('ben_reads', 'Ben', { say: 'Hi! Are you open on Sunday?' });
  const [post] = posts;
  if (post) await act('ann_travels', 'Ann', { comment: { text: 'How much is this?', mediaId: post.id } });
}
