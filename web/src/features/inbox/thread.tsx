/** One conversation: who it is, until when it can be answered, its messages, and the field to answer. */
import { ActionIcon, Alert, Anchor, Button, Group, Text, Title, Tooltip } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { type Conversation, type InboxMessage, messageOf } from '../../base/api.ts';
import { DoneIcon, LeftIcon, UnreadIcon } from '../../base/parts/icons.tsx';
import { useCachedResponse } from '../../base/parts/kept-answers.ts';
import { networkName } from '../../base/parts/network.tsx';
import { useNow } from '../../base/parts/now.ts';
import { PersonPicture } from '../../base/parts/person-picture.tsx';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { dayText, inZone, wallTime } from '../../base/parts/times.ts';
import { useTitle } from '../../base/parts/title.ts';
import { useAccounts } from '../accounts/index.ts';
import { useWorkspace } from '../../base/session.ts';
import { IfCan, useCan } from '../../base/can.tsx';
import { AnswerField } from './answer.tsx';
import { ANSWER_FIELD } from './fields.ts';
import { Assignee } from './assignee.tsx';
import { Message } from './message.tsx';
import { personName } from './names.ts';
import { type Panel, PanelButton, PersonPanel, usePanel } from './person-panel.tsx';
import { Snoozed, SnoozeMenu } from './snooze.tsx';
import { PersonActions } from './person-actions.tsx';
import { useChange, useMessages } from './queries.ts';
import { replyWindow } from './reply-window.ts';
import { t } from '../../base/language/text.ts';

interface ThreadProps {
  conversation: Conversation;
  /** It fills the page: a way back is shown. */
  isAlone: boolean;
  onBack: () => void;
  onDone: () => void;
  onUnread: () => void;
  /** It is put aside: the next one is shown. */
  onLeave: () => void;
}

export function Thread(props: ThreadProps) {
  const { conversation, isAlone } = props;
  const name = personName(conversation);
  useTitle(t('{name} · Inbox', { name }));
  useReadWhenVisible(conversation);
  const panel = usePanel();
  return (
    <section
      className="inbox-thread"
      aria-label={t('Conversation with {name}', { name })}
      data-alone={isAlone || undefined}
    >
      <Head {...props} panel={panel} />
      <Assignee conversation={conversation} />
      <Flag conversation={conversation} />
      <Snoozed conversation={conversation} />
      <div className="inbox-body">
        <div className="inbox-talk">
          <Messages conversation={conversation} />
          <Answer conversation={conversation} />
        </div>
        <PersonPanel conversation={conversation} panel={panel} />
      </div>
    </section>
  );
}

/** What is open and in sight is read. */
function useReadWhenVisible({ id, unread }: Conversation): void {
  const { mutate } = useChange();
  // who may not mark it leaves it unread for the others
  const isSeen = useCan()('markConversationRead') && useDocumentVisibility() === 'visible';
  useEffect(() => {
    if (isSeen && unread > 0) mutate({ id, what: 'read' });
  }, [id, unread, isSeen, mutate]);
}

function Head(props: ThreadProps & { panel: Panel }) {
  const { conversation, isAlone, onBack, onDone, onUnread, onLeave, panel } = props;
  const { id, contact, done, accountId, platform } = conversation;
  const { data: accounts = [] } = useAccounts();
  const account = accounts.find((one) => one.id === accountId);
  const handle = contact.username === null || contact.name === null ? '' : `@${contact.username} · `;
  return (
    <Group className="inbox-head" wrap="nowrap" gap="sm">
      {isAlone && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('Back to the list')}
          onClick={onBack}
        >
          <LeftIcon />
        </ActionIcon>
      )}
      <PersonPicture name={personName(conversation)} avatarUrl={contact.avatarUrl} platform={platform} />
      <div className="inbox-who">
        <Title order={isAlone ? 1 : 2} size="h5" className="inbox-name">
          {personName(conversation)}
        </Title>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {handle}
          {t('to {account}, {network}', {
            account: (account?.displayName || account?.username) ?? t('a disconnected account'),
            network: networkName(platform),
          })}
          <IfCan call="getActor">
            {' · '}
            <Anchor component={Link} href={`/debugger/${id}`} inherit underline="always">
              {t('History')}
            </Anchor>
          </IfCan>
        </Text>
      </div>
      <IfCan call="markConversationUnread">
        <UnreadButton onUnread={onUnread} />
      </IfCan>
      <PanelButton panel={panel} />
      <SnoozeMenu conversation={conversation} onSnoozed={onLeave} />
      <PersonActions conversation={conversation} onUnread={onUnread} onForgotten={onBack} />
      <IfCan call="markConversationDone">
        <Button
          size="sm"
          variant={done ? 'default' : 'light'}
          leftSection={done ? undefined : <DoneIcon size={16} />}
          onClick={onDone}
          style={{ flexShrink: 0 }}
        >
          {done ? t('Open again') : t('Done')}
        </Button>
      </IfCan>
    </Group>
  );
}

