/**
 * The cases of people's messages and comments and of their answers. Like those of posts they are counted: a run without
 * faults says which commits and calls there are, and each becomes a case.
 */
import {
  type Call,
  type Case,
  type ColumnName,
  type Course,
  type Held,
  HELD,
  numbered,
  plain,
} from '../cases.ts';
import type { Platform } from '../../../adapters/networks.ts';
import type { Moment } from '../postgres-proxy.ts';
import {
  type AnswerRow,
  type Deed,
  type FlowDeed,
  hasQueue,
  isOfFlow,
  isOfRule,
  type RuleDeed,
  stops,
} from './rows.ts';

/** Columns that are played for these rows; their meaning is in `columns`. */
export const ANSWER_COLUMNS = {
  commits: ['no-fault', 'before-commit', 'answer-uncommitted', 'before-call', 'after-commit'],
  calls: ['call-left', 'call-late', 'call-very-late', 'accepted', 'killed-twice', 'repeated', 'redelivered'],
  faults: ['lost-answer', 'cut', 'error-after-accept', 'no-id', '429'],
} as const satisfies { [table: string]: readonly ColumnName[] };

/** Effects that make a call. */
const CALLING = ['sendMessage', 'findMessage', 'actOnComment', 'lookForReply'];

/** Why there is nothing to play; null when there is something. */
export function whyNotAnswer({ deed, onUnknown, network }: AnswerRow, column: ColumnName): string | null {
  if (deed === 'event') {
    if (column === 'redelivered' || COMMITS.includes(column)) return null;
    return 'the network calls';
  }
  if (deed === 'file') return COMMITS.includes(column) ? null : 'a file is no call of the network';
  if (isOfRule(deed)) return whyNotRule(deed, column);
  if (isOfFlow(deed)) return whyNotFlow({ deed, network }, column);
  if (column === 'redelivered') return 'nothing comes in';
  if (onUnknown === 'hold' && ['before-commit', 'after-commit', 'no-fault'].includes(column))
    return `as reply-${network}`;
  const isReceiver = deed === 'subscribe' || deed === 'read';
  if (isReceiver && column === 'repeated') return 'nobody asks for it';
  if (isReceiver && ['answer-uncommitted', 'before-call', 'killed-twice'].includes(column))
    return 'its commits are in the other columns';
  if (deed === 'delete' && column === 'repeated') return 'DELETE takes no key';
  return null;
}
const COMMITS: readonly string[] = ['no-fault', 'before-commit', 'after-commit'];
const AT_RULE = 'as rule-instagram';

function whyNotRule(deed: RuleDeed, column: ColumnName): string | null {
  if (hasQueue(deed)) return COMMITS.includes(column) ? null : 'nothing is called';
  if (isOfGrant(deed)) return COMMITS.includes(column) || column === 'before-call' ? null : AT_RULE;
  if (column === 'repeated')
    return stops(deed) === null ? 'nobody asks for it' : 'neither PATCH nor DELETE takes a key';
  if (deed === 'rule') return null;
  if (deed === 'sweep' && column === 'redelivered') return 'nothing comes in';
  if (deed === 'live' && column === 'redelivered') return AT_RULE;
  if (deed === 'sweep' || deed === 'live')
    return column === 'no-id' || column === 'error-after-accept' ? 'it reads' : null;
  const isCommit = (ANSWER_COLUMNS.commits as readonly string[]).includes(column) && column !== 'no-fault';
  if (deed === 'public_reply') return isCommit || column === 'redelivered' ? AT_RULE : null;
  const isFault = (ANSWER_COLUMNS.faults as readonly string[]).includes(column);
  const isOther = column === 'answer-uncommitted' || column === 'before-call' || column === 'redelivered';
  return isFault || isOther ? AT_RULE : null;
}

/** Whether it is the queue that goes wrong. */
const isOfGrant = (deed: Deed) => deed === 'queue_grant' || deed === 'queue_hold';

/** What a queue of private replies does, as `FLOW_EVENTS`. */
const QUEUE_EVENTS = ['places.granted', 'account.failed', 'account.works', 'queue.held'];

const AT_FLOW = 'as flow-instagram';
const AT_EDIT = 'as flow_publish-instagram';

