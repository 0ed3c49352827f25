/** The series of the workspace: posts that are made again and again. */
import { Alert, Badge, Button, Card, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { call, messageOf } from '../../base/api.ts';
import { IfCan } from '../../base/can.tsx';
import { showFailure } from '../../base/failure.ts';
import type { Reply } from '../../base/operations.ts';
import { PlusIcon } from '../../base/parts/icons.tsx';
import { NetworkMark } from '../../base/parts/network.tsx';
import { Empty, Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { wallTime, withZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { useAccountNames, useAccounts } from '../accounts/index.ts';
import { ruleWords } from './repeat-words.ts';
import { t } from '../../base/language/text.ts';

type Series = Reply<'listSeries'>['series'][number];

export default function SeriesPage() {
  const { slug } = useWorkspace();
  const series = useQuery({
    queryKey: ['posts', slug, 'series'],
    queryFn: async ({ signal }) => (await call('listSeries', { workspace: slug }, { signal })).series,
  });
  return (
    <>
      <PageTitle
        actions={
          <IfCan call="createSeries">
            <Button component={Link} href="/posts/new?repeat" leftSection={<PlusIcon />}>
              {t('New series')}
            </Button>
          </IfCan>
        }
      >
        {t('Series')}
      </PageTitle>
      {series.isPending ? (
        <Waiting />
      ) : series.data === undefined ? (
        <Fault message={messageOf(series.error)} onRetry={() => void series.refetch()} />
      ) : series.data.length === 0 ? (
        <Empty title={t('Nothing repeats yet')}>
          {t('Choose “Repeat” in the composer: the same post is made every day, week or month.')}
        </Empty>
      ) : (
        <Stack gap="sm">
          {series.data.map((one) => (
            <SeriesCard key={one.id} series={one} />
          ))}
        </Stack>
      )}
    </>
  );
}

const STATUS: { [status: string]: { label: string; color: string } } = {
  active: { label: t('Active'), color: 'teal' },
  paused: { label: t('Paused'), color: 'orange' },
  ended: { label: t('Ended'), color: 'gray' },
};

function SeriesCard({ series }: { series: Series }) {
  const { id, post, rule, timezone, status, next, startsAt } = series;
  const isOpen = new URLSearchParams(useSearch()).get('open') === id;
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) card.current?.scrollIntoView({ block: 'center' });
  }, [isOpen]);
  const look = STATUS[status] ?? STATUS['ended']!;
  return (
    <Card
      ref={card}
      withBorder
      padding="md"
      component="article"
      aria-labelledby={`text-${id}`}
      {...(isOpen && { bd: '1px solid var(--mantine-primary-color-filled)' })}
    >
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} style={{ flex: '1 1 240px', minWidth: 0 }}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Text fw={600} lineClamp={2} dir="auto" id={`text-${id}`}>
              {post.content.trim() || t('Without text')}
            </Text>
            <Badge variant="light" color={look.color} style={{ flexShrink: 0 }}>
              {look.label}
            </Badge>
          </Group>
          <Text size="sm">{ruleWords(rule, wallTime(startsAt, timezone).slice(0, 16))}</Text>
          <Text size="sm" c="dimmed">
            {next === null
              ? t('No further date is planned.')
              : t('Next: {dates}', { dates: withZone(next, timezone) })}
          </Text>
          <Accounts ids={post.accountIds} />
        </Stack>
        <Actions series={series} />
      </Group>
      <Why series={series} />
    </Card>
  );
}

function Accounts({ ids }: { ids: readonly string[] }) {
  const names = useAccountNames();
  const { data: accounts = [] } = useAccounts();
  return (
    <Group gap={6}>
      {accounts
        .filter(({ id }) => ids.includes(id))
        .map(({ id, platform }) => (
          <span key={id} title={names.get(id)}>
            <NetworkMark platform={platform} size={16} />
          </span>
        ))}
      <Text size="xs" c="dimmed">
        {t('{count, plural, one {# account} other {# accounts}}', { count: ids.length })}
      </Text>
    </Group>
  );
}

function Why({ series: { reason, error } }: { series: Series }) {
  if (reason === null) return null;
  const words: { [reason: string]: string } = {
    plan: t('The plan of the workspace does not include its posts.'),
    refused: t('Its posts would be refused: {error}', { error: error ?? '' }),
    accounts: t('None of its accounts is connected any more.'),
  };
  return (
    <Alert mt="sm" color={reason === 'accounts' ? 'gray' : 'orange'} p="xs">
      {words[reason] ?? error}
    </Alert>
  );
}

/** Pauses or resumes a series. */
function useSteering(steer: (which: { id: string; workspace: string }) => Promise<unknown>) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => steer({ id, workspace: slug }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['posts', slug] }),
    onError: showFailure,
  });
}

const pauseSeries = (which: { id: string; workspace: string }) => call('pauseSeries', which);
const resumeSeries = (which: { id: string; workspace: string }) => call('resumeSeries', which);

function Actions({ series: { id, status, limited } }: { series: Series }) {
  const pause = useSteering(pauseSeries);
  const resume = useSteering(resumeSeries);
  const [opened, { open, close }] = useDisclosure(false);
  if (limited) return null;
  return (
    <Group gap="xs" justify="flex-end">
      {status === 'active' && (
        <IfCan call="pauseSeries">
          <Button size="xs" variant="default" loading={pause.isPending} onClick={() => pause.mutate(id)}>
            {t('Pause')}
          </Button>
        </IfCan>
      )}
      {status === 'paused' && (
        <IfCan call="resumeSeries">
          <Button size="xs" variant="default" loading={resume.isPending} onClick={() => resume.mutate(id)}>
            {t('Resume')}
          </Button>
        </IfCan>
      )}
      <IfCan call="deleteSeries">
        <Button size="xs" variant="default" onClick={open}>
          {t('End…')}
        </Button>
      </IfCan>
      <EndDialog id={id} opened={opened} onClose={close} />
    </Group>
  );
}

function EndDialog({ id, opened, onClose }: { id: string; opened: boolean; onClose: () => void }) {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const [posts, setPosts] = useState<'keep' | 'delete'>('keep');
  const end = useMutation({
    mutationFn: () => call('deleteSeries', { id, posts, workspace: slug }),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: ['posts', slug] });
    },
    onError: showFailure,
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('End this series?')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack gap="md">
        <Radio.Group
          label={t('Its posts that are on the calendar')}
          value={posts}
          onChange={(value) => setPosts(value)}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="keep" label={t('Keep them: they go out as planned')} />
            <Radio value="delete" label={t('Remove all that are not out, also edited ones')} />
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button color="red" loading={end.isPending} onClick={() => end.mutate()}>
            {t('End the series')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
