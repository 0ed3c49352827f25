/** People to mention, to choose from by name: those who wrote or commented, and those whom earlier texts mention. */
import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../../base/api.ts';
import { networkName } from '../../../base/parts/network.tsx';
import { PersonPicture } from '../../../base/parts/person-picture.tsx';
import { useWorkspace } from '../../../base/session.ts';
import type { Person } from './mention.ts';
import { t } from '../../../base/language/text.ts';

/** More are found by their names. */
const MAX_SHOWN = 30;

interface MentionsProps {
  /** Networks whose people are listed. */
  platforms: readonly string[];
  onChoose: (person: Person) => void;
}

export default function Mentions({ platforms, onChoose }: MentionsProps) {
  const { slug } = useWorkspace();
  const [q, setQ] = useState('');
  const people = useQuery({
    queryKey: ['mentions', slug],
    queryFn: async ({ signal }) => (await call('listMentions', { workspace: slug }, { signal })).people,
  });
  const words = q.trim().toLowerCase();
  const found = (people.data ?? []).filter(
    ({ platform, mention, name }) =>
      platforms.includes(platform) && `${mention} ${name ?? ''}`.toLowerCase().includes(words),
  );
  return (
    <Stack gap={6} className="emoji-panel" role="group" aria-label={t('Choose a person to mention')}>
      <TextInput
        dir="auto"
        size="xs"
        aria-label={t('Find a person')}
        placeholder={t('Find a person')}
        autoFocus
        value={q}
        onChange={({ currentTarget }) => setQ(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (found[0]) onChoose(found[0]);
        }}
      />
      <div role="status">
        <Text size="sm" c="dimmed">
          {people.isError && messageOf(people.error)}
          {people.isPending && t('Looking…')}
          {people.isSuccess &&
            found.length === 0 &&
            t('Nobody is known by that name. Type the mention in the text.')}
        </Text>
      </div>
      {found.slice(0, MAX_SHOWN).map((person) => (
        <Choice
          key={`${person.platform} ${person.mention}`}
          person={person}
          onChoose={() => onChoose(person)}
        />
      ))}
    </Stack>
  );
}

function Choice({ person, onChoose }: { person: Person; onChoose: () => void }) {
  return (
    <UnstyledButton className="mention-choice" onClick={onChoose}>
      <PersonPicture
        name={person.name ?? person.mention}
        avatarUrl={person.avatarUrl}
        platform={person.platform}
      />
      <Text span size="sm" fw={600} dir="auto">
        {person.name ?? person.mention}
      </Text>
      <Text span size="sm" c="dimmed">
        {person.name !== null && (
          <>
            <bdi>{person.mention}</bdi> ·{' '}
          </>
        )}
        {networkName(person.platform)}
      </Text>
    </UnstyledButton>
  );
}
