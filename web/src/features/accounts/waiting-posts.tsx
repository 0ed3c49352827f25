/** Chooses which of the posts that wait for an account go out when it is connected again. */
import { Button, Group, Radio, Select, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf, type Reply } from '../../base/api.ts';
import { showFailure } from '../../base/failure.ts';
import { newIdempotencyKey } from '../../base/parts/idempotency-key.ts';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import type { Look } from '../../base/parts/look.ts';
import { useNow } from '../../base/parts/now.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { inZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { waitingQuery } from './queries.ts';
import './waiting-posts.css';
import { t } from '../../base/language/text.ts';

type WaitingPost = Reply<'listWaitingPosts'>['posts'][number];
interface Choice {
  which: 'all' | 'younger' | 'none';
  /** How long ago a younger post was planned at most. */
  hours: string;
}

const HOUR_MS = 3_600_000;
const AGES = [
  { value: '1', label: t('1 hour') },
  { value: '6', label: t('6 hours') },
  { value: '24', label: t('1 day') },
  { value: '72', label: t('3 days') },
];
const GOES: Look = { label: t('Goes out'), tone: 'planned' };
const STAYS: { [as in WaitingPost['heldBackAs']]: Look } = {
  draft: { label: t('Becomes a draft'), tone: 'neutral' },
  left_out: { label: t('Not sent here'), tone: 'neutral' },
};

interface ChooserProps {
  account: { id: string; name: string };
  /** Nothing was chosen. */
  onClose: () => void;
  /** What was chosen is done. */
  onChosen: () => void;
}

export default function Chooser({ account, onClose, onChosen }: ChooserProps) {
  const { slug } = useWorkspace();
  const waiting = useQuery(waitingQuery(slug, account.id));
  if (waiting.isPending) return <Waiting rows={3} />;
  if (waiting.isError)
    return <Fault message={messageOf(waiting.error)} onRetry={() => void waiting.refetch()} />;
  const { posts, more } = waiting.data;
  if (posts.length === 0) return <Text size="sm">{t('No post waits for this account.')}</Text>;
  return <Choices account={account} posts={posts} more={more} onClose={onClose} onChosen={onChosen} />;
}

interface ChoicesProps extends ChooserProps {
  posts: WaitingPost[];
  /** There are more than these. */
  more: boolean;
}

function Choices({ account, posts, more, onClose, onChosen }: ChoicesProps) {
  const now = useNow(60_000);
  const [choice, setChoice] = useState<Choice>({ which: 'all', hours: '24' });
  const holdBack = useHoldBack(account.id, onChosen);
  const goesOut = ({ scheduledAt }: WaitingPost): boolean => {
    if (choice.which !== 'younger') return choice.which === 'all';
    return scheduledAt !== null && Date.parse(scheduledAt) > now - Number(choice.hours) * HOUR_MS;
  };
  const held = posts.filter((post) => !goesOut(post));
  return (
    <Stack>
      <ChoiceField value={choice} onChange={setChoice} />
      <PostsWithResult posts={posts} goesOut={goesOut} />
      <Text size="xs" c="dimmed">
        {more
          ? t(
              'A post that is live on another account, or still goes to one, is not sent here and stays as it is there. Posts that begin to wait after this go out. The {count} oldest are shown.',
              { count: posts.length },
            )
          : t(
              'A post that is live on another account, or still goes to one, is not sent here and stays as it is there. Posts that begin to wait after this go out.',
            )}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button
          loading={holdBack.isPending}
          onClick={() => (held.length === 0 ? onChosen() : holdBack.mutate(held.map(({ id }) => id)))}
        >
          {held.length === 0
            ? t('Let all go out')
            : t('Hold {count} of {count2} back', { count: held.length, count2: posts.length })}
        </Button>
      </Group>
    </Stack>
  );
}

function ChoiceField({ value, onChange }: { value: Choice; onChange: (value: Choice) => void }) {
  return (
    <Radio.Group
      label={t('Which posts go out')}
      value={value.which}
      onChange={(which) => onChange({ ...value, which })}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="all" label={t('All of them, as soon as it is connected')} />
        <Group gap="xs">
          <Radio value="younger" label={t('Only those that were planned in the last')} />
          <Select
            aria-label={t('How long ago')}
            size="xs"
            w={110}
            data={AGES}
            value={value.hours}
            allowDeselect={false}
            onChange={(hours) => onChange({ which: 'younger', hours: hours ?? '24' })}
          />
        </Group>
        <Radio value="none" label={t('None of these')} />
      </Stack>
    </Radio.Group>
  );
}

function PostsWithResult(props: { posts: WaitingPost[]; goesOut: (post: WaitingPost) => boolean }) {
  const { timezone } = useWorkspace();
  return (
    <ul className="waiting-posts" aria-label={t('Posts that wait')}>
      {props.posts.map((post) => (
        <li key={post.id}>
          <div className="waiting-words">
            <Text size="sm" dir="auto" truncate>
              {post.text || t('A post without a text')}
            </Text>
            {post.scheduledAt !== null && (
              <Text size="xs" c="dimmed">
                {t('Planned for {time}', { time: inZone(post.scheduledAt, timezone) })}
              </Text>
            )}
          </div>
          <LookBadge look={props.goesOut(post) ? GOES : STAYS[post.heldBackAs]} />
        </li>
      ))}
    </ul>
  );
}

/** Holds posts back at once: when the account is connected again is then not asked any more. */
function useHoldBack(accountId: string, onDone: () => void) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) =>
      call(
        'batchPosts',
        { action: 'hold_back', accountId, ids, workspace: slug },
        { idempotencyKey: newIdempotencyKey() },
      ),
    onSuccess: ({ results }) => {
      const done = results.filter(({ ok }) => ok).length;
      const [error] = results.flatMap((one) => one.error ?? []);
      const stayed = results.length - done;
      const reason =
        stayed === 0 ? [] : [t('{stayed} could not be: {error}.', { stayed, error: error ?? '' })];
      notifications.show({
        message: [
          t('{done, plural, one {# post was held back.} other {# posts were held back.}}', { done }),
          ...reason,
        ].join(' '),
      });
      onDone();
    },
    onError: showFailure,
    onSettled: () =>
      Promise.all(
        [waitingQuery(slug, accountId).queryKey, ['home', slug], ['posts', slug]].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