/** What an automation says to the team. */
function Flag({ conversation: { flagged } }: { conversation: Conversation }) {
  const { timezone } = useWorkspace();
  if (flagged === null) return null;
  return (
    <Alert color="orange" variant="light" p="xs" m="sm" title={t('An automation hands this over to you')}>
      {flagged.note !== null && <Text size="sm">{flagged.note}</Text>}
      <Text size="xs">
        {t('Since {time}. “Done” clears the flag.', { time: inZone(flagged.at, timezone) })}
      </Text>
    </Alert>
  );
}

function Messages({ conversation }: { conversation: Conversation }) {
  const { id, platform } = conversation;
  const read = useMessages(id);
  const { data: messages, isPending, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = read;
  const [, setText] = useCachedResponse(id);
  const box = useRef<HTMLDivElement>(null);
  const newest = messages?.at(-1);
  useEffect(() => {
    // one's own message is always shown; another one only to those who are at the end already
    if (newest?.direction === 'out') box.current?.scrollTo({ top: 0 });
  }, [newest?.id, newest?.direction]);
  const reuse = (text: string) => {
    setText(text);
    document.getElementById(ANSWER_FIELD)?.focus();
  };
  return (
    <div className="inbox-messages" ref={box} role="log" aria-label={t('Messages')} tabIndex={0}>
      <div>
        {isPending && <Waiting rows={2} />}
        {error !== null && <Fault message={messageOf(error)} onRetry={() => void refetch()} />}
        {hasNextPage && (
          <Group justify="center">
            <Button
              variant="default"
              size="compact-xs"
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {t('Show older messages')}
            </Button>
          </Group>
        )}
        <Days messages={messages ?? []}>
          {(message) => (
            <Message
              key={message.id}
              message={message}
              person={personName(conversation)}
              network={networkName(platform)}
              reuse={reuse}
            />
          )}
        </Days>
      </div>
    </div>
  );
}

/** Messages under the days on which they were written. */
function Days({
  messages,
  children,
}: {
  messages: readonly InboxMessage[];
  children: (message: InboxMessage) => React.ReactNode;
}) {
  const { timezone } = useWorkspace();
  const days = Map.groupBy(messages, ({ createdAt }) => wallTime(createdAt, timezone).slice(0, 10));
  return [...days].map(([day, ofDay]) => (
    <div key={day}>
      <Text size="xs" c="dimmed" ta="center" my="xs">
        {dayText(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })}
      </Text>
      <ol className="inbox-day">{ofDay.map(children)}</ol>
    </div>
  ));
}

/** Until when the network takes a reply, and the field for it; or why there is none. */
function Answer({ conversation }: { conversation: Conversation }) {
  const { accountId, platform, pausedUntil } = conversation;
  const { timezone } = useWorkspace();
  const { data: accounts } = useAccounts();
  const now = useNow(15_000);
  const account = accounts?.find((one) => one.id === accountId);
  const network = networkName(platform);
  const reply = replyWindow(conversation, {
    now,
    network,
    person: personName(conversation),
    when: (at) => inZone(at, timezone),
  });
  if (accounts !== undefined && account?.status !== 'healthy' && account?.status !== 'expiring')
    return (
      <Alert color="red" variant="light" m="sm" p="xs">
        {account === undefined
          ? t('This account is disconnected: nothing can be sent.')
          : t(
              '{network} does not let Troupe in any more: nothing can be sent until the account is reconnected.',
              { network },
            )}{' '}
        <Anchor component={Link} href="/accounts" inherit underline="always">
          {t('To the accounts')}
        </Anchor>
      </Alert>
    );
  return (
    <div className="inbox-answer">
      {reply !== null && (
        <div className="inbox-window" data-closed={!reply.isOpen || undefined} role="note">
          <Text size="xs" fw={600} component="span">
            {reply.text}
          </Text>{' '}
          {reply.hint !== null && (
            <Text size="xs" component="span">
              {reply.hint}
            </Text>
          )}
          {pausedUntil !== null && Date.parse(pausedUntil) > now && (
            <Text size="xs" component="span">
              {' '}
              {t('Automations pause until {time}.', { time: inZone(pausedUntil, timezone) })}
            </Text>
          )}
        </div>
      )}
      {reply?.isOpen !== false && (
        <IfCan call="sendMessage">
          <AnswerField key={conversation.id} conversation={conversation} />
        </IfCan>
      )}
    </div>
  );
}

const UnreadButton = ({ onUnread }: Pick<ThreadProps, 'onUnread'>) => (
  <Tooltip label={t('Mark as unread')}>
    <ActionIcon
      variant="default"
      size={34}
      aria-label={t('Mark as unread')}
      onClick={onUnread}
      visibleFrom="sm"
    >
      <UnreadIcon />
    </ActionIcon>
  </Tooltip>
);
