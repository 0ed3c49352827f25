/** The composer of a page: its chart, opened with what the service and the browser have, and what does its work. */
import { notifications } from '@mantine/notifications';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { type Account, call, type Post } from '../../../base/api.ts';
import { readWords } from '../../../base/finding-words.ts';
import { newIdempotencyKey } from '../../../base/parts/idempotency-key.ts';
import { withZone } from '../../../base/parts/times.ts';
import { useSession, useWorkspace } from '../../../base/session.ts';
import { useAccounts } from '../../accounts/index.ts';
import { bodyOf, type Draft, followingOf, patchOf, seriesOf, validateBodyOf } from '../draft.ts';
import { place } from '../pages.ts';
import { isNoList } from '../queries.ts';
import { type ComposerStore, composerStore, openedWith } from './chart.ts';
import { type Entries, entriesOf } from './entries.ts';
import { type Around, readCopy, runComposer } from './run.ts';
import type { Copy, Effect, Made } from './shapes.ts';
import { t } from '../../../base/language/text.ts';

/** This page, among all that the browser has open. */
const TAB = newIdempotencyKey();

/** What the service has of a text. It is read each time a composer is opened. `data` is undefined where it cannot be read. */
export function useCopy(postId: string | null) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['working-copy', slug, postId],
    queryFn: ({ signal }) => readCopy({ workspace: slug, postId }, signal),
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

interface Opening {
  /** The post that is edited; null means a new one. */
  post: Post | null;
  start: Draft;
  /** What the service has; undefined means that it could not be read. */
  copy: Copy | null | undefined;
}

/** The store of the composer. It works while the page is shown. */
export function useComposer({ post, start, copy }: Opening): ComposerStore {
  const { slug } = useWorkspace();
  const { data: session } = useSession();
  const { data: accounts } = useAccounts();
  const [, go] = useLocation();
  const queries = useQueryClient();
  const email = session?.user?.email ?? '';
  const [{ store, effects, entries }] = useState(() => {
    const entries = entriesOf(`troupe.draft.${email}.${slug}.${post?.id ?? 'new'}`, TAB);
    const effects: Effect[] = [];
    const opened = { start, entries: entries.read(), copy, now: Date.now() };
    const first = openedWith(opened, (effect) => effects.push(effect));
    return { store: composerStore(first), effects, entries };
  });
  const now = { accounts, post, slug, queries, go };
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });
  useEffect(() => {
    if (accounts !== undefined) store.trigger.recheck({});
  }, [accounts, store]);
  useEffect(
    () => runComposer(store, aroundOf(latest, entries), effects.splice(0)),
    [store, effects, entries],
  );
  return store;
}

interface Latest {
  accounts: readonly Account[] | undefined;
  post: Post | null;
  slug: string;
  queries: QueryClient;
  go: (path: string) => void;
}

/** What the composer works with: the accounts and the post as they are when it needs them. */
function aroundOf(latest: { current: Latest }, entries: Entries): Around {
  const { slug: workspace, post } = latest.current;
  const chosen = ({ accountIds }: Draft) =>
    (latest.current.accounts ?? []).filter(({ id }) => accountIds.includes(id));
  return {
    workspace,
    postId: post?.id ?? null,
    entries,
    check: (draft, signal) => checked(draft, chosen(draft), { workspace, signal }),
    send: (draft, key) => sent({ draft, key, chosen: chosen(draft), workspace, post }),
    leave: (made, isLeft) => left(latest.current, made, isLeft),
  };
}

/** The end of a key under which accounts that refuse the post are left out. */
const SKIPS = '.skip';

/** A key for a text that was not sent before. @param skipRefused accounts that refuse it are left out: the person was shown them */
export const newSendKey = (skipRefused: boolean): string => newIdempotencyKey() + (skipRefused ? SKIPS : '');

/** The draft with those of its accounts that are still connected. */
const ofAccounts = (draft: Draft, chosen: readonly Account[]): Draft => ({
  ...draft,
  accountIds: chosen.map(({ id }) => id),
});

function checked(
  draft: Draft,
  chosen: readonly Account[],
  { workspace, signal }: { workspace: string; signal: AbortSignal },
) {
  if (chosen.length === 0 || (draft.content.trim() === '' && draft.media.length === 0)) return null;
  const body = validateBodyOf(ofAccounts(draft, chosen), chosen);
  // its findings are said in words as soon as they are there
  return Promise.all([call('validatePost', { ...body, workspace }, { signal }), readWords()]).then(
    ([preview]) => preview,
  );
}

async function sent(form: {
  draft: Draft;
  key: string;
  chosen: readonly Account[];
  workspace: string;
  post: Post | null;
}): Promise<{ post: Made; skipped: number }> {
  const { draft, key, chosen, workspace, post } = form;
  // the key says it, so that a repeat from another device sends the same
  const skipRefused = key.endsWith(SKIPS);
  const written = ofAccounts(draft, chosen);
  const around = { workspace, ...(skipRefused && { skipRefused }) };
  if (post === null && draft.timing === 'repeat') {
    const made = await call(
      'createSeries',
      { ...seriesOf(written, chosen), workspace },
      { idempotencyKey: key },
    );
    return { post: made.series, skipped: 0 };
  }
  const reply =
    post === null
      ? await call('createPost', { ...bodyOf(written, chosen), ...around }, { idempotencyKey: key })
      : await call('updatePost', { id: post.id, ...patchOf(written, chosen), ...around });
  if (post?.seriesId != null && post.scheduledAt !== null && draft.timing === 'keep' && draft.following) {
    // this post is changed already, and the next date of a series is an hour later or more
    const from = new Date(Date.parse(post.scheduledAt) + 1_000).toISOString();
    await call('updateSeries', { id: post.seriesId, post: followingOf(written, chosen), from, workspace });
  }
  return { post: reply.post, skipped: reply.post.skipped.length };
}

/** Shows the post that was made; after a discard, what was there before. */
function left({ post, queries, slug, go }: Latest, made: Made | null, isLeft: boolean): void {
  if (made === null) return isLeft ? undefined : go(post === null ? '/posts' : `/posts/${post.id}`);
  if ('rule' in made) {
    void queries.invalidateQueries({ queryKey: ['posts', slug] });
    notifications.show({ message: t('The series has started.') });
    if (!isLeft) go(`/series?open=${made.id}`);
    return;
  }
  queries.setQueryData(['posts', slug, 'one', made.id], made);
  place(queries, slug, [made.id], [made]);
  void queries.invalidateQueries({ queryKey: ['posts', slug], predicate: isNoList });
  notifications.show({ message: doneText(made) });
  if (!isLeft) go(`/posts/${made.id}`);
}

function doneText({ status, scheduledAt, timezone }: Post): string {
  if (status === 'draft') return t('Saved as a draft.');
  if (status === 'scheduled' && scheduledAt !== null)
    return t('It goes out on {time}.', { time: withZone(scheduledAt, timezone) });
  return t('It is on its way.');
}
