/** The field that searches posts, for the list and the calendar. */
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { LIMITS } from '../../base/limits.ts';
import { SearchIcon } from '../../base/parts/icons.tsx';
import { t } from '../../base/language/text.ts';

/** A pause of a person who types, ms. */
const PAUSE_MS = 250;

interface SearchProps {
  /** null means any. */
  value: string | null;
  onChange: (words: string | null) => void;
}

/** Searches when a person stops typing for a moment. */
export function SearchField({ value, onChange }: SearchProps) {
  const [typed, setTyped] = useState(value ?? '');
  const [text, setText] = useState(value);
  // the address changed otherwise, such as by the way back
  if (text !== value) {
    setText(value);
    if (value !== (typed.trim() || null)) setTyped(value ?? '');
  }
  const search = useDebouncedCallback((words: string) => onChange(words.trim() || null), PAUSE_MS);
  return (
    <TextInput
      type="search"
      dir="auto"
      label={t('Search')}
      placeholder={t('Text, label or error')}
      leftSection={<SearchIcon />}
      maxLength={LIMITS.postSearch}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        search(currentTarget.value);
      }}
      className="post-filter"
      // the calendar has all its filters in one row
      style={{ flex: '1 1 120px' }}
    />
  );
}
