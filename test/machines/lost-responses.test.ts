/**
 * Every sequence of outcomes that a send can have up to its last repeat, for every machine that sends. What it says at its end is
 * compared with what happened: a refusal comes from a response, and what may have arrived is never said not to have.
 */
import t from 'tap';
import { type Persisted, start, type Step, step } from '../../machines/durable.ts';
import { kinds, type KindName } from '../support/own-charts.ts';

const AT = Date.parse('2026-05-04T08:00:00Z');

type Answer = { type: string; [field: string]: unknown };
interface Sender {
  kind: KindName;
  input: object;
  /** The results that an effect may have. */
  results: { [effect: string]: readonly Answer[] };
  /** Results of a call after which the network may have it all the same. */
  mayArrive: readonly Answer[];
  /** Results that say that it is there. */
  shows: readonly Answer[];
  /** The result of a lookup that shows that it is not there, and of one that shows nothing. */
  absent: Answer;
  nothing: Answer;
  /** Results of a call that leave a doubt where the lookup after it shows nothing. */
  mayArriveUnseen: readonly Answer[];
  /** How often it is looked for before that is believed. */
  looks: number;
  /** The most calls that it makes. */
  calls: number;
}

/** One whole way through a machine: effects with their results, and where it ended. */
interface Way {
  taken: { effect: string; result: Answer }[];
  end: Persisted;
}

/** A lookup that the network does not answer is repeated: this often in one way is enough. */
const MAX_FAILED_LOOKS = 2;

function waysOf({ kind, input, results }: Sender): Way[] {
  const { machine } = kinds[kind];
  const ways: Way[] = [];
  const go = (
    taken: Way['taken'],
    { snapshot, effects, timers, done }: Step,
    waiting: Step['timers'],
  ): void => {
    const asked = effects.map((effect) => effect as { type: string }).find(({ type }) => type in results);
    if (asked) {
      const failed = taken.filter(({ result }) => isFailedLook(result)).length;
      for (const result of results[asked.type]!) {
        if (isFailedLook(result) && failed >= MAX_FAILED_LOOKS) continue;
        const next = step(machine, snapshot as never, result as never, AT);
        go([...taken, { effect: asked.type, result }], next, timers);
      }
      return;
    }
    const [timer] = timers.length > 0 ? timers : waiting;
    if (done || !timer) ways.push({ taken, end: snapshot });
    else go(taken, step(machine, snapshot as never, timer.event as never, AT), []);
  };
  go([], start(machine, input as never, AT), []);
  return ways;
}

const isFailedLook = ({ type }: Answer) => type === 'lookup.failed' || type === 'looked.retry';

const MESSAGE = {
  sent: { type: 'message.sent', networkId: 'mid.1' },
  blocked: { type: 'message.refused', reason: 'blocked', code: '551' },
  late: { type: 'message.refused', reason: 'too late', code: '10/2534022', cause: 'window' },
  busy: { type: 'message.retry', reason: 'too fast', code: '613' },
  broken: { type: 'message.retry', reason: 'HTTP 500', code: 'http_500', mayBeSent: true },
  lost: { type: 'message.unknown', reason: 'no answer in time' },
} as const;
const LOOKUP = {
  found: { type: 'lookup.found', networkId: 'mid.1' },
  absent: { type: 'lookup.absent' },
  nothing: { type: 'lookup.cannot_tell', reason: 'not listed' },
  failed: { type: 'lookup.failed', reason: '503' },
} as const;

const message: Omit<Sender, 'input'> = {
  kind: 'message_send',
  results: { sendMessage: Object.values(MESSAGE), findMessage: Object.values(LOOKUP) },
  mayArrive: [MESSAGE.broken, MESSAGE.lost],
  shows: [MESSAGE.sent, LOOKUP.found],
  absent: LOOKUP.absent,
  nothing: LOOKUP.nothing,
  mayArriveUnseen: [],
  looks: 2,
  calls: 3,
};
const messageInput = {
  messageId: 'msg_1',
  conversationId: 'conv_1',
  accountId: 'acc_1',
  personId: '9',
  byPerson: false,
  asHumanAgent: false,
  askedAt: AT,
};

