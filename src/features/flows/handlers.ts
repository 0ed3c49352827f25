/** The effects of runs (machines/flow/setup.ts). Each is idempotent: it may run again after a crash. */
import { createHash } from 'node:crypto';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { FlowEvent, Outgoing } from '../../../machines/flow/setup.ts';
import { touchConversations } from '../../../store/conversations.ts';
import type { Sql, Tx } from '../../../store/connect.ts';
import { insertMessages, type NewMessage, storedMessages } from '../../../store/direct-messages.ts';
import { waitForStarts } from '../../../store/dm-automations.ts';
import { readRunPlaces, type RunPlace } from '../../../store/dm-runs.ts';
import { countArrivals } from '../../../store/inbound.ts';
import { insertLinks } from '../../../store/links.ts';
import { accountLoader, meteredMessages } from '../accounts/index.ts';
import { batchesByKey } from '../../base/batches.ts';
import { gather } from '../../engine/batch.ts';
import type { Run } from '../../engine/effect-run.ts';
import type { Node } from '../../engine/node.ts';
import { lockAllInto, lockInto } from '../../engine/take.ts';
import type { Actor, Turn } from '../../engine/turn.ts';
import { lineOf, saveDecisions, type SavePerson } from '../inbox/index.ts';
import type { AutomationHandlers } from '../../kinds/automation.ts';
import type { DmRunHandlers } from '../../kinds/dm-run.ts';
import { messageSend } from '../../kinds/message-send.ts';
import { linkTo } from '../links/index.ts';
import { whyNot } from '../../base/plans/plan.ts';
import type { Sealer } from '../../base/seal.ts';
import { stopRuns } from './change.ts';
import { choicePayload } from './choice-payload.ts';
import { claimMatches } from './claim-matches.ts';
import { namesOf } from './names.ts';

interface FlowDeps {
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
  savePerson: SavePerson;
}

/** Messages of a workspace in one commit. */
const MAX_AT_ONCE = 200;

type Placed = Extract<FlowEvent, { type: `message.${string}` | 'stop' }>;
const GONE = 'the automation was deleted, or the person was forgotten';
/** Nobody hears it: a run that has ended takes no events. */
const ENDED = { type: 'stop', reason: 'the run has ended' } as const;

export function flowHandlers(deps: FlowDeps): DmRunHandlers & AutomationHandlers {
  const parts = partsOf(deps);
  return {
    placeMessage: placeMessage(parts),
    askFollows: askFollows(parts),
    askNames: askNames(parts),
    flagConversation: flagConversation(parts),
    releasePeople: releasePeople(parts),
  };
}

type Parts = ReturnType<typeof partsOf>;

/** What the effects share. */
function partsOf(deps: FlowDeps) {
  const { sql, node, clock, adapters } = deps;
  const load = accountLoader(deps);
  const placeOf = gather(async (runIds: readonly string[]) => {
    const places = await readRunPlaces(sql, [...new Set(runIds)]);
    return runIds.map((id) => places.get(id) ?? null);
  });
  const say = batchesByKey<SayRequest, Answered>(MAX_AT_ONCE, (_, requests) =>
    node().command(async (tx, turn) => ({ result: await sayAll(tx, turn, requests, deps.linkBase()) })),
  );
  /** The network's part for messages, with what a call needs; null if it cannot be called now. */
  const reach = async ({ accountId }: RunPlace, run: Run) => {
    const account = await load(accountId);
    const adapter = account && adapters[account.access.platform];
    if (!adapter?.messages || account?.status === 'needs_reconnect') return null;
    const { access } = account!;
    const fetch = run.recorder.watch({ fetch: deps.fetch, clock, credentials: access.credentials });
    const step = { account: access, now: clock(), signal: run.signal, fetch };
    return { adapter, port: adapter.messages, step };
  };
  return { ...deps, load, placeOf, say, reach };
}

const placeMessage =
  ({ clock, load, placeOf, say }: Parts): DmRunHandlers['placeMessage'] =>
  async (outgoing, { effect, markAnswered }): Promise<Placed> => {
    const place = await placeOf(outgoing.runId);
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
    const { placed, isAnswered } = await say(place.workspaceId, {
      outgoing,
      place,
      messageId,
      effectId: effect.id,
    });
    if (isAnswered) markAnswered();
    return placed;
  };

const askFollows =
  ({ placeOf, reach }: Parts): DmRunHandlers['askFollows'] =>
  async ({ runId }, run) => {
    const place = await placeOf(runId);
    const reached = place && (await reach(place, run));
    if (!place || !reached?.port.follows) return { type: 'follows.known', follows: 'unknown' };
    const answer = await reached.port.follows({ ...reached.step, personId: place.personId });
    return { type: 'follows.known', follows: typeof answer === 'string' ? answer : 'unknown' };
  };

const askNames =
  ({ sql, placeOf, reach, savePerson }: Parts): DmRunHandlers['askNames'] =>
  async ({ runId }, run) => {
    const place = await placeOf(runId);
    if (!place) return { type: 'names.known', names: { username: null, firstName: null } };
    if (place.username || place.name) return { type: 'names.known', names: namesOf(place) };
    const reached = await reach(place, run);
    const port = reached && meteredMessages(sql, reached.adapter);
    const profile = port?.profile && (await port.profile({ ...reached!.step, personId: place.personId }));
    if (!profile || profile.kind !== 'profile') return { type: 'names.known', names: namesOf(place) };
    const { username, name, avatarUrl } = profile;
    await savePerson({ conversationId: place.conversationId, username, name, avatarUrl });
    return { type: 'names.known', names: namesOf({ username, name }) };
  };

