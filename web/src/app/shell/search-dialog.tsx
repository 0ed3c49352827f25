import { Combobox, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { SearchIcon } from '../../base/parts/icons.tsx';
import { type SearchMatch, useSearchMatches } from './search-matches.ts';
import { t } from '../../base/language/text.ts';

interface SearchProps {
  opened: boolean;
  onClose: () => void;
}

/** Posts, people, accounts, pages and actions, found by a word. */
export default function SearchDialog({ opened, onClose }: SearchProps) {
  return (
    <Modal.Root opened={opened} onClose={onClose} yOffset="10vh" size={600}>
      <Modal.Overlay />
      <Modal.Content aria-label={t('Search')}>
        <SearchField onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** The service is asked this long after the last key, so that a word is one request, ms. */
const TYPING_MS = 200;

function SearchField({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), TYPING_MS);
  const { groups, isReading } = useSearchMatches(typed.trim(), words);
  const [, go] = useLocation();
  const box = useCombobox({ opened: true });
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const { selectFirstOption } = box;
  useEffect(() => {
    selectFirstOption();
  }, [count, typed, selectFirstOption]);
  const choose = (href: string) => {
    onClose();
    go(href);
  };
  return (
    <Combobox store={box} onOptionSubmit={choose}>
      <Combobox.EventsTarget autoComplete="off" withExpandedAttribute>
        <TextInput
          data-autofocus
          role="combobox"
          size="md"
          variant="unstyled"
          px="md"
          py={4}
          leftSection={<SearchIcon />}
          leftSectionWidth={52}
          aria-label={t('Search')}
          placeholder={t('Posts, people, accounts, pages')}
          dir="auto"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          // the list would take the key for itself, and there is nothing behind it to go back to
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
        />
      </Combobox.EventsTarget>
      <Combobox.Options aria-label={t('Found')} className="search-results">
        {groups.map(({ label, items }) => (
          <Combobox.Group key={label} label={label}>
            {items.map((item) => (
              <MatchOption key={item.href + item.label} item={item} />
            ))}
          </Combobox.Group>
        ))}
        {count === 0 && !isReading && <Combobox.Empty>{t('Nothing has these words.')}</Combobox.Empty>}
      </Combobox.Options>
      <Text size="xs" c="dimmed" px="md" py={6} role="status">
        {isReading ? t('Searching …') : t('{count} found', { count })}
      </Text>
    </Combobox>
  );
}

const MatchOption = ({ item: { label, detail, href } }: { item: SearchMatch }) => (
  <Combobox.Option value={href}>
    <Text size="sm" truncate dir="auto">
      {label}
    </Text>
    {detail !== undefined && (
      <Text size="xs" c="dimmed" truncate>
        {detail}
      </Text>
    )}
  </Combobox.Option>
);
