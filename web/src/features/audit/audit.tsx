/** Who did what in the workspace, for its owners: the newest first, with a filter, and as a file. */
import { Anchor, Button, Card, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { ifCan } from '../../base/can.tsx';
import { csvOf } from '../../base/csv.ts';
import { download } from '../../base/download.ts';
import { showFailure } from '../../base/failure.ts';
import { LongList } from '../../base/parts/long-list.tsx';
import { Empty, Fault, Waiting } from '../../base/parts/states.tsx';
import { inZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { useMembers } from '../people/index.ts';
import { type AuditEntry, type AuditFilter, readAll, useAudit } from './queries.ts';
import { t } from '../../base/language/text.ts';
import { entriesText } from '../../base/language/counts.ts';

const PERIODS = [
  { value: '1', label: t('The last day') },
  { value: '7', label: t('The last 7 days') },
  { value: '30', label: t('The last 30 days') },
  { value: '0', label: t('The last year') },
];

const EVERYTHING: AuditFilter = { person: '', days: 0 };

function Audit() {
  const [filter, setFilter] = useState(EVERYTHING);
  const audit = useAudit(filter);
  const entries = audit.data?.pages.flatMap((one) => one.entries) ?? [];
  return (
    <Stack maw={860}>
      <Text size="sm" c="dimmed">
        {t(
          'Everything that people and agents changed in this workspace, without texts. Entries are kept for a year, the addresses in them for 30 days. What happened to one post is on its page.',
        )}
      </Text>
      <Filters filter={filter} change={setFilter} isEmpty={entries.length === 0} />
      {audit.isPending ? (
        <Waiting rows={4} />
      ) : audit.data === undefined ? (
        <Fault message={messageOf(audit.error)} onRetry={() => void audit.refetch()} />
      ) : entries.length === 0 ? (
        <Empty title={t('Nothing was changed')}>
          {filter === EVERYTHING
            ? t('What people and agents change from now on is listed here.')
            : t('Choose another person or a longer time.')}
        </Empty>
      ) : (
        <Entries entries={entries} audit={audit} />
      )}
    </Stack>
  );
}

interface FiltersProps {
  filter: AuditFilter;
  change: (filter: AuditFilter) => void;
  isEmpty: boolean;
}

function Filters({ filter, change, isEmpty }: FiltersProps) {
  const { slug } = useWorkspace();
  const { data: members = [] } = useMembers();
  const save = useMutation({
    mutationFn: () => readAll(slug, filter),
    onSuccess: (entries) => download(asCsv(entries), 'who-did-what.csv'),
    onError: showFailure,
  });
  return (
    <Group gap="sm">
      <Select
        aria-label={t('Person')}
        placeholder={t('Everybody')}
        data={members.map(({ userId, name }) => ({ value: userId, label: name }))}
        value={filter.person === '' ? null : filter.person}
        onChange={(person) => change({ ...filter, person: person ?? '' })}
        clearable
        clearButtonProps={{ 'aria-label': t('Everybody') }}
      />
      <Select
        aria-label={t('Time')}
        data={PERIODS}
        value={String(filter.days)}
        onChange={(days) => change({ ...filter, days: Number(days ?? 0) })}
        allowDeselect={false}
      />
      <Button variant="default" loading={save.isPending} disabled={isEmpty} onClick={() => save.mutate()}>
        {t('Save as CSV')}
      </Button>
    </Group>
  );
}

function Entries({ entries, audit }: { entries: AuditEntry[]; audit: ReturnType<typeof useAudit> }) {
  const { fetchNextPage } = audit;
  const load = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  return (
    <LongList
      label={t('Who did what')}
      items={entries}
      keyOf={({ id }) => id}
      estimate={76}
      gap={8}
      render={(entry) => <EntryCard entry={entry} />}
      more={{
        what: entriesText,
        total: null,
        hasMore: audit.hasNextPage,
        isLoading: audit.isFetchingNextPage,
        error: audit.isFetching ? null : audit.error,
        load,
      }}
    />
  );
}

function EntryCard({ entry: { at, person, by, action, object, fields, address } }: { entry: AuditEntry }) {
  const { timezone } = useWorkspace();
  const set = fields.length > 0 && t('set: {fields}', { fields: fields.map(fieldWords).join(', ') });
  const more = [set, address && t('from {address}', { address })].filter(Boolean).join(' · ');
  return (
    <Card withBorder p="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Text span fw={600} inherit>
            {person.name}
          </Text>
          {byWords(by)}: {action}
        </Text>
        <Text size="xs" c="dimmed">
          {inZone(at, timezone)}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <Thing object={object} />
        {more !== '' && ` · ${more}`}
      </Text>
    </Card>
  );
}

/** What pages there are of things. */
const PAGES: { [kind: string]: (id: string) => string } = {
  post: (id) => `/posts/${id}`,
  conversation: (id) => `/inbox?conversation=${id}`,
};

function Thing({ object: { kind, id } }: { object: AuditEntry['object'] }) {
  const words = `${kind.replaceAll('_', ' ')}${id === null ? '' : ` ${id}`}`;
  const page = PAGES[kind];
  if (page === undefined || id === null) return words;
  return (
    <Anchor component={Link} href={page(id)} inherit underline="always">
      {words}
    </Anchor>
  );
}

/** A field in words: `accountIds` is "accounts". */
const fieldWords = (field: string): string =>
  field.replace(/Id(s?)$/, '$1').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** By what a person did it: nothing for the dashboard. */
function byWords({ type, name, tool }: AuditEntry['by']): string {
  if (type === 'session' || type === 'command') return '';
  if (type === 'link') return ` ${t('(client, by link)')}`;
  const named = { name: name ?? '' };
  const by =
    type === 'app' || tool !== null ? t('by the agent {name}', named) : t('by the key {name}', named);
  return ` ${by.trimEnd()}`;
}

const asCsv = (entries: readonly AuditEntry[]): string =>
  csvOf(
    ['at', 'person', 'by', 'key', 'tool', 'action', 'object', 'object_id', 'fields', 'address'],
    entries.map(({ at, person, by, action, object, fields, address }) => [
      at,
      person.name,
      by.type,
      by.name,
      by.tool,
      action,
      object.kind,
      object.id,
      fields.join(' '),
      address,
    ]),
  );

export default ifCan('listAudit', Audit);