const flagConversation =
  ({ node, placeOf }: Parts): DmRunHandlers['flagConversation'] =>
  async ({ runId, note }) => {
    const place = await placeOf(runId);
    if (place)
      await node().command(async (tx, turn) => {
        const conversation = await lockInto(tx, turn, place.conversationId);
        if (hasEnded(await lockInto(tx, turn, runId))) return { result: null };
        const flag = { note, automationId: place.automationId, runId, at: turn.now };
        if (conversation) turn.deliver(conversation, { type: 'flag', flag } as { type: string });
        await saveDecisions(tx, turn);
        return { result: null };
      });
    return { type: 'conversation.flagged' };
  };

const releasePeople =
  ({ sql, node }: Parts): AutomationHandlers['releasePeople'] =>
  async ({ automationId, reason, before }) => {
    const isActive = await node().command(async (tx) => ({
      result: await waitForStarts(tx, automationId),
    }));
    // the automation was resumed meanwhile: runs that started since then continue
    if (isActive !== undefined)
      await stopRuns({ sql, node: node() }, { automationId, reason, before: isActive ? before : null });
    return { type: 'people.released' };
  };

/** Whether a run ended after it asked for an effect. Its conversation is locked first, as by everything that ends it. */
const hasEnded = (run: Actor | null | undefined): boolean => !run || run.status === 'done';

/** A message that a run sends. */
interface SayRequest {
  outgoing: Outgoing;
  place: RunPlace;
  /** The same for each try of the effect. */
  messageId: string;
  effectId: string;
}

/** The outcome. */
interface Answered {
  placed: Placed;
  /** The turn that placed it has also delivered the event to the run. */
  isAnswered: boolean;
}

/** A message of a run with the link of its button. */
interface Prepared extends SayRequest {
  link: ReturnType<typeof linkTo> | null;
}

/**
 * Stores messages of one workspace and starts their sends, unless an earlier try of the effect did. Each commit locks the line in
 * which the workspace's messages arrive, so that single ones would wait for each other.
 */
async function sayAll(
  tx: Tx,
  turn: Turn,
  requests: readonly SayRequest[],
  base: string,
): Promise<Answered[]> {
  const { workspaceId } = requests[0]!.place;
  const conversations = await lockAllInto(
    tx,
    turn,
    requests.map(({ place }) => place.conversationId),
  );
  const runs = await lockAllInto(
    tx,
    turn,
    requests.map(({ outgoing }) => outgoing.runId),
  );
  const stored = await storedMessages(
    tx,
    requests.map(({ messageId }) => messageId),
  );
  const found = await claimMatches(
    tx,
    requests.filter(({ messageId }) => !stored.has(messageId)),
  );
  const fresh: Prepared[] = [];
  const answerOf = (placed: Placed): Answered => ({ placed, isAnswered: false });
  const placed = requests.map((one): Answered => {
    const { outgoing, place, messageId, effectId } = one;
    if (!conversations.has(place.conversationId)) return answerOf({ type: 'stop', reason: GONE });
    const run = runs.get(outgoing.runId);
    if (!run || hasEnded(run)) return answerOf(ENDED);
    if (!stored.has(messageId) && !found.has(messageId)) {
      const owner = { workspaceId, ownerId: place.automationId, messageId, base };
      fresh.push({ ...one, link: outgoing.button && linkTo(outgoing.button.url, owner) });
    }
    const event = { type: found.has(messageId) ? 'message.sent' : 'message.placed' } as const;
    return { placed: event, isAnswered: turn.answer(run, effectId, event) };
  });
  if (fresh.length === 0) return placed;
  const first = await countArrivals(tx, workspaceId, fresh.length);
  const messages = fresh.map((one, index) => messageOf(one, turn.now, first + BigInt(index)));
  await insertMessages(tx, messages);
  await insertLinks(
    tx,
    fresh.flatMap(({ link }) => link?.link ?? []),
    turn.now,
  );
  for (const one of fresh) startSend(turn, one, conversations.get(one.place.conversationId)!);
  await touchConversations(tx, messages.map(lineOf));
  await saveDecisions(tx, turn);
  return placed;
}

/** Hands a stored message to the actor of its conversation, which sends it. */
function startSend(turn: Turn, { place, messageId, outgoing }: SayRequest, conversation: Actor): void {
  const { conversationId, accountId, personId } = place;
  const send = {
    messageId,
    conversationId,
    accountId,
    personId,
    byPerson: false,
    asHumanAgent: false,
    askedAt: turn.now,
    reportTo: outgoing.runId,
  };
  turn.deliver(conversation, { type: 'say', send } as { type: string });
}

function messageOf({ outgoing, place, messageId, link }: Prepared, now: number, seq: bigint): NewMessage {
  const { runId, stepId, text, choices, button } = outgoing;
  const { workspaceId, accountId, conversationId } = place;
  return {
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
      ...(link && { button: { title: button!.title, url: link.address } }),
      ...(choices.length > 0 && {
        choices: choices.map((label, index) => ({
          label,
          payload: choicePayload({ runId, stepId, index, automationId: place.automationId }),
        })),
      }),
    },
    at: now,
    seq: String(seq),
  };
}

const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The id of the message that an effect sends: the same for each try. */
function messageIdOf(runId: string, effectId: string): string {
  const hash = createHash('sha256').update(`${runId} ${effectId}`).digest();
  const random = [...hash.subarray(0, 16)].map((byte) => BASE32[byte % 32]).join('');
  // the time of the run, then a part that is unique to this effect
  return `${messageSend.idPrefix}_${runId.slice(runId.indexOf('_') + 1).slice(0, 10)}${random}`;
}
