/**
 * Starts automations with people who do what a trigger names, in the transaction that stores what they did (docs/contract.md,
 * DM automations). The conversation is locked meanwhile, so a person begins one automation at a time.
 */
import type { ConversationContext, RunStart } from '../../../machines/conversation.ts';
import { readPeople } from '../../../store/conversations.ts';
import type { Db, Tx } from '../../../store/connect.ts';
import {
  type ActiveAutomation,
  hasActiveAutomation,
  lockActiveAutomations,
} from '../../../store/dm-automations.ts';
import type { AutomationOutcome } from '../../../store/direct-messages.ts';
import {
  type Entry,
  insertRuns,
  type NewRun,
  readEntries,
  readStarts,
  saveEntries,
} from '../../../store/dm-runs.ts';
import { lastRuleMessageAt } from '../../../store/private-replies.ts';
import { WINDOW_MS } from '../../../machines/flow/setup.ts';
import type { Actor, Turn } from '../../engine/turn.ts';
import { newActorId } from '../../base/ids.ts';
import type { Automations, PersonAct, ReadAutomations, Started } from '../inbox/index.ts';
import { dmRun } from '../../kinds/dm-run.ts';
import { firstMatch, indexKeywords, prepareKeywords, prepareText } from '../../base/matching/index.ts';
import { allows } from '../../base/plans/plan.ts';
import { actsOf, choose } from './choose.ts';
import { findLostRun, type LostRun, storeRest } from './lost-runs.ts';
import { namesOf } from './names.ts';
import { saysText } from './own-words.ts';
import type { Trigger } from './trigger.ts';
import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts';

/** More runs of one person within an hour are two bots that answer each other: nothing starts for an hour. */
export const MAX_RUNS_AN_HOUR = 10;

type Active = Omit<ActiveAutomation, 'trigger'> & { trigger: Trigger };

const NONE: Automations = {
  any: false,
  isKeyword: () => false,
  says: async () => false,
  start: async () => ({ run: null, outcome: null }),
  goOn: async () => ({ run: null, outcome: null }),
  save: async () => undefined,
};

/** Reads the automations of an account. Nothing is locked for one that has none. */
export const readAutomations: ReadAutomations = async (tx, turn, { id: accountId }, conversations) => {
  if (!(await hasActiveAutomation(tx, accountId))) return NONE;
  const active = (await lockActiveAutomations(tx, accountId)) as Active[];
  if (active.length === 0) return NONE;
  const starts = new Starts(tx, turn, { active, conversations });
  return {
    any: true,
    isKeyword: (text) => active.some(({ trigger }) => isKeywordOf(trigger, text)),
    says: (conversationId, text) => saysText(tx, active, { conversationId, text }),
    start: (act) => starts.of(act),
    goOn: (act) => starts.goOn(act),
    save: () => starts.save(),
  };
};

function isKeywordOf({ type, keywords, match = 'contains' }: Trigger, text: string): boolean {
  if (type !== 'keyword' || keywords === undefined) return false;
  return firstMatch(indexKeywords([prepareKeywords(keywords, match)]), prepareText(text)) !== null;
}

/** What is known of the people whose conversations are in the turn: read once for all of them, when the first starts something. */
interface PeopleFacts {
  /** When they began automations last, epoch ms, by `entryKey`. */
  lastStarts: Map<string, number>;
  /** When runs recently started in their conversations, epoch ms, oldest first. */
  started: Map<string, number[]>;
  people: Map<string, { username: string | null; name: string | null }>;
}

const entryKey = ({ automationId, personId }: Entry) => `${automationId} ${personId}`;

/** Starts runs in a turn. What it decided is written at its end, for all runs together. */
class Starts {
  readonly #tx: Tx;
  readonly #turn: Turn;
  readonly #active: readonly Active[];
  readonly #conversations: ReadonlyMap<string, Actor>;
  #facts: PeopleFacts | null = null;
  readonly #runs: NewRun[] = [];
  readonly #entries = new Map<string, Entry & { workspaceId: string }>();

  constructor(
    tx: Tx,
    turn: Turn,
    { active, conversations }: { active: readonly Active[]; conversations: ReadonlyMap<string, Actor> },
  ) {
    this.#tx = tx;
    this.#turn = turn;
    this.#active = active;
    this.#conversations = conversations;
  }

