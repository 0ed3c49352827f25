/** The effects of runs (machines/flow/setup.ts). Each may run again after a crash, and does the same once. */
import { createHash } from 'node:crypto';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { FlowEvent, Outgoing } from '../../machines/flow/setup.ts';
import { savePerson, touchConversations } from '../../store/conversations.ts';
import type { Sql, Tx } from '../../store/connect.ts';
import { findMessage, insertMessages, type NewMessage } from '../../store/direct-messages.ts';
import { waitForStarts } from '../../store/dm-automations.ts';
import { findRunPlace, type RunPlace } from '../../store/dm-runs.ts';
import { countArrivals } from '../../store/inbound.ts';
import { insertLinks } from '../../store/links.ts';
import { accountLoader, meteredMessages } from '../accounts/index.ts';
import type { Run } from '../engine/effects.ts';
import type { Node } from '../engine/node.ts';
import { lockInto } from '../engine/take.ts';
import type { Turn } from '../engine/turn.ts';
import { lineOf, saveDecisions } from '../inbox/index.ts';
import type { AutomationHandlers } from '../kinds/automation.ts';
import type { DmRunHandlers } from '../kinds/dm-run.ts';
import { messageSend } from '../kinds/message-send.ts';
import { linkTo } from '../links/index.ts';
import { whyNot } from '../plans/plan.ts';
import type { Sealer } from '../seal.ts';
import { stopRuns } from './change.ts';
import { namesOf } from './start-runs.ts';

export interface FlowDeps {
  sql: Sql;
  /** Called when an effect runs: the node is made after its handlers. */
  node: () => Pick<Node, 'command'>;
  sealer: Sealer;
  adapters: { [platform: string]: Manifest };
  /** Guarded: what adapters reach the world with. */
  fetch: typeof globalThis.fetch;
  clock: () => number;
  /** The address in front of `/l/`, without a trailing slash. */
  linkBase: () => string;
}

type Placed = Extract<FlowEvent, { type: `message.${string}` | 'stop' }>;
const GONE = 'the automation was deleted, or the person was forgotten';
/** Nobody hears it: a run that has ended takes no events. */
const ENDED = { type: 'stop', reason: 'the run has ended' } as const;

export function flowHandlers(deps: FlowDeps): DmRunHandlers & AutomationHandlers {
  const load = accountLoader(deps);
  const { sql, node, clock, adapters } = deps;

  /** The network's part for messages, with what a call needs; null: it cannot be called now. */
  const reach = async ({ accountId }: RunPlace, run: Run) => {
    const account = await load(accountId);
    const adapter = account && adapters[account.access.platform];
    if (!adapter?.messages || account?.status === 'needs_reconnect') return null;
    const { access } = account!;
    const fetch = run.recorder.watch({ fetch: deps.fetch, clock, credentials: access.credentials });
    const step = { account: access, now: clock(), signal: run.signal, fetch };
    return { adapter, port: adapter.messages, step };
  };

  return {
    placeMessage: async (outgoing, { effect }): Promise<Placed> => {
      const place = await findRunPlace(sql, outgoing.runId);
      if (!place) return { type: 'stop', reason: GONE };
      const why = whyNot(place, 'automations', clock());
      if (why !== null) return { type: 'stop', reason: why };
      const account = await load(place.accountId);
      if (!account) return { type: 'stop', reason: 'the account was disconnected' };
      if (account.status === 'needs_reconnect')
        return {
          type: 'message.held',
          reason: account.reason ?? 'the account has to be connected again',
        };
      const messageId = messageIdOf(outgoing.runId, effect.id);
      return node().command(async (tx, turn) => ({
        result: await say(tx, turn, { outgoing, place, messageId, base: deps.linkBase() }),
      }));
    },
    askFollows: async ({ runId }, run) => {
      const place = await findRunPlace(sql, runId);
      const reached = place && (await reach(place, run));
      if (!place || !reached?.port.follows) return { type: 'follows.known', follows: 'unknown' };
      const said = await reached.port.follows({ ...reached.step, personId: place.personId });
      return { type: 'follows.known', follows: typeof said === 'string' ? said : 'unknown' };
    },
    askNames: async ({ runId }, run) => {
      const place = await findRunPlace(sql, runId);
      if (!place) return { type: 'names.known', names: { username: null, firstName: null } };
      if (place.username || place.name) return { type: 'names.known', names: namesOf(place) };
      const reached = await reach(place, run);
      const port = reached && meteredMessages(sql, reached.adapter);
      const profile = port?.profile && (await port.profile({ ...reached!.step, personId: place.personId }));
      if (!profile || profile.kind !== 'profile') return { type: 'names.known', names: namesOf(place) };
      const { username, name, avatarUrl } = profile;
      await savePerson(sql, { conversationId: place.conversationId, username, name, avatarUrl });
      return { type: 'names.known', names: namesOf({ username, name }) };
    },
    flagConversation: async ({ runId, note }) => {
      const place = await findRunPlace(sql, runId);
      if (place)
        await node().command(async (tx, turn) => {
          const conversation = await lockInto(tx, turn, place.conversationId);
          if (await hasEnded(tx, turn, runId)) return { result: null };
          const flag = { note, automationId: place.automationId, runId, at: turn.now };
          if (conversation) turn.deliver(conversation, { type: 'flag', flag } as { type: string });
          await saveDecisions(tx, turn);
          return { result: null };
        });
      return { type: 'conversation.flagged' };
    },
    releasePeople: async ({ automationId, reason, before }) => {
      const isActive = await node().command(async (tx) => ({
        result: await waitForStarts(tx, automationId),
      }));
      // resumed meanwhile: those who have begun since then stay
      if (isActive !== undefined)
        await stopRuns({ sql, node: node() }, { automationId, reason, before: isActive ? before : null });
      return { type: 'people.released' };
    },
  };
}

