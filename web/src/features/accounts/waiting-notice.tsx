/** Says of accounts that somebody else may connect again for which posts wait: they go out at once then, unless a person chooses before. */
import { Alert, Group, Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { Account, Platform } from '../../base/api.ts';
import { useCan } from '../../base/can.tsx';
import { useWorkspace } from '../../base/session.ts';
import { t } from '../../base/language/text.ts';
import { useAccounts, waitingQuery } from './queries.ts';
import { WaitingPosts } from './waiting-button.tsx';

/** Of more accounts than this none is asked about: the page of accounts lists them. */
const MAX_ACCOUNTS = 10;

/** @param props.platforms those that can be connected; empty means all */
export function WaitingNotice({ platforms }: { platforms: readonly Platform[] }) {
  const { data: accounts = [] } = useAccounts();
  const broken = accounts
    .filter(({ status, platform }) => status === 'needs_reconnect' && fits(platforms, platform))
    .slice(0, MAX_ACCOUNTS);
  const waiting = useWaiting(broken);
  if (waiting.length === 0) return null;
  return (
    <Alert color="orange" variant="light" p="xs">
      <Stack gap="xs">
        <Text size="sm">{t('Posts that wait for an account go out as soon as it is connected again.')}</Text>
        {waiting.map(({ account, count }) => (
          <Group key={account.id} gap="xs" justify="space-between">
            <Text size="sm">
              {t('{count, plural, one {# post waits} other {# posts wait}} for {name}.', {
                count,
                name: account.name,
              })}
            </Text>
            <WaitingPosts account={account} />
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

const fits = (platforms: readonly Platform[], platform: string) =>
  platforms.length === 0 || platforms.some((one) => one === platform);

/** Those of the accounts for which posts wait, and how many. */
function useWaiting(accounts: readonly Account[]) {
  const { slug } = useWorkspace();
  const can = useCan();
  const answers = useQueries({
    queries: accounts.map(({ id }) => ({ ...waitingQuery(slug, id), enabled: can('batchPosts') })),
  });
  return accounts.flatMap(({ id, displayName, username }, index) => {
    const count = answers[index]?.data?.posts.length ?? 0;
    return count === 0 ? [] : [{ account: { id, name: displayName || username }, count }];
  });
}
