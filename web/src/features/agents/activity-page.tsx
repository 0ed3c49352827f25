/** What agents did in the workspace by tools, the newest first. */
import { Button, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { PlusIcon } from '../../base/parts/icons.tsx';
import { LongList } from '../../base/parts/long-list.tsx';
import { useNow } from '../../base/parts/now.ts';
import { Empty, Fault, PageTitle, Waiting as Loading } from '../../base/parts/states.tsx';
import { networkName } from '../../base/parts/network.tsx';
import { useAccounts } from '../accounts/index.ts';
import { CallCard } from './call-card.tsx';
import { type ToolCall, useToolCalls } from './queries.ts';
import { Waiting } from './waiting.tsx';
import { WorkspaceSetting } from './workspace-setting.tsx';
import { t } from '../../base/language/text.ts';
import { callsText } from '../../base/language/counts.ts';

const SHOWN = [
  { value: 'all', label: t('Everything') },
  { value: 'changes', label: t('Changes only') },
];

export default function ActivityPage() {
  const [filter, setFilter] = useState('all');
  const isChanges = filter === 'changes';
  const calls = useToolCalls(isChanges);
  const all = calls.data?.pages.flatMap((one) => one.calls) ?? [];
  const isEmpty = calls.data !== undefined && all.length === 0;
  return (
    <>
      <PageTitle
        actions={
          !isEmpty && (
            <Button component={Link} href="/agents/connect" leftSection={<PlusIcon />}>
              {t('Connect an agent')}
            </Button>
          )
        }
      >
        {t('Agents')}
      </PageTitle>
      <Waiting />
      {!(isEmpty && !isChanges) && (
        <Stack gap="lg" mb="md">
          <WorkspaceSetting />
          <div>
            <Title order={2} size="h4">
              {t('What agents did')}
            </Title>
            <Text size="sm" c="dimmed">
              {t('Every call of a tool. Kept for 90 days, without the texts that were sent.')}
            </Text>
          </div>
          <SegmentedControl
            data={SHOWN}
            value={filter}
            onChange={setFilter}
            aria-label={t('Which calls')}
            style={{ alignSelf: 'flex-start' }}
          />
        </Stack>
      )}
      {calls.isPending ? (
        <Loading />
      ) : calls.data === undefined ? (
        <Fault message={messageOf(calls.error)} onRetry={() => void calls.refetch()} />
      ) : isEmpty ? (
        isChanges ? (
          <Empty title={t('Nothing was changed')}>{t('Agents have only read so far.')}</Empty>
        ) : (
          <NothingYet />
        )
      ) : (
        <Calls all={all} calls={calls} />
      )}
    </>
  );
}

function Calls({ all, calls }: { all: ToolCall[]; calls: ReturnType<typeof useToolCalls> }) {
  const now = useNow(10_000);
  const names = useAccountLabels();
  const { fetchNextPage } = calls;
  const load = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  return (
    <LongList
      label={t('Calls of tools')}
      items={all}
      keyOf={({ id }) => id}
      estimate={92}
      gap={8}
      render={(one) => <CallCard call={one} now={now} names={names} />}
      more={{
        what: callsText,
        total: null,
        hasMore: calls.hasNextPage,
        isLoading: calls.isFetchingNextPage,
        error: calls.isFetching ? null : calls.error,
        load,
      }}
    />
  );
}

/** Such as `Café Luna (Instagram)`: several accounts of a brand have one name. */
function useAccountLabels(): ReadonlyMap<string, string> {
  const { data } = useAccounts();
  return useMemo(
    () =>
      new Map(
        data?.map(({ id, displayName, username, platform }) => [
          id,
          `${displayName || username} (${networkName(platform)})`,
        ]),
      ),
    [data],
  );
}

function NothingYet() {
  return (
    <Empty
      title={t('No agent has done anything yet')}
      action={
        <Button component={Link} href="/agents/connect" mt="sm">
          {t('Connect an agent')}
        </Button>
      }
    >
      {t(
        'An agent such as Claude or Cursor can write posts and answer people here. Connect one: every tool that it calls is then listed here.',
      )}
    </Empty>
  );
}
