/**
 * Collects accounts with a new post or comment, and notifies the actors of their numbers in batches, so that many posts and
 * comments of an account cost one step of its actor. If the process ends first, only an early refresh is lost: the planned ones
 * take place.
 */
import type { MetricsEvent } from '../../../machines/metrics.ts';
import { readAccounts } from '../../../store/accounts.ts';
import type { Node } from '../../engine/node.ts';
import type { Turn } from '../../engine/turn.ts';
import type { Log } from '../../base/log.ts';
import { tellNumbers } from './fresh.ts';

/** How long accounts are gathered, ms. A post is first looked at after 15 minutes, so nothing is late by it. */
const GATHER_MS = 60_000;

type News = Extract<MetricsEvent, { type: 'published' | 'commented' }>['type'];

export interface NewsOfAccounts {
  /** Posts are live on these accounts. */
  published: (accountIds: Iterable<string>) => void;
  /** Somebody commented on posts of these accounts. */
  commented: (accountIds: Iterable<string>) => void;
  stop: () => void;
}

/** @param deps.gatherMs for tests. Default a minute */
export function tellNews({
  node,
  log,
  gatherMs = GATHER_MS,
}: {
  node: () => Pick<Node, 'command'>;
  log: Log;
  gatherMs?: number;
}): NewsOfAccounts {
  let noted = new Map<string, News>();
  let timer: NodeJS.Timeout | null = null;
  const tell = () => {
    const news = noted;
    noted = new Map();
    timer = null;
    node()
      .command(async (tx, turn: Turn) => {
        const accounts = await readAccounts(tx, [...news.keys()]);
        for (const type of ['published', 'commented'] as const) {
          const recipients = accounts.filter(({ id }) => news.get(id) === type);
          await tellNumbers(tx, turn, recipients, { type });
        }
        return { result: undefined };
      })
      .catch((fault: unknown) =>
        log.warn({ fault: String(fault) }, 'what is new on accounts is counted at the next refresh'),
      );
  };
  const note = (accountIds: Iterable<string>, type: News) => {
    // a new post is looked at sooner than a comment
    for (const id of accountIds) if (noted.get(id) !== 'published') noted.set(id, type);
    if (noted.size > 0) timer ??= setTimeout(tell, gatherMs).unref();
  };
  return {
    published: (accountIds) => note(accountIds, 'published'),
    commented: (accountIds) => note(accountIds, 'commented'),
    stop: () => clearTimeout(timer ?? undefined),
  };
}
