/** Keeps the cached data of pages current with the live feed. */
import type { QueryClient } from '@tanstack/react-query';
import type { Session, Workspace } from '../base/api.ts';
import type { FeedEvent } from '../base/live/feed-event.ts';
import { listen, live } from '../base/live/live.ts';
import { sessionKey } from '../base/session.ts';
import { followAutomations } from '../features/automations/follow-automations.ts';
import { followComments } from '../features/comments/follow-comments.ts';
import { followHome } from '../features/home/follow-home.ts';
import { followInbox } from '../features/inbox/follow-inbox.ts';
import { followPosts } from '../features/posts/follow-posts.ts';
import { followRules } from '../features/rules/follow-rules.ts';

/** In this order: the first that an event is about takes it, and posts take what is left. Home hears of all. */
const FOLLOWERS = [followHome, followAutomations, followRules, followInbox, followComments, followPosts];

/** Starts to keep the cache current. @returns a function that stops it */
export function follow(queries: QueryClient): () => void {
  const followers = FOLLOWERS.map((start) => start(queries));
  const readSessionAgain = () => void queries.invalidateQueries({ queryKey: sessionKey });
  const stop = listen({
    happened: (event) => {
      if (event.event === 'workspace.updated') {
        void queries.cancelQueries({ queryKey: sessionKey }); // its response may be from before the change
        queries.setQueryData<Session>(sessionKey, changedBy(event));
      } else followers.some((one) => one.happened(event));
    },
    resumed: readSessionAgain, // a person's role, for example, changes without an event
    gap: () => {
      readSessionAgain(); // the workspace may have another slug, name or time zone
      for (const one of followers) one.gap();
    },
  });
  // queries that failed while the service was down are read again when it is back
  let was = live.getSnapshot().context.connection;
  const watching = live.subscribe(({ context: { connection } }) => {
    if (connection === 'live' && was !== 'live')
      void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    was = connection;
  });
  return () => {
    watching.unsubscribe();
    stop();
    for (const one of followers) one.stop();
  };
}

/**
 * What an event says of the workspace is taken from the event: it is sent in the moment of the change, when a request may
 * still be answered with what was before.
 */
function changedBy({ workspace: slug, data }: FeedEvent): (session?: Session) => Session | undefined {
  const { id: _, ...changed } = data as { id: string } & Pick<Workspace, 'slug' | 'name' | 'timezone'>;
  return (session) =>
    session && {
      ...session,
      workspaces: session.workspaces.map((workspace) => {
        if (workspace.slug !== slug) return workspace;
        const formerSlugs = [...workspace.formerSlugs, slug].filter((former) => former !== changed.slug);
        return { ...workspace, ...changed, formerSlugs };
      }),
    };
}
