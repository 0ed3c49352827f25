/**
 * The operator's hand: what a person may do to an actor, which is what its chart accepts where it stands, and no more.
 * Every deed is an event (or the end of a wait) that the machine decides upon as ever, with who and why in the journal.
 *
 * Two deeds could break a promise, so they have rules of their own. An answer that stands in for a network's is only
 * taken when no call can be under way any more that still might publish. And what failed is sent again by its post
 * alone, whose rounds keep an account from getting two copies.
 */
import { accepts, impliedTimers, type Persisted } from '../../machines/durable.ts';
import type { PendingEffect, PendingMail } from '../../store/actors.ts';
import { kindOf } from './actor-view.ts';
import { stateName } from './states.ts';

export type Action = 'retry' | 'skip' | 'cancel' | 'send';

/** What a person may add to an event. */
export interface Fields {
  networkPostId?: string;
  url?: string;
}

/** One thing that may be done now. */
export interface Choice {
  action: Action;
  /** The event or timer it is about; what tells choices of one action apart. */
  event: string;
  /** What it does, for a button. */
  title: string;
  /** What follows, in a sentence. */
  detail: string;
  /** Fields that may come along. */
  fields: (keyof Fields)[];
  deed: Deed;
}

export type Deed =
  | { kind: 'resume' }
  /** The wait is over now. */
  | { kind: 'timer'; timer: string }
  /** `drops`: gives up the effects under way, whose answer this stands in for. */
  | { kind: 'event'; to: 'actor' | 'parent'; event: (given: Given) => { type: string }; drops: boolean };

interface Given extends Fields {
  /** Why; where an event has a reason of its own, it is this one. */
  reason: string;
}

/** An actor as it stands, with what is pending for it. */
export interface Subject {
  id: string;
  kind: string;
  status: string;
  snapshot: Persisted;
  parent: { id: string; kind: string; status: string; snapshot: Persisted } | null;
  mail: PendingMail[];
  effects: PendingEffect[];
}

/** A call is cut after two minutes: one that began longer ago than this has ended, whatever came of it. */
export const CALL_SURELY_ENDED_MS = 5 * 60_000;

/** States of a delivery that only another round of its post leaves. */
const ENDED = new Set(['failed', 'unresolved', 'cancelled']);
/** Timers whose wait is for the next try: to skip them is to try again. */
const NEXT_TRY = new Set(['backoff', 'turn', 'nextLook', 'lookAgain']);
const TIMER_TITLES: { [delay: string]: [title: string, detail: string] } = {
  backoff: ['Try again now', 'The wait is skipped; the attempt counts as the next one.'],
  turn: ['Go on now', 'It does not wait for the rate limit. If that is used up, the network says so.'],
  nextLook: ['Look again now', 'Looks at once whether the post is live.'],
  lookAgain: ['Ask the network now', 'Asks at once whether the media is ready.'],
  due: ['Publish now', 'The post goes out at once and not at its time.'],
  patience: ['Stop waiting', 'It does not wait for the account any longer, and fails.'],
  renewal: ['Renew now', 'The access is renewed at once.'],
};

/** Everything that may be done to an actor now. @param now epoch ms */
export function choicesOf(subject: Subject, now: number): Choice[] {
  if (subject.status === 'needs_attention') {
    const detail =
      'The message that failed is taken again, if it was kept. If the cause is not mended it is set aside anew.';
    return [choice('retry', 'resume', 'Let it go on', detail, { kind: 'resume' })];
  }
  const machine = kindOf(subject.kind)?.machine;
  if (!machine || subject.status !== 'active') return [];
  return [...waits(subject), ...events(subject, now)];
}

function choice(
  action: Action,
  event: string,
  title: string,
  detail: string,
  deed: Deed,
  fields: (keyof Fields)[] = [],
): Choice {
  return { action, event, title, detail, fields, deed };
}

/** `xstate.after.backoff.delivery.retrying` is the delay `backoff`. */
const delayOf = (timer: string) => timer.split('.')[2] ?? timer;

function waits({ mail }: Subject): Choice[] {
  return mail.flatMap(({ timer }) => {
    if (timer === null) return [];
    const delay = delayOf(timer);
    const [title, detail] = TIMER_TITLES[delay] ?? [`Skip "${delay}"`, 'The wait is over at once.'];
    const skip = choice('skip', timer, title, detail, { kind: 'timer', timer });
    return NEXT_TRY.has(delay) ? [{ ...skip, action: 'retry' as const }, skip] : [skip];
  });
}

function events(subject: Subject, now: number): Choice[] {
  switch (subject.kind) {
    case 'post':
      return postEvents(subject, now);
    case 'delivery':
      return deliveryEvents(subject, now);
    case 'webhook_send':
      return answers(subject, now, false, [
        [
          'webhook.refused',
          'Give up this try',
          'As if the endpoint had not answered: it is repeated where the endpoint asked for that.',
          ({ reason }) => ({ type: 'webhook.refused', reason, gone: false }),
        ],
      ]);
    case 'account':
      return answers(subject, now, false, [
        [
          'refresh.retry',
          'Give up this renewal',
          'As if the network had been down: it is tried again later.',
          ({ reason }) => ({ type: 'refresh.retry', reason }),
        ],
      ]);
    default:
      return [];
  }
}

