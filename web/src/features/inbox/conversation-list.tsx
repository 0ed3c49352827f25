/** The list of conversations: who wrote, what, to which account, and what is to be done. */
import { Badge, Checkbox, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { Conversation } from '../../base/api.ts';
import { networkWords } from '../../base/parts/from-network.ts';
import { useCachedResponses } from '../../base/parts/kept-answers.ts';
import { LookBadge } from '../../base/parts/look-badge.tsx';
import { networkName } from '../../base/parts/network.tsx';
import { useNow } from '../../base/parts/now.ts';
import { PersonPicture } from '../../base/parts/person-picture.tsx';
import { toggled } from '../../base/parts/selection.tsx';
import { ShortTime } from '../../base/parts/short-time.tsx';
import { inZone } from '../../base/parts/times.ts';
import { waitText } from '../../base/parts/waiting-time.ts';
import { useWorkspace } from '../../base/session.ts';
import { ifCan } from '../../base/can.tsx';
import { useAccountNames } from '../accounts/index.ts';
import { useMemberNames } from '../people/index.ts';
import type { ChosenInbox } from './list-filter.tsx';
import { LabelBadges } from '../../base/parts/label-badges.tsx';
import { personName } from './names.ts';
import { timeLeft } from './reply-window.ts';
import { t } from '../../base/language/text.ts';

interface ListProps {
  conversations: readonly Conversation[];
  chosen: ChosenInbox;
  selected: ReadonlySet<string>;
  select: (ids: ReadonlySet<string>) => void;
}

export function ConversationList({ conversations, chosen, selected, select }: ListProps) {
  const drafts = useCachedResponses();
  const names = useAccountNames();
  const members = useMemberNames();
  const now = useNow(30_000);
  return (
    <ul className="inbox-list" aria-label={t('Conversations')}>
      {conversations.map((conversation) => {
        const { id } = conversation;
        return (
          <Row
            key={id}
            conversation={conversation}
            href={chosen.addressOf(id)}
            isOpen={chosen.openId === id}
            hasOpenBeside={chosen.openId !== null}
            isSelected={selected.has(id)}
            toggle={() => select(toggled(selected, id))}
            hasDraft={drafts.has(id)}
            account={names.get(conversation.accountId)}
            assignee={members.get(conversation.assigneeId ?? '')}
            now={now}
          />
        );
      })}
    </ul>
  );
}

interface RowProps {
  conversation: Conversation;
  href: string;
  isOpen: boolean;
  hasOpenBeside: boolean;
  isSelected: boolean;
  toggle: () => void;
  hasDraft: boolean;
  /** Name of the account; undefined: not read yet, or disconnected. */
  account: string | undefined;
  /** Name of the member who answers; undefined: nobody does. */
  assignee: string | undefined;
  now: number;
}

/** The id of a row's link: the keys j and k give it the focus. */
export const rowId = (id: string): string => `row-${id}`;

function Row(props: RowProps) {
  const { conversation, href, isOpen, hasOpenBeside, isSelected, toggle, account, now } = props;
  const { id, platform, unread, lastMessage, updatedAt } = conversation;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const name = personName(conversation);
  return (
    <li ref={row} className="inbox-row" data-open={isOpen || undefined} data-unread={unread > 0 || undefined}>
      <Tick isSelected={isSelected} toggle={toggle} name={name} />
      <Link
        id={rowId(id)}
        href={href}
        replace={hasOpenBeside}
        aria-current={isOpen ? 'true' : undefined}
        className="inbox-link"
      >
        <PersonPicture name={name} avatarUrl={conversation.contact.avatarUrl} platform={platform} />
        <div className="inbox-words">
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm" fw={unread > 0 ? 700 : 500} truncate>
              {name}
            </Text>
            <ShortTime at={updatedAt} now={now} />
          </Group>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm" truncate {...lineColor(conversation)}>
              {lastMessage === null ? t('No message') : lineOf(lastMessage)}
            </Text>
            {unread > 0 && (
              <Badge
                size="sm"
                circle={unread < 10}
                role="img"
                aria-label={t('{unread} unread', { unread })}
                style={{ flexShrink: 0 }}
              >
                {unread}
              </Badge>
            )}
          </Group>
          <Group gap={6} wrap="wrap">
            <Text size="xs" c="dimmed" truncate>
              {account ?? t('disconnected account')}, {networkName(platform)}
            </Text>
            <Marks {...props} />
          </Group>
        </div>
      </Link>
    </li>
  );
}

function lineColor({ unread, lastMessage }: Conversation): { c?: string } {
  if (lastMessage?.status === 'failed') return { c: 'var(--mantine-color-error)' };
  if (lastMessage?.status === 'unknown') return { c: 'var(--mantine-color-orange-light-color)' };
  return unread > 0 ? {} : { c: 'dimmed' };
}

/** What the service writes for messages without words. */
const WORDS: { [text: string]: string } = {
  '': t('A message without text'),
  '(referral)': t('Opened an ad or a link'),
};

/** The network's own words for the kinds of attachments are in the line of a message without text. */
function lineOf({ direction, text, status, error }: NonNullable<Conversation['lastMessage']>): string {
  const words = WORDS[text] ?? text;
  if (status === 'failed')
    return t('Not sent: {value}', { value: error === null ? words : networkWords(error) });
  if (status === 'unknown') return t('Perhaps not sent: {words}', { words });
  return direction === 'out' ? t('You: {words}', { words }) : words;
}

/** The window ends this soon, ms: the list says so. */
const SOON_MS = 6 * 3_600_000;

function Marks({ conversation, hasDraft, assignee, now }: RowProps) {
  const { flagged, optedOutAt, windowEndsAt, lastMessage, done, waitingSince, snoozedUntil } = conversation;
  const { timezone } = useWorkspace();
  const waits = waitingSince === null || snoozedUntil !== null ? null : waitText(waitingSince, now);
  const left = windowEndsAt === null ? -1 : Date.parse(windowEndsAt) - now;
  const isUrgent = !done && lastMessage?.direction === 'in' && left > 0 && left < SOON_MS;
  return (
    <>
      {waits !== null && <LookBadge size="sm" look={{ label: waits, tone: 'neutral' }} />}
      {snoozedUntil !== null && (
        <LookBadge
          size="sm"
          look={{ label: t('Until {time}', { time: inZone(snoozedUntil, timezone) }), tone: 'planned' }}
        />
      )}
      {assignee !== undefined && <LookBadge size="sm" look={{ label: assignee, tone: 'neutral' }} />}
      {optedOutAt !== null && (
        <LookBadge size="sm" look={{ label: t('No automatic messages'), tone: 'neutral' }} />
      )}
      {flagged !== null && <LookBadge size="sm" look={{ label: t('Flagged'), tone: 'needs-you' }} />}
      {hasDraft && <LookBadge size="sm" look={{ label: t('Draft'), tone: 'neutral' }} />}
      {isUrgent && (
        <LookBadge
          size="sm"
          look={{ label: t('{timeLeft} left', { timeLeft: timeLeft(left) }), tone: 'needs-you' }}
        />
      )}
      {conversation.labels.length > 0 && <LabelBadges labels={conversation.labels} />}
    </>
  );
}

/** Selects a conversation, to be done with others. */
const Tick = ifCan(
  'markConversationDone',
  ({ isSelected, toggle, name }: { isSelected: boolean; toggle: () => void; name: string }) => (
    <Checkbox
      size="xs"
      checked={isSelected}
      onChange={toggle}
      aria-label={t('Select {name}', { name })}
      className="inbox-tick"
    />
  ),
);
