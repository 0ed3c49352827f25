/** One comment that a rule matched: who wrote what, what became of it, and why. */
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { networkWords } from '../parts/from-network.ts';
import { networkName } from '../parts/network.tsx';
import { PersonPicture } from '../parts/person-picture.tsx';
import { ShortTime } from '../parts/short-time.tsx';
import { LookBadge } from '../parts/status.tsx';
import { fromNow, inZone } from '../parts/times.ts';
import { useWorkspace } from '../session.ts';
import { isReplying } from './queries.ts';
import type { Entry } from './shapes.ts';
import { ENTRY_LOOKS, reasonOf } from './words.ts';

interface EntryProps {
  entry: Entry;
  platform: string;
  /** Epoch ms. */
  now: number;
}

export function EntryCard({ entry, platform, now }: EntryProps) {
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
        <PublicReply entry={entry} network={network} />
        <Text size="xs" c="dimmed">
          {comment.foundBySweep && `Found by reading the post: ${network} had not reported it · `}
          {keyword === null ? 'Every comment matches' : `Matched “${keyword}”`}
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
        </Text>
      </div>
    </article>
  );
}

/** When a message that waits is sent. */
function Turn({ entry: { status, nextAt }, now }: { entry: Entry; now: number }) {
  const { timezone } = useWorkspace();
  if (status !== 'queued') return null;
  return (
    <Text size="sm">
      {nextAt === null || Date.parse(nextAt) <= now ? (
        'Its turn is now.'
      ) : (
        <>
          Its turn comes <time dateTime={nextAt}>{fromNow(nextAt, now)}</time>, {inZone(nextAt, timezone)}.
        </>
      )}
    </Text>
  );
}

/** What became of the public reply. */
function PublicReply({ entry, network }: { entry: Entry; network: string }) {
  const { publicReply } = entry;
  if (publicReply === null) return null;
  const { text, error } = publicReply;
  return (
    <Text size="sm" c="dimmed" className="rule-message">
      {error !== null ? (
        <>
          The message is sent, and {network} refused the public reply: {networkWords(error)}
        </>
      ) : isReplying(entry) ? (
        <>The public reply is on its way: “{text}”</>
      ) : (
        <>Public reply: “{text}”</>
      )}
    </Text>
  );
}
