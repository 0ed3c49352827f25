/** The effects of conversations and sends: calls to networks. They keep the promise of "never twice" (docs/contract.md). */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { SendOutcome } from '../../../adapters/port/messages.ts';
import type { MessageSendEvent } from '../../../machines/message-send.ts';
import type { Refreshed } from '../../../machines/outcome.ts';
import { type NamedPerson, savePeople, savePerson } from '../../../store/conversations.ts';
import type { Sql } from '../../../store/connect.ts';
import {
  findMessages,
  nameMessage,
  nameMessages,
  type OutgoingRow,
  readOutgoing,
} from '../../../store/direct-messages.ts';
import {
  accountLoader,
  isRenewable,
  type LoadedAccount,
  type Refresher,
  meteredMessages,
} from '../accounts/index.ts';
import { gather } from '../../engine/batch.ts';
import type { Run } from '../../engine/effect-run.ts';
import type { Node } from '../../engine/node.ts';
import { lockInto } from '../../engine/take.ts';
import type { ConversationHandlers } from '../../kinds/conversation.ts';
import type { MessageSendHandlers } from '../../kinds/message-send.ts';
import type { Log } from '../../base/log.ts';
import { saveDecisions } from './conversations.ts';
import type { Media } from '../media/index.ts';
import { outgoingFiles } from './files.ts';
import { lookForMessage } from './look-up.ts';
import { redact, type Sealer, secretsOf, withoutSecrets } from '../../base/seal.ts';

interface InboxDeps {
  sql: Sql;
  sealer: Sealer;
  clock: () => number;
  adapters: { [platform: string]: Manifest };
  /** Guarded: what adapters reach the world with. */
  fetch: typeof globalThis.fetch;
  refresher: Refresher;
  log: Log;
  savePerson: SavePerson;
  /** Reads hosted files. */
  media: Pick<Media, 'open'>;
  /** The node that runs the effects; it is made after its handlers. */
  node: () => Pick<Node, 'command'>;
}

/** Stores what a network says about the person of a conversation. */
export type SavePerson = (person: NamedPerson) => Promise<void>;

/** Stores what networks return about people, in batches. */
export function personSaver(sql: Sql): SavePerson {
  return gather(async (people: readonly NamedPerson[]) => {
    const last = new Map(people.map((person) => [person.conversationId, person]));
    const saved = last.size > 1 ? await savePeople(sql, [...last.values()]) : new Set<string>();
    for (const [conversationId, person] of last)
      if (!saved.has(conversationId)) await savePerson(sql, person);
    return people.map(() => undefined);
  });
}

/** A token that ends within this time is renewed first, ms. */
const RENEW_AHEAD_MS = 60_000;

/** Postgres: another transaction stored the same value. */
const UNIQUE_VIOLATION = '23505';

type MessageEvent = Extract<MessageSendEvent, { type: `message.${string}` }>;
type LookupEvent = Extract<MessageSendEvent, { type: `lookup.${string}` }>;

export function inboxHandlers(deps: InboxDeps): ConversationHandlers & MessageSendHandlers {
  const load = accountLoader(deps);
  const reach = (accountId: string) => reachAccount(deps, load, accountId);
  const stored: StoredSends = {
    read: gather(async (ids: readonly string[]) => {
      const rows = await readOutgoing(deps.sql, ids);
      return ids.map((id) => rows.get(id) ?? null);
    }),
    name: gather((names) => nameAll(deps.sql, names)),
  };
  return {
    sendMessage: async (work, run) => {
      const reached = await reach(work.accountId);
      if ('gone' in reached) return { type: 'message.refused', reason: reached.gone, cause: 'account' };
      return send({ ...deps, stored }, reached, work, run);
    },
    findMessage: async (work, run) => {
      const reached = await reach(work.accountId);
      if ('gone' in reached) return { type: 'lookup.failed', reason: reached.gone };
      return find(deps, reached, work, run);
    },
    renewForMessage: async ({ accountId, refusedCredentials }, { signal, recorder }) => {
      return accessEventOf(await deps.refresher.refresh(accountId, refusedCredentials, signal, recorder));
    },
    endSnooze: async ({ conversationId, until }) => {
      await deps.node().command(async (tx, turn) => {
        const conversation = await lockInto(tx, turn, conversationId);
        if (conversation) turn.deliver(conversation, { type: 'snooze.ended', until } as { type: string });
        await saveDecisions(tx, turn);
        return { result: null };
      });
      return { type: 'snooze.ended', until };
    },
    readPerson: async ({ conversationId, accountId, personId }, run) => {
      const reached = await reach(accountId);
      const port = 'gone' in reached ? undefined : meteredMessages(deps.sql, reached.adapter);
      if ('gone' in reached || !port?.profile) return { type: 'person.named', known: false };
      const profile = await port.profile({ ...stepOf(deps, reached, run), personId });
      if (profile.kind !== 'profile') return { type: 'person.named', known: false };
      const { username, name, avatarUrl } = profile;
      await deps.savePerson({ conversationId, username, name, avatarUrl });
      return { type: 'person.named', known: username !== null || name !== null };
    },
  };
}

