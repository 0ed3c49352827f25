import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { type Account, call, type Post } from '../../base/api.ts';
import { newIdempotencyKey } from '../../base/parts/idempotency-key.ts';
import { withZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { bodyOf, type Draft } from './draft.ts';
import { place } from './pages.ts';
import { isNoList, useChangePost } from './queries.ts';

/**
 * Makes or changes a post, then shows it. The same post sent twice is made once.
 * @param post that is changed; null means a new one
 * @param onSaved called before the page is left
 */
export function useSave(post: Post | null, draft: Draft, chosen: readonly Account[], onSaved: () => void) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const change = useChangePost();
  const [, go] = useLocation();
  const sent = useRef({ text: '', key: '' });
  return useMutation({
    mutationFn: async (): Promise<Post> => {
      const body = bodyOf(draft, chosen);
      if (post !== null) return change.mutateAsync({ id: post.id, change: body });
      const text = JSON.stringify(body);
      if (sent.current.text !== text) sent.current = { text, key: newIdempotencyKey() };
      const options = { idempotencyKey: sent.current.key };
      return (await call('createPost', { ...body, workspace: slug }, options)).post;
    },
    onSuccess: (saved) => {
      onSaved();
      queries.setQueryData(['posts', slug, 'one', saved.id], saved);
      place(queries, slug, [saved.id], [saved]);
      void queries.invalidateQueries({ queryKey: ['posts', slug], predicate: isNoList });
      notifications.show({ message: done(saved) });
      go(`/posts/${saved.id}`);
    },
  });
}

function done({ status, scheduledAt, timezone }: Post): string {
  if (status === 'draft') return 'Saved as a draft.';
  if (status === 'scheduled' && scheduledAt !== null)
    return `It goes out on ${withZone(scheduledAt, timezone)}.`;
  return 'It is on its way.';
}
