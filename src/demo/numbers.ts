/**
 * The first start: the numbers of the demo accounts are read at once, and get a past of some months, so that curves, comparisons and
 * the growth of followers can be seen before they were counted.
 */
import { growPastFollowers, growPastPosts } from '../../store/demo-history.ts';
import { findWorkspace } from '../../store/directory.ts';
import type { Log } from '../base/log.ts';
import { freshen } from '../features/numbers/index.ts';
import type { Service } from '../service/service.ts';
import { allOf } from '../api/held.ts';

/** Each try waits for the networks for ten seconds. */
const TRIES = 12;

/** @returns what stops it */
export function readDemoNumbers(
  service: Pick<Service, 'sql' | 'context'>,
  { slug, days, log }: { slug: string; days: number; log: Log },
): () => void {
  const stop = new AbortController();
  void read(service, { slug, days, signal: stop.signal }).catch((error: unknown) => {
    if (!stop.signal.aborted)
      log.warn({ error: String(error) }, 'the demo accounts have no numbers of the past');
  });
  return () => stop.abort();
}

async function read(
  { sql, context }: Pick<Service, 'sql' | 'context'>,
  { slug, days, signal }: { slug: string; days: number; signal: AbortSignal },
): Promise<void> {
  const workspace = await findWorkspace(context.directory, slug);
  if (workspace === undefined) return;
  const workspaceId = workspace.id;
  for (let tries = 0, isRead = false; !isRead && tries < TRIES; tries += 1) {
    const accounts = await context.numbers.accountsOf(allOf(workspaceId));
    isRead = (await freshen(context, accounts, { force: false, depth: 'year' })).revision !== null;
    signal.throwIfAborted();
  }
  await growPastPosts(sql, { workspaceId });
  await growPastFollowers(sql, { workspaceId, days });
}
