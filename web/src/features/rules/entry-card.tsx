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
import { rich, t } from '../../base/language/text.ts';

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
  const who = comment.from.username === null ? t('An unknown person') : `@${comment.from.username}`;
  const reason = reasonOf(entry, network);
  return (
    <article
      className="rule-entry"
      aria-label={t('Comment by {who}: {label}', { who, label: ENTRY_LOOKS[status].label })}
    >
      <PersonPicture name={who} avatarUrl={null} platform={platform} size={32} />
      <div className="rule-entry-words">
        <Group justify="space-between" wrap="nowrap" gap="xs" align="start">
          <Group gap={8}>
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {who}
            </Text>
            <LookBadge look={ENTRY_LOOKS[status]} />
            {entry.test && <LookBadge look={{ label: t('Test'), tone: 'neutral' }} />}
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
          {entry.answeredAt !== null ? `${t('Answered')} · ` : entry.seenAt !== null ? `${t('Seen')} · ` : ''}
          {comment.foundBySweep &&
            `${t('Found by reading the post: {network} had not reported it', { network })} · `}
          {keyword === null ? t('Every comment matches') : t('Matched “{keyword}”', { keyword })}
          <IfCan call="getActor">
            {' · '}
            <Anchor
              component={Link}
              href={`/debugger/${id}`}
              inherit
              underline="always"
              aria-label={t('What happened, step by step: comment by {who}', { who })}
            >
              {t('What happened, step by step')}
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
        t('Its turn is now.')
      ) : (
        <>
          {place !== null
            ? rich(
                'Place {place, number} in the queue of the account. Its turn comes <time>{when}</time>, {time2}.',
                {
                  when: fromNow(nextAt, now),
                  time: (words) => <time dateTime={nextAt}>{words}</time>,
                  time2: inZone(nextAt, timezone),
                  place,
                },
              )
            : rich('Its turn comes <time>{when}</time>, {time2}.', {
                when: fromNow(nextAt, now),
                time: (words) => <time dateTime={nextAt}>{words}</time>,
                time2: inZone(nextAt, timezone),
              })}
        </>
      )}
    </Text>
  );
}

/** Why a public reply was not made. */
const LEFT_OUT = {
  late: t('its turn came later than the rule allows'),
  paused: t('the rule was paused before its turn came'),
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
            ? t('The message is sent, and the public reply was not confirmed: {reason}', {
                reason: networkWords(error),
              })
            : t('The message is sent, and {network} refused the public reply: {reason}', {
                network,
                reason: networkWords(error),
              })}
        </>
      ) : skipped !== null ? (
        <>{t('The public reply was left out: {reason}.', { reason: LEFT_OUT[skipped] })}</>
      ) : isReplying(entry) ? (
        <>
          {nextAt === null
            ? held === 'breaker'
              ? t(
                  'The public reply is on its way: “{text}”. {network} took replies of this account for spam, so they stopped for a day',
                  { text, network },
                )
              : t('The public reply is on its way: “{text}”', { text })
            : held === 'breaker'
              ? t(
                  'The public reply follows {when}: “{text}”. {network} took replies of this account for spam, so they stopped for a day',
                  { text, when: fromNow(nextAt, now), network },
                )
              : t('The public reply follows {when}: “{text}”', { text, when: fromNow(nextAt, now) })}
        </>
      ) : (
        <>{t('Public reply: “{text}”', { text })}</>
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
              notifications.show({
                message: t('The next comment of {who} gets the message again.', { who }),
              }),
          })
        }
      >
        {t('Let them have it again')}
      </Anchor>
    </>
  );
}