function takes(
  { kind, snapshot }: Pick<Subject, 'kind' | 'snapshot'>,
  event: { type: string },
  now: number,
): boolean {
  return accepts(kindOf(kind)!.machine, snapshot as never, event as never, now);
}

function postEvents(subject: Subject, now: number): Choice[] {
  const state = stateName(subject.snapshot.value);
  const plain = (type: string) =>
    ({ kind: 'event', to: 'actor', drops: false, event: () => ({ type }) }) as const;
  const all = [
    ...(state === 'failed'
      ? [choice('retry', 'publish', 'Send again', 'To the accounts that have no copy.', plain('publish'))]
      : []),
    choice('cancel', 'shelve', 'Back to drafts', 'What is not sent yet is called back.', plain('shelve')),
    choice('send', 'publish', 'Publish now', 'To the accounts that have no copy.', plain('publish')),
    choice('send', 'shelve', 'Back to drafts', 'What is not sent yet is called back.', plain('shelve')),
    choice('send', 'remove', 'Remove', 'From the service, never from the networks.', plain('remove')),
  ];
  return all.filter(({ event }) => takes(subject, { type: event }, now));
}

function deliveryEvents(subject: Subject, now: number): Choice[] {
  const { snapshot, parent } = subject;
  const { round } = snapshot.context as { round: number };
  const state = stateName(snapshot.value);
  const choices: Choice[] = [];
  const cancel = { type: 'cancel', round };
  if (takes(subject, cancel, now)) {
    const detail = 'A call that is under way is not cut: what it publishes is live.';
    const deed: Deed = { kind: 'event', to: 'actor', drops: false, event: () => cancel };
    choices.push(choice('cancel', 'cancel', 'Cancel', detail, deed));
    choices.push(choice('send', 'cancel', 'Cancel', detail, deed));
  }
  if (ENDED.has(state) && parent && parent.status === 'active') {
    const { accountId } = snapshot.context as { accountId: string };
    const again = { type: 'retry', accountIds: [accountId] };
    if (takes(parent, again, now)) {
      const deed: Deed = { kind: 'event', to: 'parent', drops: false, event: () => again };
      const detail = 'The post is sent again to this account. Nothing else of the post changes.';
      choices.push(choice('retry', 'retry', 'Send again', detail, deed));
    }
  }
  const healthy = { type: 'account.healthy' };
  if (takes(subject, healthy, now)) {
    const deed: Deed = { kind: 'event', to: 'actor', drops: false, event: () => healthy };
    const detail =
      'As if the account had been connected again. If the network still refuses, it waits again.';
    choices.push(choice('send', 'account.healthy', 'Try the account again', detail, deed));
  }
  const looks: Answer[] = [
    [
      'finding.live',
      'It is live',
      'You looked at the account and the post is there: it counts as published.',
      ({ networkPostId = null, url = null }) => ({ type: 'finding.live', networkPostId, url }),
      ['networkPostId', 'url'],
    ],
    [
      'finding.absent',
      'It is not there',
      'You looked at the account and the post is not there: it may be sent again.',
      () => ({ type: 'finding.absent' }),
    ],
    [
      'finding.cannot_tell',
      'Nobody can tell',
      'What the account does with lost answers decides: try again, or hold.',
      ({ reason }) => ({ type: 'finding.cannot_tell', reason }),
    ],
  ];
  const calls: Answer[] = [
    [
      'outcome.unknown',
      'Stop waiting and look',
      'The answer counts as lost: it looks whether the post is live before anything is sent again.',
      ({ reason }) => ({ type: 'outcome.unknown', reason }),
    ],
    [
      'outcome.published',
      'It is live',
      'You looked at the account and the post is there: it counts as published.',
      ({ networkPostId = null, url = null }) => ({ type: 'outcome.published', networkPostId, url }),
      ['networkPostId', 'url'],
    ],
    [
      'refresh.retry',
      'Give up this renewal',
      'As if the network had been down: it is tried again later.',
      ({ reason }) => ({ type: 'refresh.retry', reason }),
    ],
  ];
  return [...choices, ...answers(subject, now, true, looks), ...answers(subject, now, false, calls)];
}

type Answer = [
  event: string,
  title: string,
  detail: string,
  make: (given: Given) => { type: string },
  fields?: (keyof Fields)[],
];

/** @param harmless what is under way only looks: it may be passed over at once */
function answers(subject: Subject, now: number, harmless: boolean, list: Answer[]): Choice[] {
  if (!harmless && subject.effects.some(({ createdAt }) => createdAt > now - CALL_SURELY_ENDED_MS)) return [];
  return list.flatMap(([event, title, detail, make, fields]) =>
    takes(subject, make({ reason: '' }), now)
      ? [
          choice(
            'send',
            event,
            title,
            detail,
            { kind: 'event', to: 'actor', drops: true, event: make },
            fields,
          ),
        ]
      : [],
  );
}

/**
 * When the timers of an actor that goes on are due: as its journal has it, else counted anew.
 * @param armed the newest due time of each timer in the journal, epoch ms
 */
export function timersOnResume(
  { kind, snapshot }: Pick<Subject, 'kind' | 'snapshot'>,
  armed: Map<string, number>,
  now: number,
): { id: string; dueAt: number }[] {
  const known = kindOf(kind);
  if (!known) return [];
  return impliedTimers(known.machine, snapshot as never, now).map(({ id, delayMs }) => ({
    id,
    dueAt: armed.get(id) ?? now + delayMs,
  }));
}
