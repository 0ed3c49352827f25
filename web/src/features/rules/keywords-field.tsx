/** What a comment has to say: a keyword, a keyword alone, or anything. */
import { Stack, TagsInput, Text } from '@mantine/core';
import type { Field } from '../../base/form/index.ts';
import { Segments } from '../../base/parts/segments.tsx';
import { LIMITS } from '../../base/limits.ts';
import type { RuleDraft } from './rule-draft.ts';
import { t } from '../../base/language/text.ts';

interface KeywordsFieldProps {
  match: Field<RuleDraft['match']>;
  keywords: Field<string[]>;
}

const MODES = [
  {
    value: 'contains',
    label: t('With a keyword'),
    description: t('“link” answers “Link please!”, and not “linkedin”.'),
  },
  {
    value: 'exact',
    label: t('A keyword alone'),
    description: t('“link” answers “Link!! 🔥”, and not “link please”.'),
  },
  { value: 'every', label: t('Every comment'), description: t('Whatever it says.') },
] as const;

export function KeywordsField({ match, keywords: { value = [], onChange, ...field } }: KeywordsFieldProps) {
  return (
    <Stack gap="sm">
      <Segments {...match} label={t('Which comments')} options={MODES} />
      {match.value !== 'every' && (
        <>
          <TagsInput
            {...field}
            label={t('Keywords')}
            description={t(
              'Words, phrases or emoji. Capitals and accents do not count. Enter or a comma ends one.',
            )}
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
            {t('{count} of {limit}', { count: value.length, limit: LIMITS.keywords })}
          </Text>
        </>
      )}
    </Stack>
  );
}
