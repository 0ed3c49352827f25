import { Alert, Anchor, Checkbox, Group, Input, Paper, SimpleGrid, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Account } from '../api.ts';
import { NetworkMark, networkName } from '../parts/network.tsx';

/** Which accounts a post goes to. */
export function AccountField({
  accounts,
  value,
  onChange,
}: {
  accounts: Account[];
  value: string[];
  onChange: (ids: string[]) => void;
}) {
  if (accounts.length === 0)
    return (
      <Alert color="blue" variant="light" title="No account is connected">
        <Anchor component={Link} href="/accounts" underline="always">
          Connect the first one
        </Anchor>
        , then write the post.
      </Alert>
    );
  const all = value.length === accounts.length;
  const toggle = (id: string) =>
    onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id]);
  return (
    <Input.Wrapper
      labelElement="div"
      label={
        <Group justify="space-between" component="span" display="inline-flex">
          Accounts
        </Group>
      }
      id="account-field"
    >
      <Group justify="flex-end" mt={-22} mb={4}>
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => onChange(all ? [] : accounts.map(({ id }) => id))}
        >
          {all ? 'Choose none' : 'Choose all'}
        </Anchor>
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" role="group" aria-label="Accounts">
        {accounts.map(({ id, platform, displayName, username, status }) => (
          <Paper key={id} withBorder p="xs" radius="md">
            <Checkbox
              checked={value.includes(id)}
              onChange={() => toggle(id)}
              styles={{ body: { alignItems: 'center' }, labelWrapper: { minWidth: 0, flex: 1 } }}
              label={
                <Group gap={8} wrap="nowrap">
                  <NetworkMark platform={platform} />
                  <span style={{ minWidth: 0 }}>
                    <Text size="sm" truncate lh={1.2}>
                      {displayName || username}
                    </Text>
                    <Text
                      size="xs"
                      c={status === 'needs_reconnect' ? 'var(--mantine-color-error)' : 'dimmed'}
                      lh={1.2}
                    >
                      {networkName(platform)}
                      {status === 'needs_reconnect' && ' · reconnect first'}
                    </Text>
                  </span>
                </Group>
              }
            />
          </Paper>
        ))}
      </SimpleGrid>
    </Input.Wrapper>
  );
}
