/** Which comments are listed. It is kept in the address. */
import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { type AddressChange, useAddress } from '../../base/parts/address.ts';
import { FromChoice } from '../accounts/index.ts';
import { hasComments } from '../../base/parts/network.tsx';
import type { CommentFilter, CommentPlatform } from './filter.ts';
import { t } from '../../base/language/text.ts';

const SHOWN: { value: CommentFilter['show']; label: string }[] = [
  { value: 'open', label: t('Open') },
  { value: 'unanswered', label: t('Unanswered') },
  { value: 'reviews', label: t('Reviews') },
  { value: 'done', label: t('Done') },
];

export interface ChosenComments {
  filter: CommentFilter;
  /** The post whose comments are shown; null means those of all posts. */
  postId: string | null;
  /** The comment that a link led to, by the network's id; null if none did. */
  commentId: string | null;
  /** Changes the address. */
  set: (change: AddressChange) => void;
}

/** What the address asks for. */
export function useChosenComments(): ChosenComments {
  const [search, set] = useAddress();
  const show = SHOWN.find(({ value }) => value === search.get('show'))?.value ?? 'open';
  const accountId = search.get('account');
  // the service refuses one that it does not know
  const platform = accountId === null ? (search.get('network') as CommentPlatform | null) : null;
  const filter = useMemo(() => ({ show, accountId, platform }), [show, accountId, platform]);
  return { filter, postId: search.get('post'), commentId: search.get('comment'), set };
}

export function CommentFilterBar({ chosen: { filter, set } }: { chosen: ChosenComments }) {
  return (
    <div role="search" aria-label={t('Comments')} className="comment-filter">
      <SegmentedControl
        size="xs"
        data={SHOWN}
        value={filter.show}
        onChange={(show) => set({ show: show === 'open' ? null : show })}
        aria-label={t('Which comments')}
      />
      <FromChoice from={filter} isMeant={hasComments} set={set} />
    </div>
  );
}
