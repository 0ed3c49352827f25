import './account-field.css';
import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { memo, useState } from 'react';
import { Link } from 'wouter';
import type { Account } from '../../base/api.ts';
import { useAccountGroups } from '../accounts/index.ts';
import { AccountSets } from './composer/account-sets.tsx';
import { NetworkMark, networkName } from '../../base/parts/network.tsx';
import { rich, t } from '../../base/language/text.ts';

/** With more accounts than this there is a search. */
const MAX_WITHOUT_SEARCH = 12;
/** More accounts than this are chosen at once only after a question. */
const MAX_UNASKED = 20;

/** The accounts a post goes to, the chosen ones first. Of many a part is in sight, and there is a search. */
export const AccountField = memo(function AccountField({
  accounts,
  value,
  onChange,
}: {
  accounts: Account[];
  value: string[];
  onChange: (ids: string[]) => void;
}) {
  const [q, setQ] = useState('');
  // what was chosen when the field was drawn comes first; nothing moves while a person chooses
  const [first] = useState(() => new Set(value));
  if (accounts.length === 0) return <NoAccount />;
  const words = q.trim().toLowerCase();
  const found = accounts
    .filter((account) => fullName(account).toLowerCase().includes(words))
    .toSorted((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)));
  const matchIds = found.map(({ id }) => id);
  return (
    <Stack gap={6} role="group" aria-label={t('Accounts')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" fw={600}>
          {rich('To <span>{count} of {count2}</span>', {
            count: value.length,
            count2: accounts.length,
            span: (words) => (
              <Text span size="sm" c="dimmed">
                {words}
              </Text>
            ),
          })}
        </Text>
        <Group gap="sm">
          {accounts.length > MAX_WITHOUT_SEARCH && (
            <TextInput
              dir="auto"
              size="xs"
              aria-label={t('Find an account')}
              placeholder={t('Find an account')}
              value={q}
              onChange={({ currentTarget }) => setQ(currentTarget.value)}
              w={150}
            />
          )}
          <ChooseAll ids={matchIds} value={value} onChange={onChange} />
        </Group>
      </Group>
      <Tags accounts={found} value={value} onChange={onChange} />
      <Groups accounts={accounts} value={value} onChange={onChange} />
      <AccountSets value={value} onChange={onChange} />
    </Stack>
  );
});

function Tags(props: { accounts: Account[]; value: string[]; onChange: (ids: string[]) => void }) {
  const { accounts, value, onChange } = props;
  const toggle = (id: string) =>
    onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id]);
  return (
    <Group gap={8} className="account-row">
      {accounts.map((account) => (
        <Tag
          key={account.id}
          account={account}
          checked={value.includes(account.id)}
          onToggle={() => toggle(account.id)}
        />
      ))}
      {accounts.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {t('No account is called that.')}
        </Text>
      )}
    </Group>
  );
}

/** Chooses all accounts that are shown, after a question if they are many, or none if all are chosen. */
function ChooseAll(props: { ids: string[]; value: string[]; onChange: (ids: string[]) => void }) {
  const { ids, value, onChange } = props;
  const [isAsked, setAsked] = useState(false);
  const all = ids.every((id) => value.includes(id));
  const chooseAll = () => {
    setAsked(false);
    onChange([...new Set([...value, ...ids])]);
  };
  if (isAsked && !all)
    return (
      <Group gap="sm" role="group" aria-label={t('Choose all')}>
        <Press autoFocus label={t('Choose all {count}', { count: ids.length })} onPress={chooseAll} />
        <Press label={t('Cancel')} onPress={() => setAsked(false)} />
      </Group>
    );
  const press = () => {
    if (all) return onChange(value.filter((id) => !ids.includes(id)));
    return ids.length > MAX_UNASKED ? setAsked(true) : chooseAll();
  };
  return <Press label={all ? t('Choose none') : t('Choose all')} onPress={press} />;
}

interface PressProps {
  label: string;
  onPress: () => void;
  autoFocus?: boolean;
}

const Press = ({ label, onPress, autoFocus = false }: PressProps) => (
  <Anchor component="button" type="button" size="sm" onClick={onPress} autoFocus={autoFocus}>
    {label}
  </Anchor>
);

/** A button for each group of which an account is here: chooses all of them, or none if all are chosen. */
function Groups(props: { accounts: Account[]; value: string[]; onChange: (ids: string[]) => void }) {
  const { accounts, value, onChange } = props;
  const here = new Set(accounts.map(({ id }) => id));
  const groups = useAccountGroups()
    .map(({ id, name, accountIds }) => ({ id, name, ids: accountIds.filter((one) => here.has(one)) }))
    .filter(({ ids }) => ids.length > 0);
  if (groups.length === 0) return null;
  return (
    <Group gap={6} role="group" aria-label={t('Groups')}>
      {groups.map(({ id, name, ids }) => {
        const all = ids.every((one) => value.includes(one));
        const others = value.filter((one) => !ids.includes(one));
        return (
          <Button
            key={id}
            size="compact-sm"
            variant={all ? 'light' : 'default'}
            aria-pressed={all}
            onClick={() => onChange(all ? others : [...others, ...ids])}
          >
            <bdi>{name}</bdi>
          </Button>
        );
      })}
    </Group>
  );
}

const fullName = ({ displayName, username, platform }: Account) =>
  `${displayName || username}, ${networkName(platform)}`;

function Tag({ account, checked, onToggle }: { account: Account; checked: boolean; onToggle: () => void }) {
  const { platform, displayName, username, avatarUrl, status } = account;
  const needsPerson = status === 'needs_reconnect';
  return (
    <label className="account-tag" title={fullName(account)}>
      <input
        type="checkbox"
        checked={checked}
        onChange={onToggle}
        aria-label={`${fullName(account)}${needsPerson ? `, ${t('reconnect it first')}` : ''}`}
      />
      <span className="account-face" aria-hidden="true">
        {avatarUrl === null ? (
          <NetworkMark platform={platform} size={24} />
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
      <Text span size="sm" truncate dir="auto">
        {displayName || username}
      </Text>
      {needsPerson && (
        <Text span size="xs" c="var(--mantine-color-error)" style={{ flexShrink: 0 }}>
          {t('reconnect')}
        </Text>
      )}
    </label>
  );
}

function NoAccount() {
  return (
    <Alert color="accent" variant="light" title={t('No account is connected')}>
      {rich('<link>Connect the first one</link>, then choose it here. What you write meanwhile is kept.', {
        link: (words) => (
          <Anchor component={Link} href="/accounts" underline="always">
            {words}
          </Anchor>
        ),
      })}
    </Alert>
  );
}
