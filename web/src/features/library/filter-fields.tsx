/** The search and the type, for the page and for the choice in the composer. */
import { Group, NativeSelect, TextInput } from '@mantine/core';
import { LIMITS } from '../../base/limits.ts';
import { SearchIcon } from '../../base/parts/icons.tsx';
import type { FileType } from './queries.ts';
import { TYPES } from './words.ts';
import { t } from '../../base/language/text.ts';

interface FilterFieldsProps {
  words: string;
  onWords: (words: string) => void;
  type: FileType | null;
  onType: (type: FileType | null) => void;
}

export function FilterFields({ words, onWords, type, onType }: FilterFieldsProps) {
  return (
    <Group gap="sm" align="end" role="search" aria-label={t('Files')}>
      <TextInput
        type="search"
        dir="auto"
        label={t('Search')}
        placeholder={t('Name or description')}
        leftSection={<SearchIcon />}
        maxLength={LIMITS.mediaSearch}
        value={words}
        onChange={({ currentTarget }) => onWords(currentTarget.value)}
        style={{ flex: '1 1 180px' }}
      />
      <NativeSelect
        label={t('Type')}
        data={[{ value: '', label: t('All') }, ...TYPES]}
        value={type ?? ''}
        onChange={({ currentTarget }) => onType((currentTarget.value || null) as FileType | null)}
        style={{ flex: '0 1 140px' }}
      />
    </Group>
  );
}