interface Reached {
  account: LoadedAccount;
  adapter: Manifest;
  messages: NonNullable<Manifest['messages']>;
  isRenewable: boolean;
}

async function reachAccount(
  { adapters }: InboxDeps,
  load: (id: string) => Promise<LoadedAccount | null>,
  accountId: string,
): Promise<Reached | { gone: string }> {
  const account = await load(accountId);
  if (!account) return { gone: 'the account was disconnected' };
  const adapter = adapters[account.access.platform];
  if (!adapter?.messages) return { gone: `${account.access.platform} has no direct messages` };
  return {
    account,
    adapter,
    messages: adapter.messages,
    isRenewable: isRenewable(adapter, account.access.credentials),
  };
}

function stepOf({ fetch, clock }: InboxDeps, { account }: Reached, { signal, recorder }: Run) {
  const { access } = account;
  return {
    account: access,
    now: clock(),
    signal,
    fetch: recorder.watch({ fetch, clock, credentials: access.credentials }),
  };
}

type SendWork = Parameters<MessageSendHandlers['sendMessage']>[0];
type FindWork = Parameters<MessageSendHandlers['findMessage']>[0];

/** The rows of messages that are sent. Those of the same moment share a statement. */
interface StoredSends {
  /** null means the message was deleted. */
  read(id: string): Promise<OutgoingRow | null>;
  name(sent: Named): Promise<void>;
}
type Named = { id: string; networkId: string };

async function send(
  deps: InboxDeps & { stored: StoredSends },
  reached: Reached,
  work: SendWork,
  run: Run,
): Promise<MessageEvent> {
  const { effect } = run;
  if (effect.started)
    return { type: 'message.unknown', reason: 'the service stopped while the response was awaited' };
  const { account } = reached;
  const { credentialsVersion, expiresAt } = account;
  if (account.status === 'needs_reconnect')
    return {
      type: 'message.refused',
      reason: account.reason ?? 'the account has to be connected again',
      cause: 'account',
    };
  if (reached.isRenewable && expiresAt !== null && expiresAt - deps.clock() < RENEW_AHEAD_MS)
    return { type: 'message.expired', reason: 'the access ends', credentialsVersion };
  const outgoing = await deps.stored.read(work.messageId);
  if (outgoing === null) return { type: 'message.refused', reason: 'the message was deleted' };
  // requested before the run ended, and not needed any more: a person of the team answers, or the contact sent STOP
  if (outgoing.runEnded !== null)
    return { type: 'message.refused', reason: `not sent: the run had ended (${outgoing.runEnded})` };
  if (!(await run.markStarted())) throw new Error('the effect was taken over by another node');
  effect.started = true; // if this very node has to run it again, after an error
  try {
    const outcome = await reached.messages.send({
      ...stepOf(deps, reached, run),
      to: { personId: work.personId },
      open: (item, requirements, part) => deps.media.open(item, run.signal, requirements, { part }),
      message: {
        text: outgoing.text,
        ...(outgoing.attachments.length > 0 && { files: outgoingFiles(outgoing.attachments) }),
        ...(outgoing.details?.button && { button: outgoing.details.button }),
        ...(outgoing.details?.choices && { choices: outgoing.details.choices }),
        metadata: work.messageId,
        ...(work.asHumanAgent && { asHumanAgent: true as const }),
      },
    });
    if (outcome.kind === 'sent' && outcome.id !== null)
      await deps.stored.name({ id: work.messageId, networkId: outcome.id });
    const { code } = run.recorder;
    return withoutSecrets(
      eventOf(outcome, { credentialsVersion, code }),
      secretsOf(account.access.credentials),
    );
  } catch (error) {
    const { platform, credentials } = account.access;
    deps.log.error(
      { platform, message: work.messageId, error: redact(String(error), secretsOf(credentials)) },
      'adapter threw',
    );
    return { type: 'message.unknown', reason: 'an error of this service while sending' };
  }
}

