/** The posts of an account that a rule can watch: those that are not out yet, and the latest at the network. */
import { useQuery } from '@tanstack/react-query';
import type { Post } from '../../base/api.ts';
import { readPage, usePost } from '../posts/index.ts';
import { useWorkspace } from '../../base/session.ts';
import { useMedia } from './queries.ts';
import type { Watched } from './rule-draft.ts';
import type { WatchedMedia } from './shapes.ts';
import { t } from '../../base/language/text.ts';

export interface Choice {
  key: string;
  watched: Watched;
  text: string;
  pictureUrl: string | null;
  /** Such as `Published`. */
  status: string;
  /** When it went out, or is to. null if unknown. */
  at: string | null;
}

export const isChosen = ({ watched }: Choice, value: Watched): boolean =>
  (watched.kind === 'post' && value.kind === 'post' && watched.postId === value.postId) ||
  (watched.kind === 'media' && value.kind === 'media' && watched.mediaId === value.mediaId);

/** @param value what is chosen: it is among the choices, however old it is */
export function useChoices(accountId: string, value: Watched) {
  const media = useMedia(accountId === '' ? null : accountId);
  const waiting = useWaiting(accountId);
  const chosenPost = usePost(value.kind === 'post' ? value.postId : undefined);
  const choices = [...(waiting.data ?? []).map(ofPost), ...(media.data ?? []).map(ofMedia)];
  const isMissing =
    (value.kind === 'post' || value.kind === 'media') && !choices.some((one) => isChosen(one, value));
  const isRead = !media.isPending && !waiting.isPending;
  if (isMissing && value.kind === 'post' && chosenPost.data !== undefined)
    choices.unshift(ofPost(chosenPost.data));
  else if (isMissing && isRead)
    choices.unshift({
      key: 'chosen',
      watched: value,
      text: t('The post that was chosen'),
      pictureUrl: null,
      status: t('Not among the latest'),
      at: null,
    });
  const failed = media.isError ? media : waiting.isError ? waiting : null;
  return {
    choices,
    isPending: accountId !== '' && !isRead && failed === null,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}

/** Our own posts for the account that are not out yet. */
function useWaiting(accountId: string) {
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: ['posts', slug, 'not out yet', accountId],
    queryFn: async ({ signal }) => {
      const read = (status: Post['status']) =>
        readPage(
          slug,
          { status, accountId, groupId: null, platform: null, label: null, q: null, from: null, to: null },
          { before: null, signal },
        );
      const pages = await Promise.all([read('scheduled'), read('draft')]);
      return pages.flatMap(({ posts }) => posts);
    },
    enabled: accountId !== '',
  });
}

const WHEN: { [status in Post['status']]: string } = {
  draft: t('Draft'),
  scheduled: t('Goes out'),
  publishing: t('Is going out'),
  published: t('Published'),
  failed: t('Failed'),
};

function ofPost({ id, content, media, status, scheduledAt, publishedAt }: Post): Choice {
  const at = publishedAt ?? (status === 'scheduled' ? scheduledAt : null);
  const watched = { kind: 'post', postId: id } as const;
  return { key: id, watched, text: content, pictureUrl: media[0] ?? null, status: WHEN[status], at };
}

function ofMedia({ id, postId, text, thumbnailUrl, publishedAt }: WatchedMedia): Choice {
  const watched: Watched = postId === null ? { kind: 'media', mediaId: id } : { kind: 'post', postId };
  return { key: id, watched, text, pictureUrl: thumbnailUrl, status: t('Published'), at: publishedAt };
}
