/** The search for actors. Kind and "stuck" are kept in the address. */
import { Button, Checkbox, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { LIMITS } from '../../base/limits.ts';
import { Empty } from '../../base/parts/states.tsx';
import { KINDS } from './kinds.ts';
import type { Kind } from './shapes.ts';
import { t } from '../../base/language/text.ts';

export function useFilter() {
  const [search, setSearch] = useSearchParams();
  const [q, setQ] = useState(search.get('q') ?? '');
  const [state, setState] = useState(search.get('state') ?? '');
  const kind = search.get('kind') as Kind | null; // the service refuses one that it does not know
  const stuck = search.get('stuck') === 'true';
  const [text] = useDebouncedValue(q.trim(), 250);
  const [inState] = useDebouncedValue(state.trim(), 250);
  const set = (name: string, value: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const isFiltered = text !== '' || inState !== '' || kind !== null || stuck;
  const clear = () => {
    setQ('');
    setState('');
    setSearch({});
  };
  return { q, setQ, state, setState, kind, stuck, text, inState, set, clear, isFiltered };
}
type Filter = ReturnType<typeof useFilter>;

export function FilterFields({ filter }: { filter: Filter }) {
  const { q, setQ, state, setState, kind, stuck, set } = filter;
  return (
    <Group mb="md" gap="sm" align="end" role="search">
      <TextInput
        label={t('Text or id')}
        placeholder={t('A part of a post, or post_…')}
        value={q}
        maxLength={LIMITS.actorSearch}
        onChange={({ currentTarget }) => setQ(currentTarget.value)}
        style={{ flex: '2 1 220px' }}
      />
      <Select
        label={t('Kind')}
        placeholder={t('Every kind')}
        clearable
        clearButtonProps={{ 'aria-label': t('Every kind') }}
        data={Object.entries(KINDS).map(([value, { many }]) => ({ value, label: many }))}
        value={kind}
        onChange={(value) => set('kind', value)}
        style={{ flex: '1 1 150px' }}
      />
      <TextInput
        label={t('State')}
        placeholder={t('Such as verifying')}
        value={state}
        maxLength={LIMITS.actorState}
        onChange={({ currentTarget }) => setState(currentTarget.value)}
        style={{ flex: '1 1 150px' }}
      />
      <Checkbox
        label={t('Only what is stuck')}
        checked={stuck}
        onChange={({ currentTarget }) => set('stuck', currentTarget.checked ? 'true' : null)}
        pb={8}
      />
    </Group>
  );
}

export function NoActors({ filter }: { filter: Filter }) {
  const { text, inState, kind, stuck, isFiltered, clear } = filter;
  return (
    <Empty
      title={
        !isFiltered
          ? t('No actors yet')
          : stuck && !isOther(text, inState, kind)
            ? t('Nothing is stuck')
            : t('No actor matches')
      }
      action={
        isFiltered && (
          <Button variant="default" mt="sm" onClick={clear}>
            {t('Show all')}
          </Button>
        )
      }
    >
      {isFiltered
        ? t('Use fewer conditions, or show all actors.')
        : t('Connect an account or write a post: each is a statechart that can be watched here.')}
    </Empty>
  );
}

/** Whether the search has other conditions than "stuck". */
const isOther = (text: string, state: string, kind: string | null) =>
  text !== '' || state !== '' || kind !== null;
