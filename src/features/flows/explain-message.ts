/** Answers "Why did this person get nothing?" for a message of a person: what automations did with it when it arrived. */
import { Type } from 'typebox';
import { findConversation } from '../../../store/conversations.ts';
import type { Db } from '../../../store/connect.ts';
import {
  type AutomationOutcome,
  findReceived,
  NOT_STARTED,
  type NotStarted,
} from '../../../store/direct-messages.ts';
import { type AutomationRow, findAutomation } from '../../../store/dm-automations.ts';
import { findRun } from '../../../store/dm-runs.ts';
import { findReceivingSince } from '../../../store/received-comments.ts';
import { findReceiving } from '../../../store/receiving.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { choice, closed, nullable, resourceId, text, workspaceField } from '../../api/schemas.ts';
import { missingInWords } from '../../kinds/views/receiving.ts';
import { localTime } from '../../base/time.ts';
import { counted } from '../../base/grammar.ts';
import { operation } from './context.ts';
import { automationExample, publicRun } from './views.ts';
import { MAX_RUNS_AN_HOUR } from './start-runs.ts';
import { within } from '../../api/held.ts';

interface Explained {
  status: 'started' | 'heard' | 'nothing';
  reason: NotStarted | 'history' | 'none_active' | null;
  automationId: string | null;
  runId: string | null;
  explanation: string;
}

const REASONS = [...NOT_STARTED, 'history', 'none_active'] as const;

