/** What is known of the person of a conversation beside its messages: comments, runs of automations, and what rules sent. */
import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type Conversation, messageOf, type Reply } from '../../base/api.ts';
import { IfCan } from '../../base/can.tsx';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import { useNow } from '../../base/parts/now.ts';
import { ShortTime } from '../../base/parts/short-time.tsx';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { runLook } from '../automations/index.ts';
import { entryLook, skippedWords } from '../rules/index.ts';
import { personName } from './names.ts';
import { usePerson } from './queries.ts';
import { language } from '../../base/language/language.ts';
import { t } from '../../base/language/text.ts';

type Person = Reply<'getPerson'>;

export function PersonPast({ conversation }: { conversation: Conversation }) {
  const read = usePerson(conversation.id);
  const now = useNow(30_000);
  if (read.isPending) return <Waiting rows={2} />;
  if (read.data === undefined)
    return <Fault message={messageOf(read.error)} onRetry={() => void read.refetch()} />;
  const { comments, runs, ruleAnswers, counts } = read.data;
  if (counts.comments + counts.runs + counts.ruleAnswers === 0)
    return (
      <Text size="xs" c="dimmed" dir="auto">
        {t(
          '{person} has written no comment below posts of this account, and no rule or automation has answered yet.',
          { person: personName(conversation) },
        )}
      </Text>
    );
  return (
    <>
      <Section title={t('Comments')} shown={comments.length} count={counts.comments}>
        {comments.map((one) => (
          <CommentRow key={one.id} comment={one} accountId={conversation.accountId} now={now} />
        ))}
      </Section>
      <Section title={t('Messages of rules')} shown={ruleAnswers.length} count={counts.ruleAnswers}>
        {ruleAnswers.map((one) => (
          <RuleAnswerRow key={one.id} answer={one} now={now} />
        ))}
      </Section>
      <Section title={t('Automations')} shown={runs.length} count={counts.runs}>
        {runs.map((one) => (
          <RunRow key={one.id} run={one} now={now} />
        ))}
      </Section>
    </>
  );
}

interface SectionProps {
  title: string;
  /** How many are listed. */
  shown: number;
  /** How many there are. */
  count: number;
  children: ReactNode;
}

/** Nothing where there are none. */
function Section({ title, shown, count, children }: SectionProps) {
  if (count === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <Title order={3} size="h6">
        {title}
        {count > 1 && ` (${count.toLocaleString(language.locale)})`}
      </Title>
      <ul className="inbox-past" aria-label={title}>
        {children}
      </ul>
      {count > shown && (
        <Text size="xs" c="dimmed">
          {t('The newest {shown} are listed.', { shown })}
        </Text>
      )}
    </Stack>
  );
}

interface CommentRowProps {
  comment: Person['comments'][number];
  accountId: string;
  now: number;
}

function CommentRow({ comment, accountId, now }: CommentRowProps) {
  const { id, text, rating, done, postId, createdAt } = comment;
  const at = new URLSearchParams({
    ...(postId === null ? { account: accountId, ...(done && { show: 'done' }) } : { post: postId }),
    comment: id,
  });
  const words = text === '' ? t('A comment without text') : text;
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="xs" align="start">
        <Anchor
          component={Link}
          href={`/comments?${at.toString()}`}
          size="sm"
          c="inherit"
          underline="hover"
          lineClamp={3}
          dir="auto"
          className="inbox-past-text"
        >
          {words}
        </Anchor>
        {createdAt !== null && <ShortTime at={createdAt} now={now} />}
      </Group>
      {rating !== null && (
        <Text size="xs" c="dimmed">
          {t('{rating} of 5 stars', { rating })}
        </Text>
      )}
    </li>
  );
}

function RuleAnswerRow({ answer, now }: { answer: Person['ruleAnswers'][number]; now: number }) {
  const { id, ruleId, status, reason, keyword, commentText, dmText, seenAt, answeredAt, createdAt } = answer;
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <LookBadge look={entryLook(status)} size="sm" />
        <ShortTime at={createdAt} now={now} />
      </Group>
      <Text size="sm" dir="auto" lineClamp={3} className="inbox-past-text">
        {status === 'skipped' ? commentText : dmText}
      </Text>
      {status === 'skipped' && reason !== null && <Text size="xs">{skippedWords(reason)}</Text>}
      <Text size="xs" c="dimmed">
        {answeredAt !== null ? `${t('Answered')} · ` : seenAt !== null ? `${t('Seen')} · ` : ''}
        <Anchor component={Link} href={`/rules/${ruleId}`} inherit underline="always" dir="auto">
          {keyword === null ? t('Rule for every comment') : t('Rule for “{keyword}”', { keyword })}
        </Anchor>
        <StepByStep actorId={id} about={t('message of a rule, {text}', { text: dmText.slice(0, 40) })} />
      </Text>
    </li>
  );
}

function RunRow({ run, now }: { run: Person['runs'][number]; now: number }) {
  const { id, automationId, automationName, startedAt } = run;
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <LookBadge look={runLook(run)} size="sm" />
        <ShortTime at={startedAt} now={now} />
      </Group>
      <Text size="xs" c="dimmed">
        <Anchor component={Link} href={`/automations/${automationId}`} inherit underline="always" dir="auto">
          {automationName}
        </Anchor>
        <StepByStep actorId={id} about={t('run of {name}', { name: automationName })} />
      </Text>
    </li>
  );
}

/** The way to the debugger's page of an actor, for people who may see it. */
function StepByStep({ actorId, about }: { actorId: string; about: string }) {
  return (
    <IfCan call="getActor">
      {' · '}
      <Anchor
        component={Link}
        href={`/debugger/${actorId}`}
        inherit
        underline="always"
        aria-label={t('Step by step: {about}', { about })}
      >
        {t('Step by step')}
      </Anchor>
    </IfCan>
  );
}