/** Whether a run ended after it asked for an effect. Its conversation is locked first, as by everything that ends it. */
async function hasEnded(tx: Tx, turn: Turn, runId: string): Promise<boolean> {
  const run = await lockInto(tx, turn, runId);
  return run === null || run.status === 'done';
}

/** Stores the message and starts its send, unless an earlier try of the effect did. */
async function say(
  tx: Tx,
  turn: Turn,
  said: { outgoing: Outgoing; place: RunPlace; messageId: string; base: string },
): Promise<Placed> {
  const { outgoing, place, messageId, base } = said;
  const { workspaceId, accountId, conversationId, personId, automationId } = place;
  const conversation = await lockInto(tx, turn, conversationId);
  if (!conversation) return { type: 'stop', reason: GONE };
  if (await hasEnded(tx, turn, outgoing.runId)) return ENDED;
  if (await findMessage(tx, { id: messageId, workspaceId })) return { type: 'message.placed' };
  const { runId, stepId, text, choices } = outgoing;
  const link =
    outgoing.button && linkTo(outgoing.button.url, { workspaceId, ownerId: automationId, messageId, base });
  const message: NewMessage = {
    id: messageId,
    workspaceId,
    conversationId,
    accountId,
    networkId: null,
    direction: 'out',
    by: 'automation',
    text,
    attachments: [],
    details: {
      step: { runId, stepId },
      ...(link && { button: { title: outgoing.button!.title, url: link.address } }),
      ...(choices.length > 0 && {
        choices: choices.map((label, index) => ({ label, payload: `${runId}/${stepId}/${index}` })),
      }),
    },
    at: turn.now,
    seq: String(await countArrivals(tx, workspaceId, 1)),
  };
  await insertMessages(tx, [message]);
  if (link) await insertLinks(tx, [link.link], turn.now);
  const send = {
    messageId,
    conversationId,
    accountId,
    personId,
    byPerson: false,
    asHumanAgent: false,
    askedAt: turn.now,
    reportTo: runId,
  };
  turn.deliver(conversation, { type: 'say', send } as { type: string });
  await touchConversations(tx, [lineOf(message)]);
  await saveDecisions(tx, turn);
  return { type: 'message.placed' };
}

const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The id of the message that an effect sends: the same for each try. */
export function messageIdOf(runId: string, effectId: string): string {
  const hash = createHash('sha256').update(`${runId} ${effectId}`).digest();
  const random = [...hash.subarray(0, 16)].map((byte) => BASE32[byte % 32]).join('');
  // the time of the run, then what no other effect has
  return `${messageSend.idPrefix}_${runId.slice(runId.indexOf('_') + 1).slice(0, 10)}${random}`;
}
