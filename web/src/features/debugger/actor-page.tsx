import { Alert, Anchor, Button, Card, Group, Text } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Link, useParams } from 'wouter';
import { ApiError, messageOf } from '../../base/api.ts';
import { howMany } from '../../base/parts/long-list.tsx';
import { Empty, Fault, PageTitle, Waiting } from '../../base/parts/states.tsx';
import { showFailure } from '../../base/failure.ts';
import { useWorkspace } from '../../base/session.ts';
import { kindLabel } from './kinds.ts';
import { StateBadge, TroubleNote } from './parts.tsx';
import { saveRun, useActor, useExplanation, useJournal, useMoves, useRunExplanation } from './queries.ts';
import type { Actor, WholeActor } from './shapes.ts';
import { TimeTravel } from './time-travel.tsx';
import { t } from '../../base/language/text.ts';
import { stepsText } from '../../base/language/counts.ts';

/** One actor: its chart, its journal, and its manual actions. */
export default function ActorPage() {
  const { id } = useParams<{ id: string }>();
  useMoves();
  const actor = useActor(id);
  if (actor.isPending) return <Waiting />;
  if (actor.isError && actor.error instanceof ApiError && actor.error.status === 404)
    return (
      <Empty
        isPage
        title={t('There is no such actor')}
        action={
          <Button component={Link} href="/debugger" mt="sm">
            {t('To the debugger')}
          </Button>
        }
      >
        {t('It ended long ago, or it belongs to another workspace.')}
      </Empty>
    );
  if (actor.isError && actor.error instanceof ApiError && actor.error.code === 'held_to_accounts')
    return (
      <Empty isPage title={t('This is for people who reach all accounts')}>
        {t('This actor is of accounts of the workspace that you do not reach.')}
      </Empty>
    );
  if (actor.isError) return <Fault message={messageOf(actor.error)} onRetry={() => void actor.refetch()} />;
  return <ActorView key={id} whole={actor.data} />;
}

function ActorView({ whole }: { whole: WholeActor }) {
  const { actor } = whole;
  const journal = useJournal(actor.id, actor.seq);
  const { slug } = useWorkspace();
  return (
    <>
      <PageTitle
        actions={
          <>
            {actor.postId !== null && (
              <Button component={Link} href={`/posts/${actor.postId}`} variant="default">
                {t('The post')}
              </Button>
            )}
            <Button variant="default" onClick={() => void saveRun(slug, actor.id).catch(showFailure)}>
              {t('Download the run')}
            </Button>
          </>
        }
      >
        {kindLabel(actor.kind)}: {actor.title}
      </PageTitle>
      <Group gap="xs" mb="md" role="status" aria-label={t('State')}>
        <StateBadge actor={actor} />
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {actor.id}
        </Text>
      </Group>
      {actor.limited && (
        <Alert variant="light" mb="md" title={t('You reach some of its accounts')}>
          {t('What is of the others is left out, and who reaches all of them can act on it.')}
        </Alert>
      )}
      {actor.trouble && <TroubleNote trouble={actor.trouble} />}
      <Why whole={whole} />
      <Relatives whole={whole} />
      {journal.isPending ? (
        <Waiting
          label={t('Replaying the journal, {items}', {
            items: howMany(actor.seq, null, stepsText, false),
          })}
        />
      ) : journal.isError ? (
        <Fault message={messageOf(journal.error)} onRetry={() => void journal.refetch()} />
      ) : (
        <TimeTravel whole={whole} steps={journal.data.steps} stopped={journal.data.stopped} />
      )}
    </>
  );
}

function Why({ whole: { actor, explanation } }: { whole: WholeActor }) {
  if (actor.kind === 'dm_run') return <WhyOfRun id={actor.id} seq={actor.seq} />;
  if (actor.kind === 'post') return <WhyOfPost actor={actor} />;
  return explanation === null ? null : <Reason>{explanation}</Reason>;
}

function WhyOfPost({ actor: { id } }: { actor: Actor }) {
  const { data } = useExplanation(id);
  return data ? <Reason>{data.summary}</Reason> : null;
}

function WhyOfRun({ id, seq }: { id: string; seq: number }) {
  const { data } = useRunExplanation(id, seq);
  if (!data) return null;
  return (
    <Reason>
      {data.summary}{' '}
      <Anchor component={Link} href={`/automations/${data.automationId}`} inherit underline="always">
        {t('The automation')}
      </Anchor>
    </Reason>
  );
}

/** Two lines of it, so that the time line is on the first screen; the rest on demand. */
function Reason({ children }: { children: ReactNode }) {
  const [isWhole, setWhole] = useState(false);
  const text = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const { current } = text;
    if (current && !isWhole) setCut(current.scrollHeight > current.clientHeight + 1);
  }, [children, isWhole]);
  return (
    <Card withBorder mb="md" p="sm" component="section" aria-label={t('Why')}>
      <Text
        ref={text}
        size="sm"
        dir="auto"
        {...(!isWhole && { className: 'debugger-why' })}
        style={{ overflowWrap: 'anywhere' }}
      >
        {children}
      </Text>
      {isCut && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={isWhole}
          style={{ alignSelf: 'start' }}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('Less') : t('All of it')}
        </Button>
      )}
    </Card>
  );
}

/** What started it, and its account. What it started has rows in the time line; what was started beside it is left out. */
function Relatives({ whole: { actor, relatives } }: { whole: WholeActor }) {
  const others = relatives.filter(
    ({ parentId }) => parentId !== actor.id && (parentId === null || parentId !== actor.parentId),
  );
  if (others.length === 0) return null;
  return (
    <Group component="nav" gap="xs" mb="md" aria-label={t('Related actors')}>
      {others.map((one) => (
        <Button
          key={one.id}
          component={Link}
          href={`/debugger/${one.id}`}
          variant="default"
          size="compact-sm"
          maw="100%"
          rightSection={<StateBadge actor={one} />}
          styles={{ section: { flexShrink: 0 } }}
        >
          <Text span size="sm" truncate maw={260}>
            {kindLabel(one.kind)}: {one.title}
          </Text>
        </Button>
      ))}
    </Group>
  );
}
