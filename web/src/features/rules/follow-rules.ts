/** Keeps the rules that were read current: an answer changes its entry at once, and the counts are read again soon. */
import type { QueryClient } from '@tanstack/react-query';
import type { FeedEvent } from '../../base/live/live.ts';
import { readOnceMore } from '../../base/live/reading.ts';
import { type EntryPages, type Happened, withStatus } from './activity-cache.ts';
import { activityKey, nearKey, readNewest, rulesKey } from './queries.ts';

/** What came within this time is read together, ms: a burst of comments reads once in it, not once for each. */
const TOGETHER_MS = 1_000;
/** The first of them is read sooner, ms. */
const FIRST_MS = 150;

export interface RulesFollower {
  /** @returns whether the event was about rules, and nothing else */
  happened(event: FeedEvent): boolean;
  /** Events may have been missed. */
  gap(): void;
  stop(): void;
}

export function followRules(queries: QueryClient): RulesFollower {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let readAt = 0;
  /** Rules with new activity, by workspace. */
  let touched = new Map<string, Set<string>>();
  const readSoon = () => {
    timer ??= setTimeout(read, Math.max(FIRST_MS, readAt + TOGETHER_MS - Date.now()));
  };
  const read = () => {
    timer = undefined;
    readAt = Date.now();
    const now = touched;
    touched = new Map();
    for (const [slug, ruleIds] of now) {
      void queries.invalidateQueries({ queryKey: rulesKey(slug) });
      void queries.invalidateQueries({ queryKey: nearKey(slug) });
      for (const id of ruleIds) {
        const isShown =
          queries
            .getQueryCache()
            .find({ queryKey: activityKey(slug, id) })
            ?.isActive() === true;
        if (isShown) {
          void readOnceMore(queries, { queryKey: activityKey(slug, id) });
          readNewest(queries, slug, id).catch(() => readAgain(slug, id));
        } else queries.removeQueries({ queryKey: activityKey(slug, id) });
      }
    }
  };
  /** The service did not respond: what happened meanwhile is read with the next event, or when the page is opened again. */
  const readAgain = (slug: string, id: string) => touch(slug, id);
  const touch = (slug: string, ruleId: string | null) => {
    const ids = touched.get(slug) ?? new Set();
    touched.set(slug, ruleId === null ? ids : ids.add(ruleId));
  };
  return {
    happened({ workspace, resource, data }) {
      if (resource.type === 'private_reply') {
        const { ruleId, ...happened } = data as unknown as Happened & { ruleId: string };
        queries.setQueryData<EntryPages>(
          activityKey(workspace, ruleId),
          (pages) => pages && withStatus(pages, happened),
        );
        touch(workspace, ruleId);
      } else if (resource.type === 'comment_rule' || resource.type === 'comment') touch(workspace, null);
      else return false;
      readSoon();
      return resource.type !== 'comment';
    },
    gap: () => void queries.invalidateQueries({ queryKey: ['rules'] }),
    stop: () => clearTimeout(timer),
  };
}
