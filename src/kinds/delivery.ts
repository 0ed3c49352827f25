/**
 * The kind `delivery`: what the engine and the introspection need to know of deliveries. machines/delivery makes the
 * decisions.
 */
import { delivery as machine, type DeliveryContext, RETRY_AFTER_MS } from '../../machines/delivery/index.ts';
import type { Persisted } from '../../machines/durable.ts';
import { defineKind, type HandlersOf } from '../engine/kind.ts';
import type {
  AnswerWords,
  ExplainTools,
  ManualAction,
  Offer,
  Standing,
  Subject,
  Sentence,
} from '../engine/kind-view.ts';
import { stateName } from '../engine/state-name.ts';
import { redactText } from '../base/redact.ts';
import { describeByAccount } from './views/titles.ts';
import { deliveryNeedsAttention } from './views/post-events.ts';
import { deliveryView } from './views/delivery.ts';
import { unchanged, withContext } from './with-context.ts';
import { initialValues } from './initial-values.ts';

/**
 * The id of a delivery. Each pair of post and account has one permanent id, so the database itself refuses a second
 * delivery.
 */
export const deliveryId = (postId: string, accountId: string): string =>
  `dlv_${postId.slice(postId.indexOf('_') + 1)}${accountId.slice(accountId.indexOf('_') + 1)}`;

/** Before version 4 there were no threads. */
const ONE_PART = { parts: 1, liveParts: [] };

export const delivery = defineKind({
  name: 'delivery',
  idPrefix: 'dlv',
  machine,
  version: 5,
  upgrades: {
    1: withContext({ ticket: null, waitUntil: null, committed: false }),
    2: withDoubt,
    3: withContext(ONE_PART),
    4: unchanged,
  },
  defaults: { 3: initialValues(machine), 4: initialValues(machine), 5: initialValues(machine) },
  // lists show the post and not the delivery: responses read the delivery from its snapshot
  listColumns: null,
  feedEvent: {
    change: ({ id, snapshot }, before) => {
      const { postId } = snapshot.context;
      const view = deliveryView(snapshot);
      if (before && before.context.postId === postId && same(view, deliveryView(before))) return null;
      const data = { postId, ...view };
      return { type: 'delivery.updated', resource: { type: 'delivery', id }, postId, data };
    },
  },
  isKept: true,
  announcements: { 'post.needs_attention': deliveryNeedsAttention },
  effects: {
    publish: { answers: ['outcome.'], with: 'network' },
    verify: { answers: ['finding.'], with: 'network' },
    refresh: { answers: ['refresh.'], with: 'network' },
  },
  deferred: ['delivery.ended'],
  restingStates: [],
  retention: null,
  view: {
    remembers: { postId: 'postId', accountId: 'accountId', platform: 'platform', error: 'error' },
    describe: describeByAccount,
    waitsForPerson: (state) =>
      state.endsWith('waiting_account')
        ? 'the network refuses the access: connect the account again, then it continues by itself'
        : null,
    timers: {
      backoff: {
        title: 'Try again now',
        detail: 'The wait is skipped; the attempt counts as the next one.',
        isNextTry: true,
      },
      turn: {
        title: 'Go on now',
        detail: 'It does not wait for the rate limit. If that is used up, the network says so.',
        isNextTry: true,
      },
      nextLook: {
        title: 'Look again now',
        detail: 'Looks at once whether the post is live.',
        isNextTry: true,
      },
      lookAgain: {
        title: 'Ask the network now',
        detail: 'Asks at once whether the media is ready.',
        isNextTry: true,
      },
      patience: {
        title: 'Stop waiting',
        detail: 'It does not wait for the account any longer, and fails.',
      },
    },
    actions,
    senders: {
      send: 'family',
      cancel: 'family',
      'account.healthy': ({ accountId }) => accountId,
    },
    explain: {
      sentence,
      inShort,
    },
  },
});

export type DeliveryHandlers = HandlersOf<typeof delivery>;

/** States of version 2 that a delivery reaches only after a call with a result, so its present attempt may be live. */
const AFTER_A_CALL = new Set(['retrying']);
const UNKNOWN = 'outcome unknown, check the account before sending again';

/**
 * Upgrades a snapshot of version 2: an unknown outcome was a field of a failed delivery, and two fields said why a lookup
 * was made. That version did not keep whether an attempt that was followed by another may be live: what was sent before is
 * taken as if it may be, so that a second copy is never sent without a warning.
 */
