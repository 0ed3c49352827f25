/** Which posts a rule watches: every post of the account, or one, also one that is not out yet. */
import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../base/api.ts';
import type { Field } from '../../base/form/index.ts';
import { Segments } from '../../base/parts/segments.tsx';
import { PostPicture } from '../../base/parts/post-picture.tsx';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { inZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { type Choice, isChosen, useChoices } from './post-choices.ts';
import type { Watched } from './rule-draft.ts';
import { t } from '../../base/language/text.ts';

interface WatchedFieldProps extends Field<Watched> {
  accountId: string;
}

const KINDS = [
  {
    value: 'every',
    label: t('Every post'),
    description: t('Also those that are published later, and ads that show them.'),
  },
  {
    value: 'next',
    label: t('The next post'),
    description: t('The first one that is published from now on, here or in the network’s own app.'),
  },
  {
    value: 'one',
    label: t('One post'),
    description: t('A rule for one post comes before a rule for every post.'),
  },
] as const;

export function WatchedField({
  accountId,
  value = { kind: 'every' },
  onChange,
  ...field
}: WatchedFieldProps) {
  const isOne = value.kind === 'none' || value.kind === 'post' || value.kind === 'media';
  return (
    <Stack gap="xs">
      <Segments
        {...field}
        label={t('Below which posts')}
        options={KINDS}
        value={isOne ? 'one' : value.kind}
        onChange={(next) => onChange(next === 'one' ? { kind: 'none' } : { kind: next })}
      />
      {isOne && <PostChoice accountId={accountId} value={value} onChange={onChange} />}
    </Stack>
  );
}

/** With more posts than this there is a search. */
const MAX_WITHOUT_SEARCH = 6;

function PostChoice({ accountId, value, onChange }: Required<Omit<WatchedFieldProps, 'error'>>) {
  const [q, setQ] = useState('');
  const { choices, isPending, error, retry } = useChoices(accountId, value);
  const words = q.trim().toLowerCase();
  const found = choices.filter(
    (choice) => choice.text.toLowerCase().includes(words) || isChosen(choice, value),
  );
  return (
    <Stack gap="xs">
      {choices.length > MAX_WITHOUT_SEARCH && (
        <TextInput
          size="xs"
          aria-label={t('Find a post')}
          placeholder={t('Find a post by its text')}
          value={q}
          onChange={({ currentTarget }) => setQ(currentTarget.value)}
        />
      )}
      {error !== null && (
        <Fault
          message={t('The posts could not be read. {reason}', { reason: messageOf(error) })}
          onRetry={retry}
        />
      )}
      {isPending && <Waiting rows={1} label={t('Reading the posts')} />}
      {!isPending && choices.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('This account has no post yet. Write one first, or watch every post.')}
        </Text>
      )}
      {found.length > 0 && (
        <fieldset className="rule-posts">
          <legend>{t('Post')}</legend>
          {found.map((choice) => (
            <PostOption
              key={choice.key}
              choice={choice}
              checked={isChosen(choice, value)}
              onChoose={() => onChange(choice.watched)}
            />
          ))}
        </fieldset>
      )}
    </Stack>
  );
}

function PostOption({
  choice,
  checked,
  onChoose,
}: {
  choice: Choice;
  checked: boolean;
  onChoose: () => void;
}) {
  const { timezone } = useWorkspace();
  const { text, pictureUrl, status, at } = choice;
  return (
    <label className="rule-post">
      <input type="radio" name="rule-post" checked={checked} onChange={onChoose} />
      <PostPicture url={pictureUrl} size={44} />
      <span className="rule-post-words">
        <Text span size="sm" lineClamp={2}>
          {text.trim() || t('Without text')}
        </Text>
        <Text span size="xs" c="dimmed">
          {status}
          {at !== null && ` ${inZone(at, timezone)}`}
        </Text>
      </span>
    </label>
  );
}