const ACTED = {
  done: { type: 'acted.done', id: '8' },
  refused: { type: 'acted.rejected', reason: 'blocked', code: '551' },
  closed: { type: 'acted.closed', reason: 'too old', code: '100/2534025' },
  busy: { type: 'acted.retry', reason: 'too fast', code: '613' },
  lost: { type: 'acted.unknown', reason: 'no answer in time' },
} as const;
const LOOKED = {
  found: { type: 'looked.found', id: '8' },
  absent: { type: 'looked.absent' },
  nothing: { type: 'looked.cannot_tell', reason: 'not listed' },
  failed: { type: 'looked.retry', reason: '503' },
} as const;

const act = (action: string, onUnknown: string): Sender => ({
  kind: 'comment_act',
  input: {
    actId: 'act_1',
    accountId: 'acc_1',
    platform: 'instagram',
    commentId: '7',
    action,
    text: 'Hello',
    place: null,
    onUnknown,
    askedAt: AT,
  },
  results: {
    actOnComment: Object.values(ACTED),
    lookForReply: Object.values(LOOKED),
    storeAct: [{ type: 'act.stored' }],
  },
  mayArrive: [ACTED.lost],
  shows: [ACTED.done, LOOKED.found],
  absent: LOOKED.absent,
  nothing: LOOKED.nothing,
  // a server that answers with an error may have made the reply
  mayArriveUnseen: action === 'reply' ? [ACTED.busy] : [],
  looks: 2,
  calls: 3,
});

const SENDERS: { [name: string]: Sender } = {
  'a message of the team': { ...message, input: messageInput },
  'a message of an automation': { ...message, input: { ...messageInput, reportTo: 'run_1' } },
  'a reply to a comment': act('reply', 'retry'),
  'a reply to a comment, with hold': act('reply', 'hold'),
  'a private answer': act('private_reply', 'retry'),
  'hiding a comment': act('hide', 'retry'),
  'deleting a comment': act('delete', 'retry'),
};

const nameOf = ({ taken }: Way) =>
  taken.map(({ result: { type, code = '' } }) => `${type} ${String(code)}`.trim()).join(', ');

/** Whether a call may have arrived, and no lookups after it or after a later call show that none did. */
function isInDoubt({ taken }: Way, sender: Sender): boolean {
  const { mayArrive, mayArriveUnseen, absent, nothing, looks, results } = sender;
  const [call] = Object.keys(results);
  let inDoubt = false;
  let answers: Answer[] = [];
  let isUnseen = false;
  const settle = () => {
    inDoubt ||= isUnseen && answers.includes(nothing);
    if (answers.length >= looks && answers.at(-1) === absent) inDoubt = false;
  };
  for (const { effect, result } of taken) {
    if (effect === call) {
      settle();
      answers = [];
      isUnseen = mayArriveUnseen.includes(result);
      inDoubt ||= mayArrive.includes(result);
    } else if (result === absent || result === nothing) answers.push(result);
  }
  settle();
  return inDoubt;
}

/** What is wrong with what is said at the end of a way; null: nothing. */
function faultOf(way: Way, sender: Sender): string | null {
  const { taken, end } = way;
  const context = end.context as { error?: string | null; networkCode?: unknown };
  const { error = null, networkCode = null } = context;
  const state = end.value as string;
  const [call] = Object.keys(sender.results);
  const sends = taken.filter(({ effect }) => effect === call);
  if (sends.length > sender.calls) return `${sends.length} calls`;
  if (taken.some(({ result }) => sender.shows.includes(result)))
    return ['sent', 'done'].includes(state) ? null : `it is there, and ${state}`;
  const saysDoubt = /may have arrived/.test(error ?? '');
  if (isInDoubt(way, sender)) return state === 'unknown' && saysDoubt ? null : `${state} in doubt: ${error}`;
  if (state !== 'failed' || saysDoubt) return `${state} without a doubt: ${error}`;
  const { result } = sends.at(-1)!;
  if (!('code' in result))
    return networkCode === null && /did not answer/.test(error ?? '') ? null : `it says ${error}`;
  return networkCode === result['code'] && error === result['reason'] ? null : `it says ${error}`;
}

for (const [name, sender] of Object.entries(SENDERS)) {
  void t.test(`${name}: refused is what a response refused, and what may have arrived is said`, async (t) => {
    const ways = waysOf(sender);
    const faults = ways.flatMap((way) => {
      const fault = faultOf(way, sender);
      return fault === null ? [] : [`${nameOf(way)}: ${fault}`];
    });
    t.ok(ways.length > 20, `${ways.length} ways`);
    t.strictSame(faults.slice(0, 10), [], `${faults.length} of ${ways.length}`);
  });
}
