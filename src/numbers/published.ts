/**
 * Accounts on which a post went live, until the actors of their numbers were told. They are gathered for a while, so that
 * many posts of an account cost one step of its actor, and none of them waits. What is lost when the process ends is the
 * first look alone: the planned refreshes go on.
 */
import { readAccounts } from '../../store/accounts.ts';
import type { Node } from '../engine/node.ts';
import type { Turn } from '../engine/turn.ts';
import type { Log } from '../log.ts';
import { tellNumbers } from './fresh.ts';

/** How long accounts are gathered, ms. A post is first looked at after 15 minutes, so nothing is late by it. */
const GATHER_MS = 60_000;

export interface PublishedAccounts {
  /** Posts are live on these accounts. */
  note: (accountIds: Iterable<string>) => void;
  stop: () => void;
}

/** @param deps.gatherMs for tests. Default a minute */
export function tellPublished({
  node,
  log,
  gatherMs = GATHER_MS,
}: {
  node: () => Pick<Node, 'command'>;
  log: Log;
  gatherMs?: number;
}): PublishedAccounts {
  let noted = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  const tell = () => {
    const ids = [...noted];
    noted = new Set();
    timer = null;
    node()
      .command(async (tx, turn: Turn) => {
        await tellNumbers(tx, turn, await readAccounts(tx, ids), { type: 'published' });
        return { result: undefined };
      })
      .catch((fault: unknown) =>
        log.warn({ fault: String(fault) }, 'the numbers of new posts are read at the next refresh'),
      );
  };
  return {
    note: (accountIds) => {
      for (const id of accountIds) noted.add(id);
      if (noted.size > 0) timer ??= setTimeout(tell, gatherMs).unref();
    },
    stop: () => clearTimeout(timer ?? undefined),
  };
}
