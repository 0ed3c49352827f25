/** Keeps the automations that were read current: what happens to runs comes in bursts and is read together. */
import type { QueryClient } from '@tanstack/react-query';
import { type Follower, follower } from '../../base/live/follower.ts';
import { automationsKey, runsKey, statsKey, versionsKey } from './keys.ts';

/** A change is the id of an automation that changed or whose runs moved; null means it is not known which. */
export const followAutomations = (queries: QueryClient): Follower =>
  follower<string | null>(queries, {
    roots: ['automations'],
    firstMs: 150,
    betweenMs: 1_000,
    happened({ resource, data }, add) {
      const isRun = resource.type === 'dm_run';
      if (!isRun && resource.type !== 'dm_automation') return false;
      const id = isRun ? data['automationId'] : resource.id;
      add(typeof id === 'string' ? id : null);
      return true;
    },
    serve(slug, ids) {
      void queries.invalidateQueries({ queryKey: automationsKey(slug) });
      for (const id of new Set(ids)) {
        if (id === null) continue;
        for (const keyOf of [runsKey, statsKey, versionsKey])
          void queries.invalidateQueries({ queryKey: keyOf(slug, id) });
      }
    },
  });
