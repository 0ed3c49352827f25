/**
 * Starts automations with people who do what a trigger names, in the transaction that stores what they did (docs/flows.md,
 * Starting). The conversation is locked meanwhile, so a person begins one automation at a time.
 */
import type { ConversationContext, RunStart } from '../../machines/conversation.ts';
import { firstNameOf } from '../../machines/flow/fill.ts';
import { findConversation } from '../../store/conversations.ts';
import type { Db, Tx } from '../../store/connect.ts';
import {
  type ActiveAutomation,
  hasActiveAutomation,
  lockActiveAutomations,
} from '../../store/dm-automations.ts';
import type { AutomationOutcome } from '../../store/direct-messages.ts';
import { enterAutomation, findLoopEnd, insertRun } from '../../store/dm-runs.ts';
import { lastRuleMessageAt } from '../../store/private-replies.ts';
import { WINDOW_MS } from '../../machines/flow/setup.ts';
import type { Actor, Turn } from '../engine/turn.ts';
import { newActorId } from '../ids.ts';
import type { Automations, PersonAct, ReadAutomations, Started } from '../inbox/index.ts';
import { dmRun } from '../kinds/dm-run.ts';
import { firstMatch, indexKeywords, prepareKeywords, prepareText } from '../matching/index.ts';
import { allows } from '../plans/plan.ts';
import { actsOf, choose } from './choose.ts';
import type { Trigger } from './trigger.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** More runs of one person within an hour are two bots that answer each other: nothing starts for an hour. */
export const MAX_RUNS_AN_HOUR = 10;

type Active = Omit<ActiveAutomation, 'trigger'> & { trigger: Trigger };

const NONE: Automations = {
  any: false,
  isKeyword: () => false,
  start: async () => ({ run: null, outcome: null }),
};

/** Reads the automations of an account. Nothing is locked for one that has none. */
export const readAutomations: ReadAutomations = async (tx, turn, { id: accountId }) => {
  if (!(await hasActiveAutomation(tx, accountId))) return NONE;
  const active = (await lockActiveAutomations(tx, accountId)) as Active[];
  if (active.length === 0) return NONE;
  return {
    any: true,
    isKeyword: (text) => active.some(({ trigger }) => isKeywordOf(trigger, text)),
    start: (act) => start(tx, turn, active, act),
  };
};

function isKeywordOf({ type, keywords, match = 'contains' }: Trigger, text: string): boolean {
  if (type !== 'keyword' || keywords === undefined) return false;
  return firstMatch(indexKeywords([prepareKeywords(keywords, match)]), prepareText(text)) !== null;
}

async function start(
  tx: Tx,
  turn: Turn,
  active: readonly Active[],
  { conversation, personId, at, message, ref, then }: PersonAct,
): Promise<Started> {
  const silence = silenceOf(conversation, turn.now);
  if (silence) return nothing(silence);
  if (turn.now - at >= WINDOW_MS) return nothing({ why: 'too_old' });
  const acts = actsOf(message, ref);
  const asked = await withoutAnswersToRules(tx, active, { personId, at });
  const named = active.find(({ id }) => id === then);
  const triggered = choose(asked, acts);
  const wanted = new Set([named, triggered].filter((one) => one !== undefined));
  const [first] = wanted;
  if (!first) return nothing({ why: choose(active, acts) ? 'rule_answer' : 'unmatched' });
  if (!allows(first, 'automations', turn.now)) return nothing({ why: 'plan', automationId: first.id });
  const runs = { conversationId: conversation.id, most: MAX_RUNS_AN_HOUR, withinMs: HOUR };
  if ((await findLoopEnd(tx, { ...runs, now: turn.now })) !== null)
    return nothing({ why: 'loop', automationId: first.id });
  for (const chosen of wanted) {
    // the second one is asked where the first does not take the person again
    const run = await enter(tx, turn, chosen, { conversation, personId, at, message });
    if (run) return { run, outcome: { did: 'started', runId: run.id } };
  }
  const last = [...wanted].at(-1)!;
  return nothing({ why: last.reentry === 'always' ? 'cooldown' : 'once', automationId: last.id });
}

const nothing = (why: Omit<Extract<AutomationOutcome, { did: 'nothing' }>, 'did'>): Started => ({
  run: null,
  outcome: { did: 'nothing', ...why },
});

/** Starts a run, unless the automation takes the person no more, or not yet. */
async function enter(
  tx: Tx,
  turn: Turn,
  chosen: Active,
  { conversation, personId, at, message }: Pick<PersonAct, 'conversation' | 'personId' | 'at' | 'message'>,
): Promise<Actor | null> {
  const { id: automationId, workspaceId, accountId, definitionId, version } = chosen;
  const before = chosen.reentry === 'always' ? turn.now - chosen.cooldownHours * HOUR : null;
  if (!(await enterAutomation(tx, { automationId, personId, workspaceId, now: turn.now, before })))
    return null;
  const run = { id: newActorId(dmRun, turn.now), workspaceId, automationId, version, definitionId };
  await insertRun(tx, { ...run, accountId, conversationId: conversation.id }, turn.now);
  const person = await findConversation(tx, { id: conversation.id, workspaceId });
  const started: RunStart = {
    id: run.id,
    definitionId,
    input: {
      runId: run.id,
      names: person?.username || person?.name ? namesOf(person) : null,
      triggerText: message ? (message.tap?.label ?? (message.text || null)) : null,
      actedAt: Math.min(at, turn.now),
      disclosure: chosen.disclosure,
      automationId,
      version,
      accountId,
      conversationId: conversation.id,
    },
  };
  turn.deliver(conversation, { type: 'run', run: started } as { type: string });
  return turn.actors.get(run.id) ?? null;
}

/** Without automations for any message that leave alone what a person writes soon after the message of a rule. */
export async function withoutAnswersToRules<One extends { accountId: string; trigger: Trigger }>(
  db: Db,
  automations: readonly One[],
  { personId, at }: { personId: string; at: number },
): Promise<readonly One[]> {
  const ignores = ({ trigger }: One) => (trigger.ignoreRuleAnswersMinutes ?? 0) * MINUTE;
  const [first] = automations.filter((one) => ignores(one) > 0);
  if (!first) return automations;
  const wroteAt = await lastRuleMessageAt(db, { accountId: first.accountId, personId });
  if (wroteAt === null) return automations;
  return automations.filter((one) => at - wroteAt >= ignores(one));
}

/** A person's names as messages use them. */
export const namesOf = ({ username, name }: { username: string | null; name: string | null }) => ({
  username,
  firstName: firstNameOf(name),
});

/** Why automations say nothing here; null: they may. */
function silenceOf(
  { snapshot }: Actor,
  now: number,
): { why: 'opted_out' | 'flagged' } | { why: 'paused'; until: number } | null {
  const { flagged, pausedUntil, optedOutAt } = snapshot.context as ConversationContext;
  if (optedOutAt !== null) return { why: 'opted_out' };
  if (flagged !== null) return { why: 'flagged' };
  return pausedUntil !== null && pausedUntil > now ? { why: 'paused', until: pausedUntil } : null;
}