function whyNotFlow(
  { deed, network }: { deed: FlowDeed; network: Platform },
  column: ColumnName,
): string | null {
  const isCommit = (ANSWER_COLUMNS.commits as readonly string[]).includes(column) && column !== 'no-fault';
  if (network !== 'instagram' && isCommit) return AT_FLOW;
  if (column === 'repeated')
    return deed === 'flow_handoff' || deed === 'flow_publish'
      ? 'what has the key calls nothing'
      : asks(deed)
        ? 'PATCH takes no key'
        : 'nobody asks for it';
  if (deed === 'flow') return null;
  if (column === 'redelivered') return AT_FLOW;
  if (deed === 'flow_release') return COMMITS.includes(column) ? null : 'nothing is called';
  const isFault = (ANSWER_COLUMNS.faults as readonly string[]).includes(column);
  if (isFault) return deed === 'flow_messages' ? null : AT_FLOW;
  if (deed === 'flow_handoff' && column === 'before-call') return AT_FLOW;
  if (deed === 'flow_pause' && (column === 'answer-uncommitted' || column === 'before-call')) return AT_FLOW;
  // once it is changed, the way is the same
  return deed === 'flow_edit' && !COMMITS.includes(column) ? AT_EDIT : null;
}
const asks = (deed: FlowDeed) => deed === 'flow_edit' || deed === 'flow_pause' || deed === 'flow_release';

/** @param course of the row without faults */
export function answerCases(row: AnswerRow, course: Course): { alone: Case[]; crowd: Case[] } {
  const fits = ({ column }: Case) => whyNotAnswer(row, column) === null;
  return {
    alone: commitCases(row, course).filter(fits),
    crowd: [
      plain(row),
      ...(['event', 'rule', 'flow'].includes(row.deed) ? [redelivered(row)] : []),
      ...(makesCalls(row) ? [...callCases(row, course), ...faultCases(row)] : []),
    ].filter(fits),
  };
}

const makesCalls = ({ deed }: AnswerRow) =>
  deed !== 'event' && deed !== 'file' && deed !== 'flow_release' && !hasQueue(deed) && !isOfGrant(deed);

/** Commits in which a rule is stopped, or its messages. */
const STOPPING = /(^|\+)(pause|delete|rule\.stopped)(\+|$)/;

/** Commits that no other row of automations or rules has. Absent: all. */
const OWN_COMMITS: { [deed in Deed]?: RegExp } = {
  file: /(^|\+)(copy\..*|files\..*)$/,
  live: /^(started.*|look\..*|replies\.ended)$/,
  flow_messages: /^(say|message\.sent|message\.name|effects\.mark)$/,
  flow_wait: /^(xstate\.after\.1800000.*|say|message\.sent|effects\.mark)$/,
  flow_handoff: /^(flag|conversation\.flagged|done|message\.sent)$/,
  flow_publish: /^(edit|person\.tapped|run|say|message\.sent|effects\.mark)$/,
  flow_edit: /^edit$/,
  flow_pause: /^(pause|stop)$/,
};

/** What an automation does: its commits are known by these events, whatever else is in them. The first that fits. */
const FLOW_EVENTS = [
  'pause',
  'stop',
  'link.clicked',
  'person.tapped',
  'run',
  'flag',
  'conversation.flagged',
  'done',
  'edit',
  'xstate.after.1800000.dm_run.step_wait',
  'message.sent',
  'say',
  'names.known',
];

/** The commits of an automation, each with the event that it is known by: what else is in them differs from run to run. */
function byEvent(
  commits: Course['commits'],
  known: readonly string[] = FLOW_EVENTS,
): (Course['commits'][number] & { nth: number })[] {
  const events = commits.map(({ label, effects }) => {
    const words = label.split('+');
    const event = known.find((one) => words.includes(one));
    return { label: event === undefined ? label : `~${event}`, effects };
  });
  return numbered(events);
}

