import './account-field.css';
import { Alert, Anchor, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Account } from '../../base/api.ts';
import { NetworkMark, networkName } from '../../base/parts/network.tsx';

/** With more accounts than this there is a search. */
const MAX_WITHOUT_SEARCH = 12;

/** The accounts a post goes to: one row of tags, wrapped. */
export function AccountField({
  accounts,
  value,
  onChange,
}: {
  accounts: Account[];
  value: string[];
  onChange: (ids: string[]) => void;
}) {
  const [q, setQ] = useState('');
  if (accounts.length === 0) return <NoAccount />;
  const words = q.trim().toLowerCase();
  const found = accounts.filter((account) => fullName(account).toLowerCase().includes(words));
  const foundIds = found.map(({ id }) => id);
  const toggle = (id: string) =>
    onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id]);
  return (
    <Stack gap={6} role="group" aria-label="Accounts">
      <Group justify="space-between" gap="sm">
        <Text size="sm" fw={600}>
          Accounts{' '}
          <Text span size="sm" c="dimmed">
            {value.length} of {accounts.length}
          </Text>
        </Text>
        <Group gap="sm">
          {accounts.length > MAX_WITHOUT_SEARCH && (
            <TextInput
              size="xs"
              aria-label="Find an account"
              placeholder="Find an account"
              value={q}
              onChange={({ currentTarget }) => setQ(currentTarget.value)}
              w={150}
            />
          )}
          <ChooseAll ids={foundIds} value={value} onChange={onChange} />
        </Group>
      </Group>
      <Group gap={8}>
        {found.map((account) => (
          <Tag
            key={account.id}
            account={account}
            isAlone={accounts.filter(({ platform }) => platform === account.platform).length === 1}
            checked={value.includes(account.id)}
            onToggle={() => toggle(account.id)}
          />
        ))}
        {found.length === 0 && (
          <Text size="sm" c="dimmed" role="status">
            No account is called that.
          </Text>
        )}
      </Group>
    </Stack>
  );
}

/** Chooses all accounts that are shown, or none if all are chosen. */
function ChooseAll(props: { ids: string[]; value: string[]; onChange: (ids: string[]) => void }) {
  const { ids, value, onChange } = props;
  const all = ids.every((id) => value.includes(id));
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      onClick={() =>
        onChange(all ? value.filter((id) => !ids.includes(id)) : [...new Set([...value, ...ids])])
      }
    >
      {all ? 'Choose none' : 'Choose all'}
    </Anchor>
  );
}

const fullName = ({ displayName, username, platform }: Account) =>
  `${displayName || username}, ${networkName(platform)}`;

function Tag({
  account,
  isAlone,
  checked,
  onToggle,
}: {
  account: Account;
  /** It is the only account of its network: then the tag shows the network's name. */
  isAlone: boolean;
  checked: boolean;
  onToggle: () => void;
}) {
  const { platform, displayName, username, avatarUrl, status } = account;
  const needsPerson = status === 'needs_reconnect';
  return (
    <label className="account-tag" title={fullName(account)}>
      <input
        type="checkbox"
        checked={checked}
        onChange={onToggle}
        aria-label={`${fullName(account)}${needsPerson ? ', reconnect it first' : ''}`}
      />
      <span className="account-face" aria-hidden="true">
        {avatarUrl === null ? (
          <NetworkMark platform={platform} size={26} />
        ) : (
          <>
            <img src={avatarUrl} alt="" />
            <span className="network-corner">
              <NetworkMark platform={platform} size={14} />
            </span>
          </>
        )}
        <span className="account-tick">✓</span>
      </span>
      <Text span size="sm" truncate>
        {isAlone ? networkName(platform) : displayName || username}
      </Text>
      {needsPerson && (
        <Text span size="xs" c="var(--mantine-color-error)" style={{ flexShrink: 0 }}>
          reconnect
        </Text>
      )}
    </label>
  );
}

function NoAccount() {
  return (
    <Alert color="blue" variant="light" title="No account is connected">
      <Anchor component={Link} href="/accounts" underline="always">
        Connect the first one
      </Anchor>
      , then choose it here. What you write meanwhile is kept.
    </Alert>
  );
}
