/** "What would it answer?": comments are tried on rules. Nothing is sent, and nothing is stored. */
import { Button, Group, List, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { LIMITS } from '../../base/limits.ts';
import { call, type Input, messageOf } from '../../base/api.ts';
import { Fault } from '../../base/parts/states.tsx';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import { useWorkspace } from '../../base/session.ts';
import type { Rule, RuleTerms, Verdict } from './shapes.ts';
import { ruleTitle, skippedWords } from './words.ts';
import { t } from '../../base/language/text.ts';

/** The rules are asked this long after the last change of them, ms. */
const QUIET_MS = 300;
/** As many comments as are worth comparing at once; the oldest leave. */
const MAX_TRIED = 8;

interface Tried {
  text: string;
  from: string;
}

interface TryProps {
  /** Which rules: one that is being written, one that exists, or all active ones of an account. */
  rules:
    | {
        rule: Omit<
          RuleTerms,
          'postId' | 'mediaId' | 'nextPost' | 'publicReplyLateMinutes' | 'trackLinks' | 'then'
        >;
      }
    | { ruleId: string }
    | { all: true; accountId: string };
  /** Rules that may be named. */
  known?: readonly Rule[];
}

export function TryComments({ rules, known = [] }: TryProps) {
  const [tried, setTried] = useState<Tried[]>([]);
  const [text, setText] = useState('');
  const [from, setFrom] = useState('ann');
  const { data: verdicts, isError, error, isFetching } = useVerdicts(rules, tried);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    setTried([...tried, { text, from: from.trim().replace(/^@/, '') || 'ann' }].slice(-MAX_TRIED));
    setText('');
  };
  return (
    <form aria-label={t('Try a comment')} onSubmit={submit}>
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          label={t('A comment')}
          placeholder={t('Link please!')}
          maxLength={LIMITS.triedComment}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          style={{ flex: 3, minWidth: 0 }}
        />
        <TextInput
          label={t('By')}
          maxLength={LIMITS.triedName}
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          style={{ flex: 1, minWidth: 72 }}
        />
        <Button type="submit" variant="default" loading={isFetching}>
          {t('Try it')}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt={6}>
        {t('Nothing is sent. A second comment of the same person shows what happens then.')}
      </Text>
      {isError && (
        <div style={{ marginTop: 8 }}>
          <Fault message={messageOf(error)} />
        </div>
      )}
      <ol className="rule-verdicts" aria-live="polite" aria-label={t('Comments that were tried')}>
        {tried.map((comment, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same comment may be tried twice
          <li key={index}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <Text span fw={600} size="sm">
                @{comment.from}
              </Text>{' '}
              {comment.text}
            </Text>
            {verdicts?.[index] && <Answered verdict={verdicts[index]} known={known} />}
          </li>
        ))}
      </ol>
    </form>
  );
}

const LOOKS = {
  sent: { label: t('Gets the message'), tone: 'live' },
  skipped: { label: t('Skipped'), tone: 'neutral' },
  unmatched: { label: t('Gets nothing'), tone: 'neutral' },
} as const;

function Answered({ verdict, known }: { verdict: Verdict; known: readonly Rule[] }) {
  const { status, reason, explanation, dm, publicReply, compared } = verdict;
  const why = status === 'skipped' && reason !== null ? skippedWords(reason) : explanation;
  const isSeveral = compared.length > 1;
  return (
    <>
      <Group gap={8} mt={4} wrap="nowrap" align="flex-start">
        <LookBadge look={LOOKS[status]} />
        <Text size="sm">{why}</Text>
      </Group>
      {dm !== null && (
        <Text size="sm" c="dimmed" mt={4} className="rule-message">
          {t('Message: {dm}', { dm })}
        </Text>
      )}
      {publicReply !== null && (
        <Text size="sm" c="dimmed" className="rule-message">
          {t('Public reply: {publicReply}', { publicReply })}
        </Text>
      )}
      {isSeveral && (
        <List size="xs" c="dimmed" mt={4} aria-label={t('Compared with')}>
          {compared.map(({ ruleId, explanation: how }) => (
            <List.Item key={ruleId}>
              {nameOf(ruleId, known)}: {how}
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}

const nameOf = (ruleId: string | null, stored: readonly Rule[]): string => {
  const rule = stored.find(({ id }) => id === ruleId);
  return rule === undefined ? t('A rule') : ruleTitle(rule);
};

/** What the rules would do with the comments, in this order; asked again when a rule or a comment changes. */
function useVerdicts(rules: TryProps['rules'], comments: Tried[]) {
  const { slug } = useWorkspace();
  const request: Input<'simulateCommentRules'> = { ...rules, comments, workspace: slug };
  const [wanted] = useDebouncedValue(JSON.stringify(request), QUIET_MS);
  return useQuery({
    queryKey: ['rules', slug, 'tried', wanted],
    queryFn: async ({ signal }) => {
      const body = JSON.parse(wanted) as typeof request;
      return (await call('simulateCommentRules', body, { signal })).verdicts;
    },
    enabled: comments.length > 0 && (JSON.parse(wanted) as { comments: [] }).comments.length > 0,
    placeholderData: (before) => before,
    retry: false,
    gcTime: 60_000,
  });
}
