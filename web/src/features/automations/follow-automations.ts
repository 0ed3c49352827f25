/** Keeps the automations that were read current: what happens to runs comes in bursts and is read together. */
import type { QueryClient } from '@tanstack/react-query';
import type { FeedEvent } from '../../base/live/live.ts';
import { automationsKey, runsKey, statsKey, versionsKey } from './queries.ts';

/** What came within this time is read together, ms. */
const TOGETHER_MS = 1_000;
/** The first of them is read sooner, ms. */
const FIRST_MS = 150;

export interface AutomationsFollower {
  /** @returns whether the event was about automations, and nothing else */
  happened(event: FeedEvent): boolean;
  /** Events may have been missed. */
  gap(): void;
  stop(): void;
}

export function followAutomations(queries: QueryClient): AutomationsFollower {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let readAt = 0;
  /** Automations that changed or whose runs moved, by workspace. */
  let touched = new Map<string, Set<string>>();
  const read = () => {
    timer = undefined;
    readAt = Date.now();
    const now = touched;
    touched = new Map();
    for (const [slug, ids] of now) {
      void queries.invalidateQueries({ queryKey: automationsKey(slug) });
      for (const id of ids) {
        void queries.invalidateQueries({ queryKey: runsKey(slug, id) });
        void queries.invalidateQueries({ queryKey: statsKey(slug, id) });
        void queries.invalidateQueries({ queryKey: versionsKey(slug, id) });
      }
    }
  };
  return {
    happened({ workspace, resource, data }) {
      const isRun = resource.type === 'dm_run';
      if (!isRun && resource.type !== 'dm_automation') return false;
      const ids = touched.get(workspace) ?? new Set();
      touched.set(workspace, ids);
      const id = isRun ? data['automationId'] : resource.id;
      if (typeof id === 'string') ids.add(id);
      timer ??= setTimeout(read, Math.max(FIRST_MS, readAt + TOGETHER_MS - Date.now()));
      return true;
    },
    gap: () => void queries.invalidateQueries({ queryKey: ['automations'] }),
    stop: () => clearTimeout(timer),
  };
}