function withDoubt(snapshot: Persisted): Persisted {
  const { unresolved, interrupted, askedAgain, ...context } = snapshot.context as DeliveryContext & {
    unresolved: boolean;
    interrupted: boolean;
    askedAgain: boolean;
  };
  const lookup = interrupted ? 'stopped' : askedAgain ? 'asked' : 'lost';
  const { attempt, error } = context;
  const state = stateName(snapshot.value);
  const isUnknown = unresolved || attempt > 1 || askedAgain || AFTER_A_CALL.has(state);
  const doubt = isUnknown ? (error ?? 'an earlier version of this service sent it') : null;
  const hasEnded = state === 'failed' || state === 'cancelled';
  return {
    ...snapshot,
    value: hasEnded && isUnknown ? 'unresolved' : snapshot.value,
    context: {
      lookup,
      lastAnswer: error,
      doubt,
      shortWaits: 0,
      ...(context as object),
      ...(hasEnded && isUnknown && !unresolved && { error: `${UNKNOWN}: ${doubt}` }),
    } as never,
  };
}

/** Compares two views. They are flat, so a loop over the fields is enough; it runs for every step. */
function same(a: object, b: object): boolean {
  for (const key in a) if (a[key as never] !== b[key as never]) return false;
  return true;
}

/**
 * What an operator may have found at the account while a lookup is in progress. A lookup only reads, so its result may be
 * replaced.
 */
const FINDINGS: readonly AnswerWords[] = [
  {
    event: 'finding.live',
    title: 'It is live',
    detail: 'You looked at the account and the post is there: it counts as published.',
    make: ({ networkPostId = null, url = null }) => ({ type: 'finding.live', networkPostId, url }),
    fields: ['networkPostId', 'url'],
  },
  {
    event: 'finding.absent',
    title: 'It is not there',
    detail: 'You looked at the account and the post is not there: it may be sent again.',
    make: () => ({ type: 'finding.absent' }),
  },
  {
    event: 'finding.cannot_tell',
    title: 'Nobody can tell',
    detail: 'What the account does with lost answers decides: try again, or hold.',
    make: ({ reason }) => ({ type: 'finding.cannot_tell', reason }),
  },
];

/**
 * Results that may replace the result of a call which can no longer be in progress. None of them sends the post again
 * without a lookup.
 */
const OUTCOMES: readonly AnswerWords[] = [
  {
    event: 'outcome.unknown',
    title: 'Stop waiting and look',
    detail: 'The answer counts as lost: it looks whether the post is live before anything is sent again.',
    make: ({ reason }) => ({ type: 'outcome.unknown', reason }),
  },
  {
    event: 'outcome.published',
    title: 'It is live',
    detail: 'You looked at the account and the post is there: it counts as published.',
    make: ({ networkPostId = null, url = null }) => ({ type: 'outcome.published', networkPostId, url }),
    fields: ['networkPostId', 'url'],
  },
  {
    event: 'refresh.retry',
    title: 'Give up this renewal',
    detail: 'As if the network had been down: it is tried again later.',
    make: ({ reason }) => ({ type: 'refresh.retry', reason }),
  },
];

/** States that a delivery leaves only for another round of the post. */
const ENDED = new Set(['partial', 'failed', 'unresolved', 'cancelled']);

function actions({ snapshot, parent }: Subject, offer: Offer): ManualAction[] {
  const { round, accountId } = snapshot.context as DeliveryContext;
  const state = stateName(snapshot.value);
  const cancel = { type: 'cancel', round };
  const cancelWords = {
    title: 'Cancel',
    detail: 'A call that is under way is not cut: what it publishes is live.',
  };
  // only the post sends a failed delivery again: its rounds prevent a second copy for the same account
  const again = { type: 'retry', accountIds: [accountId] };
  const againWords = {
    title: 'Send again',
    detail: 'The post is sent again to this account. Nothing else of the post changes.',
    needs: 'publishing',
  } as const;
  const healthyWords = {
    title: 'Try the account again',
    detail: 'As if the account had been connected again. If the network still refuses, it waits again.',
  };
  return [
    ...offer.event('cancel', cancel, cancelWords),
    ...offer.event('send', cancel, cancelWords),
    ...(ENDED.has(state) && parent?.status === 'active' ? offer.parentEvent('retry', again, againWords) : []),
    ...offer.event('send', { type: 'account.healthy' }, healthyWords),
    ...offer.answers(FINDINGS, { harmless: true }),
    ...offer.answers(OUTCOMES),
  ];
}

