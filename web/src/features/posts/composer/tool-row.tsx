/** What helps to write: emoji, a hashtag, a mention. What a tool needs is loaded when it is opened. */
import { Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { networkName } from '../../../base/parts/network.tsx';
import { type Person, plainName } from './mention.ts';
import { t } from '../../../base/language/text.ts';

const Emoji = lazy(() => import('./emoji.tsx'));
const Mentions = lazy(() => import('./mentions.tsx'));

const noteOf = (person: Person): string =>
  t('{network} gets {mention} in a text of its own, the others get “{name}”.', {
    network: networkName(person.platform),
    mention: person.mention,
    name: plainName(person),
  });

interface ToolRowProps {
  /** Networks whose people can be mentioned. */
  platforms: readonly string[];
  /** Puts words where the caret is. */
  onInsert: (words: string) => void;
  onMention: (person: Person) => void;
}

export function ToolRow({ platforms, onInsert, onMention }: ToolRowProps) {
  const [open, setOpen] = useState<'emoji' | 'mentions' | null>(null);
  const [note, setNote] = useState('');
  const toggle = (panel: 'emoji' | 'mentions') => setOpen(open === panel ? null : panel);
  return (
    <div>
      <Group gap={4}>
        <Tool label={t('Emoji')} sign="🙂" isOpen={open === 'emoji'} onClick={() => toggle('emoji')} />
        <Tool label={t('Hashtag')} sign="#" onClick={() => onInsert('#')} />
        <Tool label={t('Mention')} sign="@" isOpen={open === 'mentions'} onClick={() => toggle('mentions')} />
      </Group>
      <Text size="xs" c="dimmed" role="status">
        {note}
      </Text>
      <Suspense fallback={null}>
        {open === 'emoji' && (
          <Emoji
            onChoose={(emoji) => {
              setOpen(null);
              onInsert(emoji);
            }}
          />
        )}
        {open === 'mentions' && (
          <Mentions
            platforms={platforms}
            onChoose={(person) => {
              setOpen(null);
              setNote(platforms.length > 1 ? noteOf(person) : '');
              onMention(person);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

function Tool(props: { label: string; sign: string; isOpen?: boolean; onClick: () => void }) {
  const { label, sign, isOpen, onClick } = props;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      aria-label={label}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      {sign}
    </Button>
  );
}