/** Stores the ids of sent messages. One that an echo or a poll gives to another message is left out: that it was sent is known. */
async function nameAll(sql: Sql, names: readonly Named[]): Promise<undefined[]> {
  const named = names.length > 1 ? await unlessClaimed(() => nameMessages(sql, names)) : null;
  for (const { id, networkId } of names)
    if (!named?.has(id)) await unlessClaimed(() => nameMessage(sql, id, networkId));
  return names.map(() => undefined);
}

/** @returns null when another transaction gave one of the ids to another message at the same time */
async function unlessClaimed<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    return null;
  }
}

function accessEventOf(renewed: Refreshed): Extract<MessageSendEvent, { type: `access.${string}` }> {
  switch (renewed.kind) {
    case 'refreshed': {
      const { credentialsVersion, obtainedAt, expiresAt } = renewed;
      return { type: 'access.renewed', credentialsVersion, obtainedAt, expiresAt };
    }
    case 'retry':
      return { type: 'access.retry', reason: renewed.reason, ...afterOf(renewed) };
    case 'reauthorize':
    case 'unconfigured': {
      const { kind, reason, credentialsVersion } = renewed;
      const unconfigured = kind === 'unconfigured' && { unconfigured: true as const };
      return { type: 'access.refused', reason, credentialsVersion, ...unconfigured };
    }
    default:
      return renewed satisfies never;
  }
}

const afterOf = ({ afterMs }: { afterMs?: number }) => (afterMs === undefined ? {} : { afterMs });

/** @param code the network's own code of its refusal; undefined: no response refused it */
function eventOf(
  outcome: SendOutcome,
  { credentialsVersion, code }: { credentialsVersion: number; code: string | undefined },
): MessageEvent {
  const { kind } = outcome;
  if (kind === 'sent') return { type: 'message.sent', networkId: outcome.id };
  const { reason } = outcome;
  if (kind === 'unknown') return { type: 'message.unknown', reason };
  const refused = { reason, ...(code !== undefined && { code }) };
  if (kind === 'expired' || kind === 'reauthorize')
    return { type: `message.${kind}`, ...refused, credentialsVersion };
  if (kind === 'window_closed') return { type: 'message.refused', ...refused, cause: 'window' };
  if (kind === 'account_blocked' || kind === 'missing_scope')
    return { type: 'message.refused', ...refused, cause: 'account' };
  if (kind !== 'retry') return { type: 'message.refused', ...refused };
  const mayBeSent = 'mayBeSent' in outcome && { mayBeSent: true as const };
  return { type: 'message.retry', ...refused, ...afterOf(outcome), ...mayBeSent };
}

/** Looks for the message in its conversation, with renewed access where the access has expired. */
async function find(
  deps: InboxDeps,
  reached: Reached,
  work: FindWork,
  run: Run,
  isRenewed = false,
): Promise<LookupEvent> {
  const outgoing = (await readOutgoing(deps.sql, [work.messageId])).get(work.messageId);
  if (!outgoing) return { type: 'lookup.cannot_tell', reason: 'the message was deleted here' };
  const looked = await lookForMessage(
    { ...stepOf(deps, reached, run), port: reached.messages },
    {
      personId: work.personId,
      text: outgoing.text,
      hasButton: outgoing.details?.button !== undefined,
      hasFile: outgoing.attachments.length > 0,
      askedAt: work.askedAt,
      findClaimed: async (ids) => {
        const stored = await findMessages(deps.sql, work.accountId, ids);
        return new Set(stored.flatMap(({ id, networkId }) => (id === work.messageId ? [] : networkId)));
      },
    },
  );
  switch (looked.kind) {
    case 'found':
      await unlessClaimed(() => nameMessage(deps.sql, work.messageId, looked.id));
      return { type: 'lookup.found', networkId: looked.id };
    case 'absent':
      return { type: 'lookup.absent' };
    case 'cannot_tell':
      return { type: 'lookup.cannot_tell', reason: looked.reason };
    case 'expired': {
      const again = isRenewed ? null : await renewed(deps, reached, work, run);
      return again ? find(deps, again, work, run, true) : { type: 'lookup.failed', reason: looked.reason };
    }
    case 'retry':
    case 'reauthorize':
    case 'missing_scope':
      return { type: 'lookup.failed', reason: looked.reason };
    default:
      return looked satisfies never;
  }
}

/** The account with new access; null if it cannot be renewed now. */
async function renewed(
  deps: InboxDeps,
  { account }: Reached,
  { accountId }: FindWork,
  { signal, recorder }: Run,
): Promise<Reached | null> {
  const { kind } = await deps.refresher.refresh(accountId, account.credentialsVersion, signal, recorder);
  if (kind !== 'refreshed') return null;
  const reached = await reachAccount(deps, accountLoader(deps), accountId);
  return 'gone' in reached ? null : reached;
}
