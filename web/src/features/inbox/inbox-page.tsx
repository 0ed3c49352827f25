/** What people write to all accounts: the list of conversations, and beside it (on a phone: instead of it) one of them. */
import './inbox.css';
import { ActionIcon, Button, Group, Text, Title, Tooltip } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ApiError, type Conversation, messageOf } from '../../base/api.ts';
import { KeyboardIcon } from '../../base/parts/icons.tsx';
import type { KeyHelp } from '../../base/parts/keyboard.tsx';
import { KeysHelp } from '../../base/parts/keys-help.tsx';
import { useKeys, useKeysPreference } from '../../base/parts/use-keys.ts';
import { neighbours, withOpen } from '../../base/parts/order.ts';
import { messageLimits } from '../../base/parts/network.tsx';
import { ReceivingProblems } from '../accounts/index.ts';
import { SelectionBar, toggled } from '../../base/parts/selection.tsx';
import { Empty, Fault, Waiting } from '../../base/parts/states.tsx';
import { useTitle } from '../../base/parts/title.ts';
import { useCan } from '../../base/can.tsx';
import { ANSWER_FIELD, SAVED_REPLIES } from './fields.ts';
import { NotifySwitch } from './notify.tsx';
import { ConversationList, rowId } from './conversation-list.tsx';
import { type ChosenInbox, InboxFilterBar, SEARCH_FIELD, useChosenInbox } from './list-filter.tsx';
import { NoConversations } from './no-conversations.tsx';
import { useAllDone, useChange, useConversation, useConversations } from './queries.ts';
import { t } from '../../base/language/text.ts';

// the list is shown without what only a conversation needs
const Thread = lazy(async () => ({ default: (await import('./thread.tsx')).Thread }));

const KEYS: KeyHelp[] = [
  ['j', t('next conversation')],
  ['k', t('previous conversation')],
  ['r', t('write an answer')],
  ['s', t('insert a saved reply')],
  ['/', 'search'],
  ['e', t('mark as done, or open again')],
  ['u', t('mark as unread')],
  ['x', t('select, or no longer')],
  ['?', t('show these keys')],
];

export default function InboxPage() {
  const chosen = useChosenInbox();
  const { openId, open } = chosen;
  const list = useConversations(chosen.filter);
  const one = useConversation(openId);
  const conversations = useSteady(list.data, one.data, chosen);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [help, { open: openHelp, close: closeHelp }] = useDisclosure(false);
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  useTitle(openId === null ? t('Inbox') : null);
  const acts = useActs({ conversations, open, isNarrow });
  useInboxKeys({
    chosen,
    conversations,
    one: one.data,
    acts,
    select: ({ id }) => setSelected((before) => toggled(before, id)),
    openHelp,
  });

  const isThreadAlone = isNarrow && openId !== null;
  return (
    <div className="inbox">
      {!isThreadAlone && (
        <ListPane
          chosen={chosen}
          conversations={conversations}
          list={list}
          selected={selected}
          setSelected={setSelected}
          onHelp={openHelp}
        />
      )}
      {(isThreadAlone || !isNarrow) && (
        <ThreadPane
          chosen={chosen}
          one={one}
          hasSome={(conversations?.length ?? 0) > 0}
          isAlone={isNarrow}
          onDone={acts.toggleDone}
          onUnread={acts.markUnread}
          onLeave={acts.leave}
        />
      )}
      <KeysHelp title={t('Keys of the inbox')} keys={KEYS} opened={help} onClose={closeHelp} />
    </div>
  );
}

interface Acting {
  conversations: Conversation[] | undefined;
  open: (id: string | null) => void;
  isNarrow: boolean | undefined;
}

/** What is done with a conversation, and which one is open after it. */
function useActs({ conversations, open, isNarrow }: Acting) {
  const change = useChange();
  const leave = (conversation: Conversation) => {
    const { next, previous } = neighbours(conversations ?? [], conversation.id);
    open(isNarrow ? null : (next ?? previous ?? null));
  };
  return {
    toggleDone: (conversation: Conversation) => {
      change.mutate({ id: conversation.id, what: conversation.done ? 'reopen' : 'done' });
      if (!conversation.done) leave(conversation);
    },
    leave,
    markUnread: ({ id }: Conversation) => {
      open(null); // what is open is read
      change.mutate(
        { id, what: 'unread' },
        { onSuccess: () => notifications.show({ message: t('Marked as unread.') }) },
      );
    },
  };
}

interface KeysOfInbox {
  chosen: ChosenInbox;
  conversations: Conversation[] | undefined;
  /** The conversation that is open. */
  one: Conversation | undefined;
  acts: ReturnType<typeof useActs>;
  select: (conversation: Conversation) => void;
  openHelp: () => void;
}

/** The keys of the page (`KEYS`). */
function useInboxKeys({ chosen, conversations = [], one, acts, select, openHelp }: KeysOfInbox): void {
  const [keysOn] = useKeysPreference();
  const can = useCan();
  const cursor = useCursor(chosen.openId);
  const step = (way: 'next' | 'previous') => {
    const to = cursor === null ? conversations[0]?.id : neighbours(conversations, cursor)[way];
    if (to === undefined) return;
    chosen.open(to);
    document.getElementById(rowId(to))?.focus();
  };
  const withOpenOne = (act: (conversation: Conversation) => void) => () => {
    if (one && can('markConversationDone')) act(one);
  };
  const keys = {
    j: () => step('next'),
    k: () => step('previous'),
    r: () => document.getElementById(ANSWER_FIELD)?.focus(),
    e: withOpenOne(acts.toggleDone),
    u: withOpenOne(acts.markUnread),
    s: () => document.getElementById(SAVED_REPLIES)?.click(),
    '/': () => document.getElementById(SEARCH_FIELD)?.focus(),
    x: withOpenOne(select),
  };
  useKeys(keys, keysOn);
  useKeys({ '?': openHelp }, true);
}

