import { Alert, Anchor, Card, Group, Text } from '@mantine/core';
import { AccountPicture, useAccounts, ReconnectButton } from '../accounts/index.ts';
import type { Account, Delivery } from '../../base/api.ts';
import { OutIcon } from '../../base/parts/icons.tsx';
import { AccountLabel } from '../../base/parts/network.tsx';
import { useNow } from '../../base/parts/now.ts';
import { sentence } from '../../base/finding.ts';
import { deliveryLook } from './status.tsx';
import { fromNow, inZone } from '../../base/parts/times.ts';
import { DeliveryParts } from './delivery-parts.tsx';
import { MaybeLive } from './maybe-live.tsx';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import { useCan } from '../../base/can.tsx';
import { useAddressThere } from './simulated.ts';
import { t } from '../../base/language/text.ts';

/** While Troupe checks by itself, a person is not asked. */
const isUnresolved = ({ maybeLive, nextAttemptAt, status }: Delivery): boolean =>
  maybeLive === true && (nextAttemptAt !== null || status === 'failed' || status === 'published');

/** The state of a post on one of its accounts, and what a person can do about it. */
export function DeliveryCard({
  postId,
  isLimited,
  delivery,
  account,
  timezone,
}: {
  postId: string;
  /** The person reaches some accounts of the post only, and so cannot change it. */
  isLimited: boolean;
  delivery: Delivery;
  /** undefined: disconnected, or not read yet. */
  account: Account | undefined;
  timezone: string;
}) {
  const { status, platform, nextAttemptAt, error, networkCode, warnings } = delivery;
  const look = deliveryLook(delivery, account);
  return (
    <Card withBorder padding="sm" component="article" aria-label={nameOf(account, platform)}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Heading platform={platform} account={account} />
        <LookBadge look={look} />
      </Group>
      {look.hint !== undefined && (
        <Text size="sm" c="dimmed" mt={6}>
          {look.hint}
        </Text>
      )}
      {error !== null && (
        <Text
          size="sm"
          mt={6}
          // an error that is still retried is not a failure yet
          c={status === 'failed' || status === 'published' ? 'var(--mantine-color-error)' : 'dimmed'}
          style={{ overflowWrap: 'anywhere' }}
        >
          {sentence(error)}
          {networkCode !== undefined && (
            <Text span size="xs" c="dimmed">
              {' '}
              {t('Code: {networkCode}', { networkCode })}
            </Text>
          )}
        </Text>
      )}
      <DeliveryParts delivery={delivery} account={account} />
      {warnings.map((warning) => (
        <Alert key={warning} color="yellow" variant="light" mt={6} p="xs">
          {sentence(warning)}
        </Alert>
      ))}
      {nextAttemptAt !== null && <Next at={nextAttemptAt} timezone={timezone} what={whatIsNext(delivery)} />}
      {!isLimited && isUnresolved(delivery) && <MaybeLive postId={postId} delivery={delivery} />}
      <Footer delivery={delivery} account={account} />
    </Card>
  );
}

/** Which try this is, where the post can be seen, and a button to reconnect the account. */
function Footer({ delivery, account }: { delivery: Delivery; account: Account | undefined }) {
  const { status, platform, attempt } = delivery;
  const there = useAddressThere(delivery);
  const can = useCan();
  const needsAccess =
    can('createConnectLink') && status === 'pending' && account?.status === 'needs_reconnect';
  return (
    <Group gap="md" mt={6}>
      {attempt > 1 && (
        <Text size="sm" c="dimmed">
          {t('Try {attempt} of 4', { attempt })}
        </Text>
      )}
      {there !== null && (
        <Anchor href={there.url} target="_blank" rel="noreferrer" size="sm">
          <Group gap={4} wrap="nowrap">
            {there.isSimulated ? t('See it in the sandbox') : t('See it there')} <OutIcon size={14} />
          </Group>
        </Anchor>
      )}
      {needsAccess && (
        <ReconnectButton
          account={{ id: account.id, name: nameOf(account, platform) }}
          platform={platform}
          label={t('Reconnect {name}', { name: nameOf(account, platform) })}
        >
          {t('Reconnect')}
        </ReconnectButton>
      )}
    </Group>
  );
}

function Heading({ platform, account }: { platform: string; account: Account | undefined }) {
  const { isPending } = useAccounts();
  // until the accounts are read a missing one is not called disconnected
  const label = account ? account.displayName || account.username : isPending ? '' : undefined;
  return (
    <AccountLabel
      platform={platform}
      account={label}
      picture={<AccountPicture account={account} platform={platform} />}
    />
  );
}

const nameOf = (account: Account | undefined, platform: string): string =>
  account === undefined ? platform : account.displayName || account.username;

function whatIsNext({ status, maybeLive }: Delivery): string {
  if (maybeLive === true && status === 'retrying') return t('Next copy');
  if (status === 'retrying' || status === 'pending') return t('Next try');
  return t('Next check');
}

function Next({ at, timezone, what }: { at: string; timezone: string; what: string }) {
  const now = useNow(1_000);
  const isDue = Date.parse(at) <= now;
  return (
    <Text size="sm" mt={6}>
      {what}: {isDue ? t('any moment') : fromNow(at, now)}, {inZone(at, timezone)}
    </Text>
  );
}