  /** Starts the automation whose trigger an act is. */
  async of(act: PersonAct): Promise<Started> {
    const { conversation, personId, at, message, ref, then } = act;
    const { now } = this.#turn;
    const goesOn = await this.goOn(act);
    if (goesOn.outcome) return goesOn;
    const acts = actsOf(message, ref);
    const candidates = await withoutAnswersToRules(this.#tx, this.#active, { personId, at });
    const named = this.#active.find(({ id }) => id === then);
    const triggered = choose(candidates, acts);
    const choices = new Set([named, triggered].filter((one) => one !== undefined));
    const [first] = choices;
    if (!first) return nothing({ why: choose(this.#active, acts) ? 'rule_answer' : 'unmatched' });
    const facts = await this.#read();
    const why = refusalOf(first, facts.started.get(conversation.id) ?? [], now);
    if (why) return nothing(why);
    for (const chosen of choices) {
      // try the second automation if the first does not accept the person again
      const run = this.#enter(facts, chosen, act);
      if (run) return { run, outcome: { did: 'started', runId: run.id } };
    }
    return nothing(reentryRefusal([...choices].at(-1)!));
  }

  /**
   * Continues the run that the database has lost, at the choice that was tapped.
   * @returns without an outcome when the act is no such tap
   */
  async goOn(act: PersonAct): Promise<Started> {
    const { now } = this.#turn;
    const silence = silenceOf(act.conversation, now);
    if (silence) return nothing(silence);
    if (now - act.at >= WINDOW_MS) return nothing({ why: 'too_old' });
    const lost = await findLostRun(this.#tx, act, this.#active);
    return lost ? this.#continue(lost, act) : { run: null, outcome: null };
  }

  async #continue(lost: LostRun<Active>, act: PersonAct): Promise<Started> {
    const facts = await this.#read();
    const { automation } = lost;
    const why = refusalOf(automation, facts.started.get(act.conversation.id) ?? [], this.#turn.now);
    if (why) return nothing(why);
    const definitionId = await storeRest(this.#tx, this.#turn, lost);
    // the first message had the disclosure, and the tap has already chosen an answer
    const rest = { id: lost.runId, definitionId, triggerText: null, disclosure: null };
    const run = this.#enter(facts, automation, act, rest);
    return run ? { run, outcome: { did: 'started', runId: run.id } } : nothing(reentryRefusal(automation));
  }

  async save(): Promise<void> {
    await saveEntries(this.#tx, [...this.#entries.values()], this.#turn.now);
    await insertRuns(this.#tx, this.#runs, this.#turn.now);
  }

  /** The conversations are locked, so that nothing of this changes meanwhile. */
  async #read(): Promise<PeopleFacts> {
    if (this.#facts) return this.#facts;
    const conversationIds = [...this.#conversations.values()].map(({ id }) => id);
    const entries = await readEntries(this.#tx, {
      automationIds: this.#active.map(({ id }) => id),
      personIds: [...this.#conversations.keys()],
    });
    const starts = await readStarts(this.#tx, { conversationIds, since: this.#turn.now - 2 * HOUR_MS });
    const byConversation = Map.groupBy(starts, ({ conversationId }) => conversationId);
    this.#facts = {
      lastStarts: new Map(entries.map((entry) => [entryKey(entry), entry.startedAt])),
      started: new Map([...byConversation].map(([id, list]) => [id, list.map(({ startedAt }) => startedAt)])),
      people: await readPeople(this.#tx, conversationIds),
    };
    return this.#facts;
  }

  /**
   * Starts a run, unless the automation takes the person no more, or not yet.
   * @param rest of a run that continues; absent means it starts with the first step
   */
  #enter(
    { lastStarts, started, people }: PeopleFacts,
    chosen: Active,
    { conversation, personId, at, message }: PersonAct,
    rest: Rest = startOf(chosen, message, this.#turn.now),
  ): Actor | null {
    const { id: automationId, workspaceId, accountId, version } = chosen;
    const { now } = this.#turn;
    const entry = { automationId, personId, workspaceId };
    const startedAt = lastStarts.get(entryKey(entry));
    const mayAgain = chosen.reentry === 'always' && startedAt !== undefined;
    if (startedAt !== undefined && !(mayAgain && startedAt <= now - chosen.cooldownHours * HOUR_MS))
      return null;
    lastStarts.set(entryKey(entry), now);
    this.#entries.set(entryKey(entry), entry);
    started.set(conversation.id, [...(started.get(conversation.id) ?? []), now]);
    const { definitionId, triggerText, disclosure } = rest;
    const run = { id: rest.id, workspaceId, automationId, version, definitionId };
    this.#runs.push({ ...run, accountId, conversationId: conversation.id });
    const person = people.get(conversation.id);
    const input: RunStart = {
      id: run.id,
      definitionId,
      input: {
        runId: run.id,
        names: person?.username || person?.name ? namesOf(person) : null,
        triggerText,
        actedAt: Math.min(at, now),
        disclosure,
        automationId,
        version,
        accountId,
        conversationId: conversation.id,
      },
    };
    this.#turn.deliver(conversation, { type: 'run', run: input } as { type: string });
    return this.#turn.actors.get(run.id) ?? null;
  }
}

/** The part of a run's start that differs for a run that continues. */
type Rest = Pick<RunStart, 'id' | 'definitionId'> & { triggerText: string | null; disclosure: string | null };

const startOf = ({ definitionId, disclosure }: Active, message: PersonAct['message'], now: number): Rest => ({
  id: newActorId(dmRun, now),
  definitionId,
  triggerText: message ? (message.tap?.label ?? (message.text || null)) : null,
  disclosure,
});

type Why = Omit<Extract<AutomationOutcome, { did: 'nothing' }>, 'did'>;

/** Why an automation starts with nobody, or not with this person; null if it may. @param starts as `loopEndOf` */
function refusalOf(automation: Active, starts: readonly number[], now: number): Why | null {
  const { id: automationId } = automation;
  if (!allows(automation, 'automations', now)) return { why: 'plan', automationId };
  return loopEndOf(starts, now) === null ? null : { why: 'loop', automationId };
}

const reentryRefusal = ({ id, reentry }: Active): Why => ({
  why: reentry === 'always' ? 'cooldown' : 'once',
  automationId: id,
});

const nothing = (why: Why): Started => ({
  run: null,
  outcome: { did: 'nothing', ...why },
});

/**
 * Until when the acts of a person start nothing, because more than MAX_RUNS_AN_HOUR runs started within an hour: for an hour
 * after the last of them.
 * @param starts when their runs started, epoch ms, oldest first
 * @returns epoch ms; null if they may start one
 */
export function loopEndOf(starts: readonly number[], now: number): number | null {
  for (let last = starts.length - 1; last >= MAX_RUNS_AN_HOUR; last -= 1) {
    const at = starts[last]!;
    if (at <= now - HOUR_MS) return null;
    if (starts[last - MAX_RUNS_AN_HOUR]! >= at - HOUR_MS) return at + HOUR_MS;
  }
  return null;
}

/** Without automations for any message that leave alone what a person writes soon after the message of a rule. */
export async function withoutAnswersToRules<One extends { accountId: string; trigger: Trigger }>(
  db: Db,
  automations: readonly One[],
  { personId, at }: { personId: string; at: number },
): Promise<readonly One[]> {
  const ignores = ({ trigger }: One) => (trigger.ignoreRuleAnswersMinutes ?? 0) * MINUTE_MS;
  const [first] = automations.filter((one) => ignores(one) > 0);
  if (!first) return automations;
  const wroteAt = await lastRuleMessageAt(db, { accountId: first.accountId, personId });
  if (wroteAt === null) return automations;
  return automations.filter((one) => at - wroteAt >= ignores(one));
}

/** Why automations say nothing here; null if they may. */
function silenceOf(
  { snapshot }: Actor,
  now: number,
): { why: 'opted_out' | 'flagged' } | { why: 'paused'; until: number } | null {
  const { flagged, pausedUntil, optedOutAt } = snapshot.context as ConversationContext;
  if (optedOutAt !== null) return { why: 'opted_out' };
  if (flagged !== null) return { why: 'flagged' };
  return pausedUntil !== null && pausedUntil > now ? { why: 'paused', until: pausedUntil } : null;
}
