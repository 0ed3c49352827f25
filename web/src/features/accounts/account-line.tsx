import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { type Account, call } from '../../base/api.ts';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import { Confirm } from '../../base/parts/confirm.tsx';
import { networkName } from '../../base/parts/network.tsx';
import { inZone } from '../../base/parts/times.ts';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';
import { ifCan } from '../../base/can.tsx';
import { AccountPicture } from './account-picture.tsx';
import { ReconnectButton } from './reconnect-button.tsx';
import { AccountReceiving } from './account-receiving.tsx';
import { type AccountWarning, warningWords } from './words.ts';
import { WaitingPosts } from './waiting-button.tsx';
import { GroupOfAccount } from './group-of-account.tsx';
import { OnUnknown } from './on-unknown.tsx';
import './accounts.css';
import { t } from '../../base/language/text.ts';

/** One account as a line: whose it is, whether its access works, whether it receives; its details unfold below. */
export function AccountLine({ account }: { account: Account }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const { id, platform, status, warning, receiving } = account;
  const name = nameOf(account);
  const isWhole = status === 'healthy' && (receiving?.problem ?? null) === null;
  return (
    <article className="account-line" aria-label={`${name}, ${networkName(platform)}`}>
      <AccountPicture account={account} platform={platform} size={32} />
      <Who account={account} />
      <Schedule account={account} />
      <Receives account={account} />
      <LookBadge look={STATUSES[status]} />
      <Group gap="xs" className="account-line-actions" justify="flex-end">
        {!isWhole && <Reconnect account={account} variant="filled" />}
        <Button
          size="xs"
          variant="default"
          aria-expanded={isOpen}
          aria-label={t('Details of {name}', { name })}
          onClick={toggle}
        >
          {isOpen ? t('Less') : t('Details')}
        </Button>
      </Group>
      {warning !== null && (
        <Group gap="xs" justify="space-between" className="account-line-below">
          <Warning warning={warning} platform={platform} />
          {status === 'needs_reconnect' && <WaitingPosts account={{ id, name }} />}
        </Group>
      )}
      {isOpen && <Details account={account} hasReconnect={isWhole} />}
    </article>
  );
}

function Warning({ warning, platform }: Pick<Account, 'platform'> & { warning: AccountWarning }) {
  const { timezone } = useWorkspace();
  return (
    <Text size="xs" c="var(--mantine-color-orange-light-color)" flex="1 1 240px">
      <bdi>{warningWords(warning, platform)}</bdi>
      {warning.expiresAt !== null &&
        ` ${t('It ends on {time}.', { time: inZone(warning.expiresAt, timezone) })}`}
    </Text>
  );
}

/** What is looked up or changed now and then. @param props.hasReconnect the line itself has no button for it */
function Details({ account, hasReconnect }: { account: Account; hasReconnect: boolean }) {
  const { timezone } = useWorkspace();
  return (
    <div className="account-line-below account-details">
      <Stack gap="sm">
        <AccountReceiving account={account} />
        <Text size="xs" c="dimmed">
          {t('Connected {time}', { time: inZone(account.connectedAt, timezone) })}
        </Text>
        <Anchor component={Link} href={`/settings/schedule?account=${account.id}`} size="xs">
          {t('Its posting schedule')}
        </Anchor>
      </Stack>
      <Stack gap="sm">
        <GroupOfAccount account={account} />
        <OnUnknown account={account} name={nameOf(account)} />
        <Group gap="xs" justify="flex-end">
          {hasReconnect && <Reconnect account={account} variant="default" />}
          <DisconnectButton account={account} />
        </Group>
      </Stack>
    </div>
  );
}

const Reconnect = ifCan('createConnectLink', ReconnectAccount);

function ReconnectAccount({ account, variant }: { account: Account; variant: 'filled' | 'default' }) {
  const { id, platform } = account;
  const name = nameOf(account);
  return (
    <ReconnectButton
      account={{ id, name }}
      platform={platform}
      variant={variant}
      label={t('Reconnect {name}', { name })}
    >
      {t('Reconnect')}
    </ReconnectButton>
  );
}

/** Whose posting schedule counts for it. */
function Schedule({ account }: { account: Account }) {
  const { id, ownSchedule } = account;
  return (
    <Anchor
      component={Link}
      href={`/settings/schedule?account=${id}`}
      size="xs"
      c="dimmed"
      aria-label={
        ownSchedule
          ? t('Own schedule of {name}', { name: nameOf(account) })
          : t("The workspace's schedule of {name}", { name: nameOf(account) })
      }
    >
      {ownSchedule ? t('Own schedule') : t("Workspace's schedule")}
    </Anchor>
  );
}

/** Whether what people write arrives, in a word. */
function Receives({ account: { receiving } }: { account: Account }) {
  if (receiving === null) return <span />;
  const isWhole = receiving.problem === null && receiving.summary.missing === null;
  return (
    <Text size="xs" c={isWhole ? 'dimmed' : 'var(--mantine-color-orange-light-color)'}>
      {isWhole ? t('Receives') : t('Something is missing')}
    </Text>
  );
}

const nameOf = ({ displayName, username }: Account) => displayName || username;

const STATUSES = {
  healthy: { label: t('Healthy'), tone: 'live' },
  expiring: { label: t('Ends soon'), tone: 'needs-you' },
  needs_reconnect: { label: t('Reconnect'), tone: 'needs-you' },
} as const;

function Who({ account }: { account: Account }) {
  const { platform, username, url } = account;
  const name = nameOf(account);
  return (
    <div className="account-line-who">
      <Text size="sm" fw={500} truncate dir="auto">
        {url === null ? (
          name
        ) : (
          <Anchor href={url} target="_blank" rel="noreferrer" c="inherit" inherit>
            {name}
          </Anchor>
        )}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {networkName(platform)}
        {username !== '' && username !== name && ` · ${username}`}
      </Text>
    </div>
  );
}

const DisconnectButton = ifCan('disconnectAccount', Disconnect);

function Disconnect({ account }: { account: Account }) {
  const { slug } = useWorkspace();
  const { id } = account;
  const queries = useQueryClient();
  const [opened, { open, close }] = useDisclosure(false);
  const name = nameOf(account);
  const disconnect = useMutation({
    mutationFn: () => call('disconnectAccount', { id, workspace: slug }),
    onSuccess: async () => {
      close();
      await queries.invalidateQueries({ queryKey: ['accounts', slug] });
      notifications.show({ message: t('{name} is disconnected.', { name }) });
    },
    onError: showFailure,
  });
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        onClick={open}
        aria-label={t('Disconnect {name}', { name })}
      >
        {t('Disconnect')}
      </Button>
      <Confirm
        opened={opened}
        onClose={close}
        title={t('Disconnect {name}?', { name })}
        label={t('Disconnect')}
        loading={disconnect.isPending}
        onConfirm={() => disconnect.mutate()}
      >
        {t(
          'Troupe deletes its access. What is published stays. Posts that have not gone out to this account yet fail there.',
        )}
      </Confirm>
    </>
  );
}
