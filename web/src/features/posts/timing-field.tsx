import { SegmentedControl, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ApiError, call, messageOf, type Post } from '../../base/api.ts';
import { isWhole } from '../../base/parts/moment.ts';
import { dayText, clock, withZone } from '../../base/parts/times.ts';
import { SuggestedTimes } from '../numbers/index.ts';
import { useCan } from '../../base/can.tsx';
import { useWorkspace } from '../../base/session.ts';
import type { Draft, Timing } from './draft.ts';
import { t } from '../../base/language/text.ts';

const MomentField = lazy(async () => ({
  default: (await import('../../base/parts/moment-field.tsx')).MomentField,
}));

/** When the post goes out. @param post that is edited; null means a new one */
export function TimingField({
  post,
  draft,
  onChange,
}: {
  post: Post | null;
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
}) {
  const { timezone } = useWorkspace();
  const can = useCan();
  const { timing, at } = draft;
  const keeps = post !== null && post.status !== 'failed';
  const choices = [
    ...(keeps ? [{ value: 'keep', label: keepLabel(post) }] : []),
    { value: 'now', label: t('Now') },
    { value: 'slot', label: t('Next slot') },
    { value: 'at', label: t('At a time') },
    ...(post === null && can('createSeries') ? [{ value: 'repeat', label: t('Repeat') }] : []),
    ...(keeps && post.status === 'draft' ? [] : [{ value: 'draft', label: t('Draft') }]),
  ];
  return (
    <Stack gap="xs" maw="100%" miw={0}>
      <SegmentedControl
        aria-label={t('When')}
        data={choices}
        value={timing}
        onChange={(value) => onChange({ timing: value as Timing })}
        size="sm"
        // where there is little room it scrolls within itself
        style={{ maxWidth: '100%', overflowX: 'auto' }}
      />
      {timing === 'slot' && <NextSlot accountIds={draft.accountIds} />}
      {timing === 'keep' && post?.scheduledAt && (
        <Text size="sm" c="dimmed">
          {withZone(post.scheduledAt, post.timezone)}
        </Text>
      )}
      {(timing === 'at' || timing === 'draft') && (
        <Suspense fallback={null}>
          <MomentField
            label={timing === 'at' ? t('Publish') : t('On the calendar')}
            description={
              timing === 'at'
                ? t('In {timezone}, the workspace’s time zone.', { timezone })
                : t('In {timezone}. May stay empty; a draft does not go out by itself.', { timezone })
            }
            timezone={timezone}
            value={at}
            required={timing === 'at'}
            onChange={(value) => onChange({ at: value })}
          />
          {timing === 'at' && (
            <SuggestedTimes accountIds={draft.accountIds} onChoose={(at) => onChange({ at })} />
          )}
        </Suspense>
      )}
    </Stack>
  );
}

/** Whether a change of a post of a series is for this post alone. */
export function FollowingChoice({
  value,
  onChange,
}: {
  value: boolean;
  onChange: (following: boolean) => void;
}) {
  return (
    <SegmentedControl
      aria-label={t('What changes')}
      size="sm"
      data={[
        { value: 'one', label: t('This post only') },
        { value: 'following', label: t('This and all after it') },
      ]}
      value={value ? 'following' : 'one'}
      onChange={(choice) => onChange(choice === 'following')}
      style={{ maxWidth: '100%', overflowX: 'auto' }}
    />
  );
}

function keepLabel({ status, approval }: Post): string {
  if (approval === 'requested') return t('Still asked for');
  return status === 'draft' ? t('Stay a draft') : t('Keep the time');
}

/** The slot that a post of these accounts takes. */
function NextSlot({ accountIds }: { accountIds: readonly string[] }) {
  const { slug, timezone } = useWorkspace();
  const ids = accountIds.toSorted().join(',') || undefined;
  const slot = useQuery({
    queryKey: ['posts', slug, 'next-slot', ids ?? null],
    queryFn: ({ signal }) => call('getNextSlot', { workspace: slug, accountIds: ids }, { signal }),
    retry: false,
    // while an account is added the slot of those before stays in its place
    placeholderData: (before) => before,
  });
  const noSchedule = slot.error instanceof ApiError && slot.error.code === 'no_posting_schedule';
  return (
    <Text size="sm" c="dimmed" role="status">
      {slot.data !== undefined &&
        t('The next free slot is {time}.', { time: withZone(slot.data.scheduledAt, timezone) })}
      {noSchedule && t('This workspace has no posting schedule: choose a time instead.')}
      {slot.isError && !noSchedule && messageOf(slot.error)}
    </Text>
  );
}

/** When it goes out, in a few words; null means the button says it already. */
export function whenText({ timing, at }: Draft, post: Post | null, timezone: string): string | null {
  if (timing === 'keep' && post?.scheduledAt) return withZone(post.scheduledAt, timezone);
  if (timing !== 'at' || !isWhole(at)) return null;
  const [day = '', time = ''] = at.split('T');
  return `${dayText(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })}, ${clock(time)} (${timezone})`;
}
