/** One comment that a rule matched: who wrote what, what became of it, and why. */
import { Anchor, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from 'wouter';
import { networkWords } from '../../base/parts/from-network.ts';
import { networkName } from '../../base/parts/network.tsx';
import { PersonPicture } from '../../base/parts/person-picture.tsx';
import { ShortTime } from '../../base/parts/short-time.tsx';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import { fromNow, inZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import { IfCan, ifCan } from '../../base/can.tsx';
import { isReplying, useForgetPerson } from './queries.ts';
import type { Entry } from './shapes.ts';
import { ENTRY_LOOKS, reasonOf } from './words.ts';

interface EntryProps {
  entry: Entry;
  ruleId: string;
  platform: string;
  /** Epoch ms. */
  now: number;
}

export function EntryCard({ entry, ruleId, platform, now }: EntryProps) {
  const { id, status, keyword, comment, createdAt } = entry;
  const network = networkName(platform);
  const who = comment.from.username === null ? 'An unknown person' : `@${comment.from.username}`;
  const reason = reasonOf(entry, network);
  return (
    <article className="rule-entry" aria-label={`Comment by ${who}: ${ENTRY_LOOKS[status].label}`}>
      <PersonPicture name={who} avatarUrl={null} platform={platform} size={32} />
      <div className="rule-entry-words">
        <Group justify="space-between" wrap="nowrap" gap="xs" align="start">
          <Group gap={8}>
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {who}
            </Text>
            <LookBadge look={ENTRY_LOOKS[status]} />
            {entry.test && <LookBadge look={{ label: 'Test', tone: 'neutral' }} />}
          </Group>
          <ShortTime at={createdAt} now={now} />
        </Group>
        <Text size="sm" className="rule-message" dir="auto" lineClamp={4}>
          {comment.text}
        </Text>
        {reason !== null && (
          <Text size="sm" c={status === 'failed' ? 'var(--mantine-color-error)' : 'inherit'}>
            {reason}
          </Text>
        )}
        <Turn entry={entry} now={now} />
        <PublicReply entry={entry} network={network} now={now} />
        <Text size="xs" c="dimmed">
          {entry.answeredAt !== null ? 'Answered · ' : entry.seenAt !== null ? 'Seen · ' : ''}
          {comment.foundBySweep && `Found by reading the post: ${network} had not reported it · `}
          {keyword === null ? 'Every comment matches' : `Matched “${keyword}”`}
          <IfCan call="getActor">
            {' · '}
            <Anchor
              component={Link}
              href={`/debugger/${id}`}
              inherit
              underline="always"
              aria-label={`What happened, step by step: comment by ${who}`}
            >
              What happened, step by step
            </Anchor>
          </IfCan>
          {entry.reason === 'duplicate' && <Again ruleId={ruleId} person={comment.from} who={who} />}
        </Text>
      </div>
    </article>
  );
}

/** When a message that waits is sent. */
function Turn({ entry: { status, nextAt, place }, now }: { entry: Entry; now: number }) {
  const { timezone } = useWorkspace();
  if (status !== 'queued') return null;
  return (
    <Text size="sm">
      {nextAt === null || Date.parse(nextAt) <= now ? (
        'Its turn is now.'
      ) : (
        <>
          {place !== null && `Place ${place.toLocaleString('en')} in the queue of the account. `}Its turn
          comes <time dateTime={nextAt}>{fromNow(nextAt, now)}</time>, {inZone(nextAt, timezone)}.
        </>
      )}
    </Text>
  );
}

/** Why a public reply was not made. */
const LEFT_OUT = {
  late: 'its turn came later than the rule allows',
  paused: 'the rule was paused before its turn came',
} as const;

/** What became of the public reply. */
function PublicReply({ entry, network, now }: { entry: Entry; network: string; now: number }) {
  const { publicReply } = entry;
  if (publicReply === null) return null;
  const { text, error, networkCode, skipped, held, nextAt } = publicReply;
  return (
    <Text size="sm" c="dimmed" className="rule-message">
      {error !== null ? (
        <>
          {networkCode === null
            ? 'The message is sent, and the public reply was not confirmed: '
            : `The message is sent, and ${network} refused the public reply: `}
          {networkWords(error)}
        </>
      ) : skipped !== null ? (
        <>The public reply was left out: {LEFT_OUT[skipped]}.</>
      ) : isReplying(entry) ? (
        <>
          The public reply {nextAt === null ? 'is on its way' : `follows ${fromNow(nextAt, now)}`}: “{text}”
          {held === 'breaker' &&
            `. ${network} took replies of this account for spam, so they stopped for a day`}
        </>
      ) : (
        <>Public reply: “{text}”</>
      )}
    </Text>
  );
}

/** Lets a person have the message again: the rule forgets that they had it. */
const Again = ifCan('forgetCommentRulePerson', LetAgain);

function LetAgain({
  ruleId,
  person,
  who,
}: {
  ruleId: string;
  person: Entry['comment']['from'];
  who: string;
}) {
  const forget = useForgetPerson(ruleId);
  const name = person.username ?? person.id;
  if (name === null) return null;
  return (
    <>
      {' · '}
      <Anchor
        component="button"
        type="button"
        inherit
        underline="always"
        disabled={forget.isPending}
        onClick={() =>
          forget.mutate(name, {
            onSuccess: () =>
              notifications.show({ message: `The next comment of ${who} gets the message again.` }),
          })
        }
      >
        Let them have it again
      </Anchor>
    </>
  );
}
