/** Keeps the rules that were read current: an answer changes its entry at once, and the counts are read again soon. */
import type { QueryClient } from '@tanstack/react-query';
import { type Follower, follower } from '../../base/live/follower.ts';
import { readOnceMore } from '../../base/live/reading.ts';
import { type EntryPages, type Happened, withStatus } from './activity-cache.ts';
import { activityKey, nearKey, readNewest, rulesKey } from './queries.ts';

/** When the service did not respond, the newest activity is read again after this time, ms. */
const RETRY_MS = 5_000;

/** A change is the id of a rule with new activity; null means the counts of the rules changed. */
export const followRules = (queries: QueryClient): Follower =>
  follower<string | null>(queries, {
    roots: ['rules'],
    firstMs: 150,
    betweenMs: 1_000,
    happened({ workspace, resource, data }, add) {
      if (resource.type === 'private_reply') {
        const { ruleId, ...happened } = data as unknown as Happened & { ruleId: string };
        queries.setQueryData<EntryPages>(
          activityKey(workspace, ruleId),
          (pages) => pages && withStatus(pages, happened),
        );
        add(ruleId);
        return true;
      }
      if (resource.type !== 'comment_rule' && resource.type !== 'comment') return false;
      add(null);
      return resource.type === 'comment_rule'; // a comment is for the list of comments too
    },
    serve(slug, ruleIds, again) {
      void queries.invalidateQueries({ queryKey: rulesKey(slug) });
      void queries.invalidateQueries({ queryKey: nearKey(slug) });
      for (const id of new Set(ruleIds)) {
        if (id === null) continue;
        const queryKey = activityKey(slug, id);
        const isShown = queries.getQueryCache().find({ queryKey })?.isActive() === true;
        if (!isShown) queries.removeQueries({ queryKey });
        else {
          void readOnceMore(queries, { queryKey });
          readNewest(queries, slug, id).catch(() => again([id], RETRY_MS));
        }
      }
    },
  });
