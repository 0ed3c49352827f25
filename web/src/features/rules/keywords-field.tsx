/** What a comment has to say: a keyword, a keyword alone, or anything. */
import { Radio, Stack, TagsInput, Text } from '@mantine/core';
import type { Field } from '../../base/form/index.ts';
import { LIMITS } from '../../base/limits.ts';
import type { RuleDraft } from './rule-draft.ts';

interface KeywordsFieldProps {
  match: Field<RuleDraft['match']>;
  keywords: Field<string[]>;
}

const MODES = [
  {
    value: 'contains',
    label: 'Comments with a keyword',
    description: '“link” answers “Link please!”, and not “linkedin”.',
  },
  {
    value: 'exact',
    label: 'Comments that are a keyword alone',
    description: '“link” answers “Link!! 🔥”, and not “link please”.',
  },
  { value: 'every', label: 'Every comment', description: 'Whatever it says.' },
] as const;

export function KeywordsField({ match, keywords: { value = [], onChange, ...field } }: KeywordsFieldProps) {
  return (
    <Stack gap="sm">
      <Radio.Group label="Which comments" {...match}>
        <Stack gap={6} mt={6}>
          {MODES.map((mode) => (
            <Radio key={mode.value} {...mode} />
          ))}
        </Stack>
      </Radio.Group>
      {match.value !== 'every' && (
        <>
          <TagsInput
            {...field}
            label="Keywords"
            description="Words, phrases or emoji. Capitals and accents do not count. Enter or a comma ends one."
            placeholder={value.length === 0 ? 'link' : ''}
            value={value}
            onChange={(next) => onChange(next.map((word) => word.trim()).filter((word) => word !== ''))}
            maxTags={LIMITS.keywords}
            splitChars={[',', ';', '\n']}
            acceptValueOnBlur
            clearable={false}
            classNames={{ pill: 'rule-pill' }}
          />
          <Text size="xs" c="dimmed" mt={-6}>
            {value.length} of {LIMITS.keywords}
          </Text>
        </>
      )}
    </Stack>
  );
}
