/** Connect links: for which networks they work, and when they expire. */
import { Button, Card, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type ConnectLink, messageOf } from '../../base/api.ts';
import { CopyButton } from '../../base/parts/copy.tsx';
import { Confirm } from '../../base/parts/confirm.tsx';
import type { Look } from '../../base/parts/look.ts';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import { networkName } from '../../base/parts/network.tsx';
import { useNow } from '../../base/parts/now.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { fromNow, inZone } from '../../base/parts/times.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';
import { ifCan } from '../../base/can.tsx';
import { t } from '../../base/language/text.ts';

const A_PAGE = 10;
/** How often the list is read again: the live feed does not report links, and a person may be using one right now. */
const POLL_MS = 15_000;

export const linksKey = (slug: string) => ['connect-links', slug];

export const Links = ifCan('createConnectLink', LinkList);

function LinkList() {
  const { slug } = useWorkspace();
  const [all, setAll] = useState(false);
  const links = useInfiniteQuery({
    queryKey: [...linksKey(slug), all],
    queryFn: ({ signal, pageParam: before }) =>
      call(
        'listConnectLinks',
        { workspace: slug, limit: A_PAGE, open: all ? undefined : true, before },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => state.data !== undefined && POLL_MS,
  });
  const list = links.data?.pages.flatMap(({ connectLinks }) => connectLinks) ?? [];
  return (
    <Stack component="section" gap="sm" mt="xl" aria-labelledby="connect-links">
      <Group justify="space-between">
        <Title order={2} size="h4" id="connect-links">
          {t('Connect links')}
        </Title>
        <Checkbox
          label={t('Also show ended links')}
          checked={all}
          onChange={({ currentTarget }) => setAll(currentTarget.checked)}
        />
      </Group>
      {links.isPending ? (
        <Waiting rows={1} />
      ) : links.data === undefined ? (
        <Fault message={messageOf(links.error)} onRetry={() => void links.refetch()} />
      ) : list.length === 0 ? (
        <Text size="sm" c="dimmed">
          {all ? t('No link was made in the last 90 days.') : t('No link is open.')}
        </Text>
      ) : (
        <Cards links={list} />
      )}
      {links.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'center' }}
          loading={links.isFetchingNextPage}
          onClick={() => void links.fetchNextPage()}
        >
          {t('Show more')}
        </Button>
      )}
    </Stack>
  );
}

const Cards = ({ links }: { links: readonly ConnectLink[] }) => (
  <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t('Connect links')}>
    {links.map((link) => (
      <LinkCard key={link.id} link={link} />
    ))}
  </Stack>
);

const STATUSES: { [status in ConnectLink['status']]: Look } = {
  pending: { label: t('Not used yet'), tone: 'planned' },
  connected: { label: t('Used'), tone: 'live' },
  expired: { label: t('Expired'), tone: 'neutral' },
  revoked: { label: t('Revoked'), tone: 'neutral' },
};

function LinkCard({ link }: { link: ConnectLink }) {
  const { slug, timezone } = useWorkspace();
  const now = useNow(30_000);
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { id, url, status, expiresAt } = link;
  const isOpen = (status === 'pending' || status === 'connected') && Date.parse(expiresAt) > now;
  const revoke = useMutation({
    mutationFn: () => call('revokeConnectLink', { id, workspace: slug }),
    onSuccess: async () => {
      setAsking(false);
      await queries.invalidateQueries({ queryKey: linksKey(slug) });
      notifications.show({ message: t('Revoked: this link connects no more accounts.') });
    },
    onError: showFailure,
  });
  const name = t('the link of {time}', { time: inZone(expiresAt, timezone) });
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <LinkText link={link} isOpen={isOpen} />
        <LookBadge look={STATUSES[status]} />
      </Group>
      {isOpen && (
        <Group gap="xs" mt="xs" justify="flex-end">
          <CopyButton text={url} label={t('Copy {name}', { name })} />
          <Button
            size="xs"
            variant="subtle"
            color="red"
            onClick={() => setAsking(true)}
            aria-label={t('Revoke {name}', { name })}
          >
            {t('Revoke')}
          </Button>
        </Group>
      )}
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('Revoke this link?')}
        label={t('Revoke')}
        loading={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      >
        {t('The link stops working. Accounts that were connected through it stay connected.')}
      </Confirm>
    </Card>
  );
}

/** The address of a link, when it expires, for which networks it works, and which accounts it connected. */
function LinkText({ link, isOpen }: { link: ConnectLink; isOpen: boolean }) {
  const { timezone } = useWorkspace();
  const now = useNow(30_000);
  const { name, url, status, expiresAt, accounts, platforms } = link;
  return (
    <div style={{ minWidth: 0 }}>
      {name !== null && (
        <Text size="sm" fw={500} truncate dir="auto">
          {t('For {name}', { name })}
        </Text>
      )}
      <Text size="sm" truncate title={url}>
        {url}
      </Text>
      <Text size="sm" c="dimmed">
        {isOpen
          ? t('works until {time}', { time: inZone(expiresAt, timezone) })
          : status === 'revoked'
            ? t('would have worked until {time}', { time: inZone(expiresAt, timezone) })
            : t('worked until {time}', { time: inZone(expiresAt, timezone) })}{' '}
        · {fromNow(expiresAt, now)}
      </Text>
      <Text size="sm" c="dimmed">
        {platforms.length <= 3
          ? t('for {platforms}', { platforms: platforms.map(networkName).join(', ') })
          : t('for every network')}
        {accounts.length > 0 &&
          ` · ${t('connected: {accounts}', {
            accounts: accounts.map((one) => one.displayName || one.username).join(', '),
          })}`}
      </Text>
    </div>
  );
}
