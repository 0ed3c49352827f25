/** What a comment has to say: a keyword, a keyword alone, or anything. */
import { Radio, Stack, TagsInput, Text } from '@mantine/core';
import { LIMITS } from '../../base/limits.ts';
import type { RuleDraft } from './rule-draft.ts';

interface KeywordsFieldProps {
  draft: Pick<RuleDraft, 'match' | 'keywords'>;
  error: string | undefined;
  onChange: (changes: Partial<RuleDraft>) => void;
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

export function KeywordsField({ draft: { match, keywords }, error, onChange }: KeywordsFieldProps) {
  return (
    <Stack gap="sm">
      <Radio.Group label="Which comments" value={match} onChange={(value) => onChange({ match: value })}>
        <Stack gap={6} mt={6}>
          {MODES.map((mode) => (
            <Radio key={mode.value} {...mode} />
          ))}
        </Stack>
      </Radio.Group>
      {match !== 'every' && (
        <>
          <TagsInput
            label="Keywords"
            description="Words, phrases or emoji. Capitals and accents do not count. Enter or a comma ends one."
            placeholder={keywords.length === 0 ? 'link' : ''}
            value={keywords}
            onChange={(next) =>
              onChange({ keywords: next.map((word) => word.trim()).filter((word) => word !== '') })
            }
            maxTags={LIMITS.keywords}
            splitChars={[',', ';', '\n']}
            acceptValueOnBlur
            clearable={false}
            classNames={{ pill: 'rule-pill' }}
            error={error}
          />
          <Text size="xs" c="dimmed" mt={-6}>
            {keywords.length} of {LIMITS.keywords}
          </Text>
        </>
      )}
    </Stack>
  );
}