/**
 * The list as it is shown: the conversation that is open stays in its place, even when it no longer fits the filter (it
 * was unread, and is being read).
 */
function useSteady(
  list: Conversation[] | undefined,
  open: Conversation | undefined,
  { filter }: ChosenInbox,
): Conversation[] | undefined {
  const name = JSON.stringify(filter);
  const [before, setBefore] = useState<{ name: string; shown: Conversation[] }>({ name, shown: [] });
  const visible = list && withOpen(list, before.name === name ? before.shown : [], open);
  const isSame =
    before.name === name &&
    visible?.length === before.shown.length &&
    visible.every(({ id }, index) => id === before.shown[index]!.id);
  if (visible && !isSame) setBefore({ name, shown: visible });
  return visible;
}

/** The conversation that was open last: j and k go on from there. */
function useCursor(openId: string | null): string | null {
  const [cursor, setCursor] = useState(openId);
  useEffect(() => {
    if (openId !== null) setCursor(openId);
  }, [openId]);
  return openId ?? cursor;
}

function PaneHead({ onHelp }: { onHelp: () => void }) {
  return (
    <Group justify="space-between" mb="sm" wrap="nowrap">
      <Title order={1} size="h2">
        {t('Inbox')}
      </Title>
      <Group gap={4} wrap="nowrap">
        <NotifySwitch />
        <Tooltip label={t('Keys')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('Keys of the inbox')}
            onClick={onHelp}
          >
            <KeyboardIcon />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Group>
  );
}

interface ListPaneProps {
  chosen: ChosenInbox;
  conversations: Conversation[] | undefined;
  list: ReturnType<typeof useConversations>;
  selected: ReadonlySet<string>;
  setSelected: (ids: ReadonlySet<string>) => void;
  onHelp: () => void;
}

function ListPane({ chosen, conversations, list, selected, setSelected, onHelp }: ListPaneProps) {
  const allDone = useAllDone();
  // what is no longer listed is no longer selected
  const ticked = new Set((conversations ?? []).flatMap(({ id }) => (selected.has(id) ? [id] : [])));
  const finish = () =>
    allDone.mutate([...ticked], {
      onSuccess: (count) =>
        notifications.show({
          message: t('{count, plural, one {# conversation is done.} other {# conversations are done.}}', {
            count,
          }),
        }),
      onSettled: () => setSelected(new Set()),
    });
  return (
    <div className="inbox-pane">
      <PaneHead onHelp={onHelp} />
      <InboxFilterBar chosen={chosen} />
      <ReceivingProblems isMeant={(platform) => messageLimits(platform) !== null} />
      <div className="inbox-scroll">
        {ticked.size > 0 && (
          <SelectionBar
            label={t('Selected conversations')}
            ids={(conversations ?? []).map(({ id }) => id)}
            selected={ticked}
            select={setSelected}
          >
            <Button size="xs" loading={allDone.isPending} onClick={finish}>
              {t('Done')}
            </Button>
          </SelectionBar>
        )}
        {list.isPending && <Waiting />}
        {list.isError && <Fault message={messageOf(list.error)} onRetry={() => void list.refetch()} />}
        {conversations?.length === 0 && <NoConversations chosen={chosen} />}
        {conversations !== undefined && conversations.length > 0 && (
          <ConversationList
            conversations={conversations}
            chosen={chosen}
            selected={ticked}
            select={setSelected}
          />
        )}
        {list.hasNextPage && (
          <Group justify="center" p="sm">
            <Button
              variant="default"
              size="xs"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t('Show older conversations')}
            </Button>
          </Group>
        )}
      </div>
    </div>
  );
}

interface ThreadPaneProps {
  chosen: ChosenInbox;
  one: ReturnType<typeof useConversation>;
  /** There is something to choose. */
  hasSome: boolean;
  isAlone: boolean;
  onDone: (conversation: Conversation) => void;
  onUnread: (conversation: Conversation) => void;
  onLeave: (conversation: Conversation) => void;
}

function ThreadPane(props: ThreadPaneProps) {
  const { openId, open } = props.chosen;
  const { one, hasSome, isAlone, onDone, onUnread, onLeave } = props;
  const close = () => open(null);
  if (openId === null)
    return (
      <div className="inbox-thread inbox-none">
        {hasSome && (
          <Text c="dimmed" size="sm">
            {t('Choose a conversation to read and answer it.')}
          </Text>
        )}
      </div>
    );
  if (one.isError)
    return (
      <div className="inbox-thread inbox-none">
        {one.error instanceof ApiError && one.error.status === 404 ? (
          <Empty
            isPage
            title={t('There is no such conversation')}
            action={<Button onClick={close}>{t('To the inbox')}</Button>}
          >
            {t('The address is mistyped, its account was disconnected, or the person was forgotten.')}
          </Empty>
        ) : (
          <Fault message={messageOf(one.error)} onRetry={() => void one.refetch()} />
        )}
      </div>
    );
  if (one.data === undefined)
    return (
      <div className="inbox-thread">
        <Waiting />
      </div>
    );
  const conversation = one.data;
  return (
    <Suspense fallback={<Waiting />}>
      <Thread
        key={conversation.id}
        conversation={conversation}
        isAlone={isAlone}
        onBack={close}
        onDone={() => onDone(conversation)}
        onUnread={() => onUnread(conversation)}
        onLeave={() => onLeave(conversation)}
      />
    </Suspense>
  );
}