function commitCases(row: AnswerRow, course: Course): Case[] {
  const commits = isOfFlow(row.deed)
    ? byEvent(course.commits)
    : isOfGrant(row.deed)
      ? byEvent(course.commits, QUEUE_EVENTS).filter(({ label }) => label.startsWith('~'))
      : numbered(course.commits);
  return commits.flatMap(({ label: wanted, nth, effects }) => {
    const label = wanted.replace(/^~/, '');
    if (label.startsWith('webhook')) return []; // played for posts
    if (stops(row.deed) !== null && !STOPPING.test(label)) return []; // as without that
    if (OWN_COMMITS[row.deed]?.test(label) === false) return [];
    const isResult = /(^|\+)(message|acted)\.(sent|done|retry|unknown)/.test(label);
    const isMark = label === 'effects.mark';
    // receiving goes on beside the send: its call may be on the way
    const isBeside = /^(receiving|inbound)\./.test(label);
    const leadsToCall = isMark || effects.some((type) => CALLING.includes(type));
    const at = (column: ColumnName, moment: Moment, doubts: number): Case => ({
      ...plain(row),
      column,
      point: `${label}.${nth}`,
      kills: [{ at: moment, label: wanted, nth }],
      doubts,
    });
    return [
      at(isResult ? 'answer-uncommitted' : 'before-commit', 'before', isBeside ? 1 : 0),
      // after the mark the call may have left, and it did not
      at(leadsToCall ? 'before-call' : 'after-commit', 'after', isMark || isBeside ? 1 : 0),
    ];
  });
}

const pointOf = ({ call, nth }: Call) => `${call}.${nth}`;
const liveOf = ({ liveCall }: AnswerRow): Call => ({ call: liveCall, nth: 1, anonymous: false });

/** Killed while the network holds a call; a call that it never works on leaves the outcome unknown. */
export const heldAt = (row: AnswerRow, at: Held, held = liveOf(row)): Case => ({
  ...plain(row),
  column: HELD[at],
  point: pointOf(held),
  kills: [{ at }],
  held,
  doubts: at === 'left' || at === 'very-late' ? 1 : 0,
  lateCopies: at === 'very-late' && isListed(row, held) ? 1 : 0,
});

/** Looked up in a list alone. When the list does not have it, it is sent again, or has failed and is asked for again. */
const isListed = ({ deed }: AnswerRow, { call }: Call) =>
  deed === 'reply' ||
  (isOfRule(deed) && call === 'replies/post') ||
  ((deed === 'message' || isOfFlow(deed)) && call === 'messages');

/** Their other calls are played for another row. */
const PLAYS_LIVE_CALL: ReadonlySet<AnswerRow['deed']> = new Set([
  'rule',
  'public_reply',
  'sweep',
  'live',
  'flow_messages',
  'flow_wait',
  'flow_handoff',
  'flow_click',
  'flow_publish',
  'flow_edit',
  'flow_pause',
]);

function callCases(row: AnswerRow, course: Course): Case[] {
  const live = liveOf(row);
  const isPlayed = ({ call }: Call) => !PLAYS_LIVE_CALL.has(row.deed) || call === live.call;
  // whether it comes to its second message when it is paused is open
  const isSure = ({ nth }: Call) => row.deed !== 'flow_pause' || nth === 1;
  const calls = course.calls.filter((call) => !call.anonymous && isPlayed(call) && isSure(call));
  if (!calls.some(({ call, nth }) => call === live.call && nth === 1))
    throw new Error(`${row.name} never calls ${live.call}: ${calls.map(pointOf).join(', ')}`);
  const twice = (['before', 'after'] as const).flatMap((at) =>
    [1, 2].map((nth): Case => ({
      ...heldAt(row, 'accepted'),
      column: 'killed-twice',
      point: `${at}-${nth}`,
      kills: [{ at: 'accepted' }, { at, label: '*', nth }],
    })),
  );
  return [
    ...calls.flatMap((held) => (Object.keys(HELD) as Held[]).map((at) => heldAt(row, at, held))),
    ...twice,
    { ...heldAt(row, 'accepted'), column: 'repeated', point: 'side by side' },
  ];
}

function faultCases(row: AnswerRow): Case[] {
  const call = liveOf(row);
  const each = (column: ColumnName, fault: Omit<NonNullable<Case['fault']>, 'call'>, doubts = 0): Case => ({
    ...plain(row),
    column,
    point: call.call,
    fault: { ...fault, call },
    doubts,
  });
  return [
    each('lost-answer', { kind: 'lost_answer' }),
    each('cut', { kind: 'cut' }, 1),
    each('error-after-accept', { kind: 'error_after_accept', status: 503 }),
    each('no-id', { kind: 'no_id' }),
    each('429', { kind: 'status', status: 429 }),
  ];
}

/** Every request of the network comes twice, the last event first, and the service dies when the first is stored. */
export const redelivered = (row: AnswerRow): Case => ({
  ...plain(row),
  column: 'redelivered',
  point: 'twice, in reverse',
  kills: [{ at: 'after', label: 'inbound.store*', nth: 1 }],
});
