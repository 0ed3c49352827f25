/** Sets of accounts that are chosen together, kept in this browser for each workspace. */
import { Button, Group, TextInput } from '@mantine/core';
import { memo, useState } from 'react';
import { useWorkspace } from '../../../base/session.ts';
import { t } from '../../../base/language/text.ts';

/** Characters of a set's name. It stays in this browser. */
const MAX_NAME = 40;

interface AccountSet {
  name: string;
  ids: string[];
}

function readSets(key: string): AccountSet[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(saved) ? (saved as AccountSet[]) : [];
  } catch {
    return []; // not ours
  }
}

interface AccountSetsProps {
  /** Ids of the accounts that are chosen now. */
  value: string[];
  onChange: (ids: string[]) => void;
}

/** A button for each set, and a field that saves the chosen accounts as one. The name of a set that is there replaces it. */
export const AccountSets = memo(function AccountSets({ value, onChange }: AccountSetsProps) {
  const { slug } = useWorkspace();
  const key = `troupe.sets.${slug}`;
  const [sets, setSets] = useState(() => readSets(key));
  const [name, setName] = useState<string | null>(null);
  const store = (next: AccountSet[]) => {
    setSets(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  const save = () => {
    const words = name?.trim() ?? '';
    if (words === '') return;
    store([...sets.filter((one) => one.name !== words), { name: words, ids: value }]);
    setName(null);
  };
  return (
    <Group gap={6}>
      {sets.map((set) => (
        <Button.Group key={set.name}>
          <Button size="compact-sm" variant="default" onClick={() => onChange(set.ids)}>
            <bdi>{set.name}</bdi>
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('Remove the set {name}', { name: set.name })}
            onClick={() => store(sets.filter((one) => one !== set))}
          >
            ×
          </Button>
        </Button.Group>
      ))}
      {name === null ? (
        value.length > 1 && (
          <Button size="compact-sm" variant="subtle" onClick={() => setName('')}>
            {t('Save as a set')}
          </Button>
        )
      ) : (
        <TextInput
          dir="auto"
          size="xs"
          autoFocus
          maxLength={MAX_NAME}
          aria-label={t('Name of the set')}
          placeholder={t('Name, then Enter')}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setName(null);
            if (event.key !== 'Enter') return;
            event.preventDefault();
            save();
          }}
        />
      )}
    </Group>
  );
});