function sentence(
  { row, snapshot }: Standing,
  tools: ExplainTools,
  names: ReadonlyMap<string, string>,
): string {
  const context = snapshot.context as DeliveryContext;
  const name = names.get(context.accountId);
  const where =
    name === undefined ? `${context.platform} (the account is gone)` : `${context.platform} (${name})`;
  const failure = tools.failureOf(row);
  const but = failure && failure.code !== 'waits_for_person' ? `; but ${failure.message}` : '';
  const state = stateName(snapshot.value);
  return `On ${where} ${redactText(`${ofPart(state, context)}${why(state, context, tools)}${but}`)}.`;
}

/** Which part of a thread a sentence is about; empty if it is about all of them. */
function ofPart(state: string, { parts, liveParts }: DeliveryContext): string {
  if (parts === 1 || state === 'published' || state === 'partial') return '';
  return `part ${liveParts.length + 1} of ${parts}: `;
}

function why(state: string, context: DeliveryContext, { now, when, span }: ExplainTools): string {
  const { attempt, nextAttemptAt, error, url, warnings = [] } = context;
  const { parts, liveParts } = context;
  const cause = error === null ? '' : `: ${quoted(error)}`;
  const next = nextAttemptAt === null ? '' : ` at ${when(nextAttemptAt)}, ${span(nextAttemptAt - now)}`;
  const most = RETRY_AFTER_MS.length + 1;
  switch (state) {
    case 'sending':
      return attempt > 1
        ? `attempt ${attempt} of ${most} is under way; the one before failed${cause}`
        : `it is being sent${cause === '' ? '' : `; last heard${cause}`}`;
    case 'processing':
      return `the network is working on the media; it is asked again${next}`;
    case 'retrying':
      return `attempt ${attempt} of ${most} failed${cause}; the next one is${next}`;
    case 'in_doubt':
      return `attempt ${attempt} of ${most} may be live already and nobody can tell${cause}; the next copy goes out${next}, unless somebody says what is there`;
    case 'limited':
      return `the network's rate limit is used up${cause}; it continues${next}`;
    case 'refreshing':
      return 'the access expired and is being renewed, then it continues';
    case 'waiting_account':
    case 'verifying.waiting_account':
      return `it waits for a person${cause}`;
    case 'verifying.looking':
    case 'verifying.refreshing':
      return `the answer was lost${cause}; it looks whether the post is live before anything is sent again${next === '' ? '' : `, at the earliest${next}`}`;
    case 'verifying.waiting':
      return `the answer was lost${cause}, and the network does not say yet whether the post is live; it is looked for again, and sent again${next} at the earliest`;
    case 'published':
      return [
        `it is live${url === null ? '' : ` at ${url}`}${parts > 1 ? `, all ${parts} parts` : ''}`,
        ...warnings,
      ].join('; but ');
    case 'partial':
      return `${liveParts.length} of ${parts} parts are live${url === null ? '' : ` at ${url}`}, and the next one is not${cause}`;
    case 'unresolved':
      return `nobody knows whether it is live${cause}`;
    case 'failed':
      return `it failed${attempt > 1 ? ` after ${attempt} attempts` : ''}${cause}`;
    case 'cancelled':
      return `it was cancelled before it was sent${cause}`;
    default:
      return `it is in the state "${state}"${cause}`;
  }
}

/** The network's sentence in quotation marks, without its full stop. */
const quoted = (error: string) => `"${error.replace(/\.$/, '')}"`;

/** With more live copies than this, one sentence names their networks, without addresses. */
const MAX_LIVE_TOLD = 3;

/** A sentence for each account that has no copy, and one for the networks where copies are live. */
function inShort(sentences: readonly Sentence[]): string[] {
  const live = sentences.filter(({ state }) => state === 'published');
  if (live.length <= MAX_LIVE_TOLD) return sentences.map(({ text }) => text);
  const networks = [...new Set(live.map(({ platform }) => platform))].sort().join(', ');
  return [
    ...sentences.filter(({ state }) => state !== 'published').map(({ text }) => text),
    `It is live on ${networks}.`,
  ];
}