export const explainMessage = operation({
  id: 'explainDmMessage',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/dm-automations/explain' },
  tag: 'DM automations',
  summary: 'Explain what automations did with a message',
  description:
    'Why the person got something or nothing after it, in a sentence. What is said was decided when the message arrived: automations that changed since then change nothing of it.',
  query: Type.Object(
    {
      conversationId: resourceId('conversation'),
      messageId: Type.Optional(
        resourceId('message', { description: 'A message of the person. When absent, the newest one.' }),
      ),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({
    conversationId: text('The conversation.'),
    messageId: nullable(text('The message; null means the person has not written.')),
    status: choice(
      ['started', 'heard', 'nothing'],
      '`started`: it started a run. `heard`: the person was in a run, which took it as an answer. `nothing`: neither.',
    ),
    reason: nullable(choice(REASONS, 'Why nothing started.')),
    automationId: nullable(text('The automation that matched, or whose run it was.')),
    runId: nullable(text('The run.')),
    explanation: text('Why, in a sentence.'),
  }),
  errors: { 404: 'The workspace has no such conversation, or the person wrote no such message in it' },
  example: {
    query: { conversationId: 'conv_01JD0000000000000000000001' },
    result: {
      conversationId: 'conv_01JD0000000000000000000001',
      messageId: 'msg_01JD0000000000000000000001',
      status: 'nothing',
      reason: 'once',
      automationId: automationExample.id,
      runId: null,
      explanation:
        'The automation “Prices” matched, and it takes each person once: this one has been in it before.',
    },
  },
  handle: async (call) => {
    const { sql } = call.context;
    const workspace = workspaceOf(call, call.query.workspace);
    const { conversationId, messageId = null } = call.query;
    const row = await findConversation(sql, { id: conversationId, ...within(workspace) });
    if (!row) throw notFound('conversation', conversationId);
    const message = await findReceived(sql, { conversationId, messageId });
    if (!message && messageId !== null) throw notFound('message', messageId);
    if (!message) {
      const receiving = await findReceiving(sql, row.accountId);
      const missing = receiving ? missingInWords(receiving) : '';
      const explanation = `The person has not written anything here. ${missing}`.trim();
      return { body: { conversationId, messageId, ...none('none_active', explanation) } };
    }
    const { id, at, outcome } = message;
    const explained = outcome
      ? await explain(sql, outcome, workspace)
      : unheard({ at, since: await findReceivingSince(sql, row.accountId) });
    return { body: { conversationId, messageId: id, ...explained } };
  },
});

const none = (
  reason: Explained['reason'],
  explanation: string,
  automationId: string | null = null,
): Explained => ({
  status: 'nothing',
  reason,
  automationId,
  runId: null,
  explanation,
});

const unheard = ({ at, since }: { at: number; since: number }): Explained =>
  at < since
    ? none(
        'history',
        'The message was written before the account received messages here, so it is shown and starts nothing.',
      )
    : none('none_active', 'No automation of the account was active when the message arrived.');

async function explain(sql: Db, outcome: AutomationOutcome, workspace: Membership): Promise<Explained> {
  if (outcome.did !== 'nothing') return ofRun(sql, outcome, workspace);
  const { why, automationId = null, until } = outcome;
  const automation = automationId === null ? undefined : await find(sql, automationId, workspace);
  const when = until === undefined ? null : timeOf(until, workspace);
  return none(
    why,
    WORDS[why]({ name: nameOf(automation), cooldownHours: automation?.cooldownHours, when }),
    automationId,
  );
}

/** It started a run, or the person was in one. */
async function ofRun(
  sql: Db,
  { did, runId }: Extract<AutomationOutcome, { runId: string }>,
  workspace: Membership,
): Promise<Explained> {
  const run = await findRun(sql, { id: runId, ...within(workspace) });
  const automation = run && (await find(sql, run.automationId, workspace));
  const automationId = run?.automationId ?? null;
  const what =
    did === 'started'
      ? `It started the automation ${nameOf(automation)}.`
      : `The person was in the automation ${nameOf(automation)}, which took it as an answer: a message starts nothing meanwhile.`;
  const now = run ? publicRun(run).explanation : 'Its run is not kept any more.';
  return { status: did, reason: null, automationId, runId, explanation: `${what} ${now}` };
}

const find = (sql: Db, id: string, workspace: Membership) =>
  findAutomation(sql, { id, ...within(workspace) });
const nameOf = (row: AutomationRow | undefined) => (row ? `“${row.name}”` : 'that was deleted since');
const timeOf = (at: number, { timezone }: Membership) =>
  `${localTime(at, timezone).slice(0, 16).replace('T', ' ')} (${timezone})`;

interface Facts {
  /** The automation that matched. */
  name: string;
  cooldownHours: number | undefined;
  /** When the reason ends. */
  when: string | null;
}

const WORDS: { [reason in NotStarted]: (facts: Facts) => string } = {
  stop_word: () => 'With this word the person asked for no more automatic messages.',
  start_word: () =>
    'With this word the person allowed automatic messages again; the word itself starts nothing.',
  other_app: () => 'Another app answers this conversation first, so automations left the message to it.',
  flagged: () =>
    'An automation had handed the conversation to the team, and nothing starts until it is marked as done.',
  paused: ({ when }) =>
    `Somebody of the team had answered by hand, which pauses automations for 12 hours: until ${when ?? 'then'}.`,
  opted_out: () => 'The person had asked for no automatic messages, and has not allowed them again.',
  too_old: () =>
    'The message arrived 24 hours or more after it was written, when no answer may be sent to it.',
  answered: () =>
    'The message was found by reading, since the network had not reported it, and the person had an answer by then: from the team, another tool or an automation.',
  unmatched: () => 'No trigger of an active automation matched the message.',
  rule_answer: () =>
    'The person wrote it soon after the message of a comment-to-DM rule, and the automation for any message leaves such answers alone (`ignoreRuleAnswersMinutes`).',
  plan: ({ name }) =>
    `The automation ${name} matched, and the workspace had no plan that includes automations.`,
  loop: ({ name }) =>
    `The automation ${name} matched, and more than ${MAX_RUNS_AN_HOUR} runs had started with the person within an hour: two programs that answer each other look like that.`,
  once: ({ name }) =>
    `The automation ${name} matched, and it takes each person once: this one has been in it before.`,
  cooldown: ({ name, cooldownHours }) =>
    `The automation ${name} matched, and it takes a person again ${cooldownHours === undefined ? 'some hours' : counted(cooldownHours, 'hour')} after the last start, which was sooner ago.`,
};
