import { Alert, Button, Group, List } from '@mantine/core';
import { networkWords } from '../../base/parts/from-network.ts';
import { networkName } from '../../base/parts/network.tsx';
import { useAccountNames } from '../accounts/index.ts';
import type { NotRead } from './cache.ts';
import { t } from '../../base/language/text.ts';

interface NotReadProps {
  errors: readonly NotRead[];
  isPending: boolean;
  onRetry: () => void;
}

/** The accounts whose comments could not be read, beside those that could. */
export function NotReadList({ errors, isPending, onRetry }: NotReadProps) {
  const names = useAccountNames();
  if (errors.length === 0) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      p="xs"
      mb="sm"
      role="alert"
      title={t('Not everything could be read')}
    >
      <Group justify="space-between" align="end" gap="sm">
        <List size="sm" style={{ overflowWrap: 'anywhere', flex: '1 1 240px' }}>
          {errors.map(({ accountId, platform, error }) => (
            <List.Item key={accountId}>
              {t('{network} ({get}) did not respond: {reason}', {
                network: networkName(platform),
                get: names.get(accountId) ?? t('a disconnected account'),
                reason: networkWords(error),
              })}
            </List.Item>
          ))}
        </List>
        <Button size="xs" variant="default" loading={isPending} onClick={onRetry}>
          {t('Try again')}
        </Button>
      </Group>
    </Alert>
  );
}
