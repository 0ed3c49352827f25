/** A feed: how it is, what becomes of its items, and what a person does with it. */
import { Alert, Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useSearch } from 'wouter';
import { call } from '../../base/api.ts';
import { IfCan } from '../../base/can.tsx';
import { Confirm } from '../../base/parts/confirm.tsx';
import { withZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { useAccountNames } from '../accounts/index.ts';
import { FeedItems } from './feed-items.tsx';
import { type Feed, useSteering } from './queries.ts';
import { everyWords, modeWords } from './words.ts';
import { t } from '../../base/language/text.ts';

const STATUS: { [status: string]: { label: string; color: string } } = {
  active: { label: t('Active'), color: 'teal' },
  failing: { label: t('Cannot be read'), color: 'red' },
  paused: { label: t('Paused'), color: 'orange' },
  ended: { label: t('Ended'), color: 'gray' },
};

export function FeedCard({ feed }: { feed: Feed }) {
  const { id, url, title, status, mode, everyMinutes, lastReadAt, accountIds, problem } = feed;
  const { timezone } = useWorkspace();
  const names = useAccountNames();
  const [showsItems, { toggle }] = useDisclosure(false);
  const isOpen = new URLSearchParams(useSearch()).get('open') === id;
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) card.current?.scrollIntoView({ block: 'center' });
  }, [isOpen]);
  const look = STATUS[status] ?? STATUS['ended']!;
  return (
    <Card ref={card} withBorder padding="md" component="article" aria-labelledby={`title-${id}`}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} style={{ flex: '1 1 240px', minWidth: 0 }}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Text fw={600} lineClamp={2} dir="auto" id={`title-${id}`}>
              {title?.trim() || url}
            </Text>
            <Badge variant="light" color={look.color} style={{ flexShrink: 0 }}>
              {look.label}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed" dir="ltr" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Text>
          <Text size="sm">
            {modeWords(mode)} · {everyWords(everyMinutes)}
          </Text>
          <Text size="sm" c="dimmed">
            {lastReadAt === null
              ? t('It was not read yet.')
              : t('Last read: {time}', { time: withZone(lastReadAt, timezone) })}
          </Text>
          <Text size="xs" c="dimmed" dir="auto">
            {accountIds.map((one) => names.get(one) ?? one).join(', ')}
          </Text>
        </Stack>
        <Actions feed={feed} />
      </Group>
      {problem !== null && (
        <Alert mt="sm" color={status === 'failing' ? 'red' : 'orange'} p="xs">
          <span dir="auto">{feed.reason === null ? problem : reasonWords(feed.reason)}</span>
        </Alert>
      )}
      <Group mt="xs">
        <Button size="xs" variant="subtle" aria-expanded={showsItems} onClick={toggle}>
          {showsItems ? t('Hide its items') : t('Show its items')}
        </Button>
      </Group>
      {showsItems && <FeedItems id={id} />}
    </Card>
  );
}

const reasonWords = (reason: NonNullable<Feed['reason']>): string =>
  reason === 'plan'
    ? t('The plan of the workspace does not include its posts.')
    : t('None of its accounts is connected any more.');

const pauseFeed = (which: { id: string; workspace: string }) => call('pauseFeed', which);
const resumeFeed = (which: { id: string; workspace: string }) => call('resumeFeed', which);
const deleteFeed = (which: { id: string; workspace: string }) => call('deleteFeed', which);

function Actions({ feed: { id, status } }: { feed: Feed }) {
  const pause = useSteering(pauseFeed);
  const resume = useSteering(resumeFeed);
  const remove = useSteering(deleteFeed);
  const [isAsked, { open, close }] = useDisclosure(false);
  return (
    <Group gap="xs" justify="flex-end">
      {(status === 'active' || status === 'failing') && (
        <IfCan call="pauseFeed">
          <Button size="xs" variant="default" loading={pause.isPending} onClick={() => pause.mutate(id)}>
            {t('Pause')}
          </Button>
        </IfCan>
      )}
      {status === 'paused' && (
        <IfCan call="resumeFeed">
          <Button size="xs" variant="default" loading={resume.isPending} onClick={() => resume.mutate(id)}>
            {t('Resume')}
          </Button>
        </IfCan>
      )}
      <IfCan call="deleteFeed">
        <Button size="xs" variant="default" onClick={open}>
          {t('Delete')}
        </Button>
      </IfCan>
      <Confirm
        opened={isAsked}
        title={t('Delete this feed?')}
        label={t('Delete')}
        loading={remove.isPending}
        onConfirm={() => remove.mutate(id, { onSuccess: close })}
        onClose={close}
      >
        {t('It is not read any more. Its posts stay.')}
      </Confirm>
    </Group>
  );
}
