import { Card, Code, Group, List, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call, messageOf, type WebhookDelivery } from '../../base/api.ts';
import { howMany, LongListBox } from '../../base/parts/long-list.tsx';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { inZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { t } from '../../base/language/text.ts';
import { callsText } from '../../base/language/counts.ts';

const LOOKS = {
  sending: { label: t('Sending'), tone: 'working' },
  retrying: { label: t('Waits to retry'), tone: 'working' },
  delivered: { label: t('Delivered'), tone: 'live' },
  failed: { label: t('Failed'), tone: 'failed' },
} as const;

/** One page of the log. */
const PER_PAGE = 50;
/** The newest pages are read again every few seconds; a longer log only when a person asks. */
const MAX_LIVE_PAGES = 2;

/** The calls of a webhook, newest first. */
export function WebhookLog({ id }: { id: string }) {
  const { slug } = useWorkspace();
  const log = useInfiniteQuery({
    queryKey: ['webhook-log', id],
    queryFn: ({ signal, pageParam: before }) =>
      call('listWebhookDeliveries', { id, workspace: slug, limit: PER_PAGE, before }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // the feed does not report webhooks
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.pages.length <= MAX_LIVE_PAGES && 5_000,
  });
  const { fetchNextPage } = log;
  const load = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  if (log.isPending) return <Waiting rows={1} />;
  if (log.data === undefined)
    return <Fault message={messageOf(log.error)} onRetry={() => void log.refetch()} />;
  const sends = log.data.pages.flatMap(({ deliveries }) => deliveries);
  const total = log.data.pages[0]!.total;
  if (sends.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('Nothing was sent yet. A test shows whether the address responds.')}
      </Text>
    );
  return (
    <>
      <Text size="sm" c="dimmed" role="status" aria-label={t('How many')}>
        {howMany(sends.length, total, callsText, log.hasNextPage)}
      </Text>
      <LongListBox
        label={t('Delivery log')}
        height={420}
        items={sends}
        keyOf={({ id: sendId }) => sendId}
        estimate={68}
        gap={8}
        render={(send) => <Send send={send} />}
        more={{
          what: callsText,
          total,
          hasMore: log.hasNextPage,
          isLoading: log.isFetchingNextPage,
          error: log.isFetching ? null : log.error,
          load,
        }}
      />
    </>
  );
}

function Send({ send: { event, status, createdAt, tries } }: { send: WebhookDelivery }) {
  const { timezone } = useWorkspace();
  return (
    <Card withBorder padding="xs">
      <Group gap="xs" justify="space-between">
        <Text size="sm">
          <Code>{event}</Code> {inZone(createdAt, timezone)}
        </Text>
        <LookBadge look={LOOKS[status]} />
      </Group>
      <List size="sm" c="dimmed" spacing={0}>
        {tries.map(({ attempt, statusCode, error, finishedAt }) => (
          <List.Item key={attempt} style={{ overflowWrap: 'anywhere' }}>
            {finishedAt === null
              ? t('Try {attempt}: under way', { attempt })
              : t('Try {attempt}: {result}', {
                  attempt,
                  result: [statusCode ?? '', error ?? ''].join(' ').trim() || t('ended'),
                })}
          </List.Item>
        ))}
      </List>
    </Card>
  );
}
