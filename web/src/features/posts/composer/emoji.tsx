/** Emoji to choose from, by a word. */
import { Group, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../base/language/text.ts';

/** Each with the words by which it is found; the first is its name. */
const EMOJI: { [emoji: string]: string } = {
  '🙂': 'smile happy',
  '😀': 'grin happy',
  '😂': 'laugh tears joy',
  '😍': 'love hearts eyes',
  '🥰': 'adore hearts',
  '😎': 'cool sunglasses',
  '🤔': 'think hmm',
  '😮': 'surprise wow',
  '😢': 'cry sad',
  '😴': 'sleep tired',
  '🤩': 'star excited',
  '🥳': 'party celebrate',
  '👍': 'thumbs up yes good',
  '👎': 'thumbs down no',
  '👏': 'clap applause',
  '🙌': 'hands raised hooray',
  '🙏': 'please thanks pray',
  '💪': 'strong muscle',
  '👋': 'wave hello',
  '👉': 'point right',
  '👇': 'point down below',
  '✌️': 'victory peace',
  '❤️': 'heart love red',
  '💙': 'heart blue',
  '💚': 'heart green',
  '💛': 'heart yellow',
  '🔥': 'fire hot',
  '✨': 'sparkles new',
  '⭐': 'star',
  '💡': 'idea light bulb',
  '🎉': 'tada party',
  '🎁': 'gift present',
  '🎂': 'cake birthday',
  '🏆': 'trophy win',
  '🚀': 'rocket launch',
  '📣': 'megaphone announce',
  '📢': 'loudspeaker announce',
  '📅': 'calendar date',
  '⏰': 'clock alarm time',
  '📍': 'pin place location',
  '📸': 'camera photo',
  '🎥': 'film video',
  '🎧': 'headphones podcast',
  '🎵': 'music note',
  '📖': 'book read',
  '📝': 'note write',
  '🔗': 'link',
  '✅': 'check done yes',
  '❌': 'cross no',
  '❗': 'exclamation important',
  '❓': 'question',
  '➡️': 'arrow right',
  '⬇️': 'arrow down',
  '☀️': 'sun summer',
  '🌧️': 'rain',
  '❄️': 'snow winter',
  '🍂': 'leaves autumn',
  '🌷': 'tulip spring flower',
  '🌱': 'plant green grow',
  '🌍': 'earth world',
  '🍞': 'bread bakery',
  '🥖': 'baguette bread',
  '🥐': 'croissant bakery',
  '☕': 'coffee',
  '🍰': 'cake slice',
  '🍕': 'pizza food',
  '🍷': 'wine drink',
  '🛍️': 'shopping bags',
  '🛒': 'cart buy',
  '💶': 'euro money',
  '🚲': 'bicycle bike',
  '🚆': 'train',
  '✈️': 'plane travel',
  '🏠': 'house home',
  '🐶': 'dog',
  '🐱': 'cat',
};

export default function Emoji({ onChoose }: { onChoose: (emoji: string) => void }) {
  const [q, setQ] = useState('');
  const words = q.trim().toLowerCase();
  const found = Object.entries(EMOJI).filter(([, names]) => names.includes(words));
  return (
    <Stack gap={6} className="emoji-panel" role="group" aria-label={t('Choose an emoji')}>
      <TextInput
        dir="auto"
        size="xs"
        aria-label={t('Find an emoji')}
        placeholder={t('Find: party, bread, heart…')}
        autoFocus
        value={q}
        onChange={({ currentTarget }) => setQ(currentTarget.value)}
      />
      <Group gap={2}>
        {found.map(([emoji, names]) => (
          <UnstyledButton
            key={emoji}
            className="emoji-choice"
            aria-label={names}
            title={names}
            onClick={() => onChoose(emoji)}
          >
            {emoji}
          </UnstyledButton>
        ))}
      </Group>
    </Stack>
  );
}
