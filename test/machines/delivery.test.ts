import t from 'tap';
import {
  ACCOUNT_PATIENCE_MS,
  delivery,
  MAX_CRASHES,
  MAX_SHORT_WAITS,
  RETRY_AFTER_MS,
  SHORT_WAIT_MS,
  VERIFY_AFTER_MS,
} from '../../machines/delivery/index.ts';
import { World, WORLD_START, type Answer } from '../support/machine-world.ts';

const MINUTE = 60_000;
const ID = 'dlv_1';
const POST = 'post_1';

/** All events of a delivery, by a short name. */
const events = {
  send: { type: 'send', round: 2 },
  cancel: { type: 'cancel', round: 1 },
  published: { type: 'outcome.published', networkPostId: '7', url: 'https://example.com/7' },
  progress: { type: 'outcome.progress', checkpoint: { container: '9' }, afterMs: 0 },
  waits: { type: 'outcome.progress', checkpoint: { container: '9' }, afterMs: 5_000 },
  accepted: { type: 'outcome.progress', checkpoint: { container: '9' }, afterMs: 5_000, committed: true },
  retry: { type: 'outcome.retry', reason: '429' },
  rejected: { type: 'outcome.rejected', reason: 'too long' },
  expired: { type: 'outcome.expired', reason: 'token over', credentialsVersion: 3 },
  reauthorize: { type: 'outcome.reauthorize', reason: 'sign in again', credentialsVersion: 3 },
  limited: { type: 'outcome.limited', reason: 'slow down', afterMs: 2_000, ticket: 'account' },
  accountHealthy: { type: 'account.healthy' },
  unknown: { type: 'outcome.unknown', reason: 'no answer' },
  interrupted: { type: 'outcome.interrupted', reason: 'stopped' },
  live: { type: 'finding.live', networkPostId: null, url: null },
  absent: { type: 'finding.absent' },
  absentFrom: { type: 'finding.absent', checkpoint: { container: '8' } },
  cannotTell: { type: 'finding.cannot_tell', reason: 'no evidence' },
  lookRetry: { type: 'finding.retry', reason: '503' },
  lookExpired: { type: 'finding.expired', reason: 'token over', credentialsVersion: 3 },
  lookReauthorize: { type: 'finding.reauthorize', reason: 'sign in again', credentialsVersion: 3 },
  taken: { type: 'outcome.taken', reason: 'that is another post of ours' },
  lookTaken: { type: 'finding.taken', reason: 'that is another post of ours' },
  lookProgress: { type: 'finding.progress', checkpoint: { draft: '5' } },
  resolveLive: { type: 'resolve.live', networkPostId: '7', url: null },
  resolveAbsent: { type: 'resolve.absent' },
  giveUp: { type: 'resolve.give_up' },
  busy: { type: 'outcome.retry', reason: '429', afterMs: 6_000 },
  lookLimited: { type: 'finding.limited', reason: 'slow down', afterMs: 2_000 },
  refreshed: { type: 'refresh.refreshed', credentialsVersion: 4, obtainedAt: WORLD_START, expiresAt: null },
  refreshRetry: { type: 'refresh.retry', reason: '503' },
  refreshReauthorize: { type: 'refresh.reauthorize', reason: 'sign in again', credentialsVersion: 3 },
  refreshUnconfigured: {
    type: 'refresh.unconfigured',
    reason: 'X_CLIENT_ID is not set',
    credentialsVersion: 3,
  },
  backoff: { type: 'xstate.after.backoff.delivery.retrying' },
  doubtBackoff: { type: 'xstate.after.backoff.delivery.in_doubt' },
  lookAgain: { type: 'xstate.after.lookAgain.delivery.processing' },
  nextLook: { type: 'xstate.after.nextLook.delivery.verifying.waiting' },
  turn: { type: 'xstate.after.turn.delivery.limited' },
  patience: { type: 'xstate.after.patience.delivery.waiting_account' },
  lookPatience: { type: 'xstate.after.patience.delivery.verifying.waiting_account' },
} satisfies { [name: string]: Answer };
type Said = keyof typeof events;
const times = (count: number, ...said: Said[]): Said[] => Array.from({ length: count }, () => said).flat();

/** A delivery after these events, in a world whose post only receives. */
function after(
  said: Said[],
  { onUnknown = 'retry', parts = 1 }: { onUnknown?: 'retry' | 'hold'; parts?: number } = {},
): World {
  const world = new World({ reaches: () => false });
  world.start('delivery', ID, {
    deliveryId: ID,
    postId: POST,
    accountId: 'acc_a',
    platform: 'mastodon',
    onUnknown,
    round: 1,
    ...(parts > 1 && { parts }),
  });
  for (const one of said) tell(world, events[one]);
  return world;
}
/** Advances the clock to the named timer, and removes the timer. */
function tell(world: World, event: Answer): void {
  const timer = world.timersOf(ID).find(({ timer }) => timer === event.type);
  if (timer) world.now = timer.dueAt;
  world.asked.length = 0;
  world.tell(ID, event);
}
const stateOf = (world: World) => {
  const value = world.value(ID);
  return typeof value === 'string' ? value : Object.entries(value as object)[0]!.join('.');
};
const toldPost = (world: World) =>
  world.mail.filter(({ actorId }) => actorId === POST).map(({ event }) => event);

const ends = {
  published: 'published',
  rejected: 'failed',
  reauthorize: 'waiting_account',
  limited: 'limited',
} as const;
const looksAway = {
  unknown: 'verifying.looking',
  taken: 'verifying.looking',
  interrupted: 'verifying.looking',
} as const;
const resolves = { resolveLive: 'published', giveUp: 'failed' } as const;
const joins = { send: 'stays', cancel: 'stays' } as const;

/** For each situation the result of every event; events that are not listed are ignored. */
const table: {
  [situation: string]: {
    said: Said[];
    onUnknown?: 'hold';
    parts?: number;
    leadsTo: { [event in Said]?: string };
  };
} = {
  sending: {
    said: [],
    leadsTo: {
      ...ends,
      ...looksAway,
      ...joins,
      progress: 'sending',
      waits: 'processing',
      accepted: 'processing',
      retry: 'retrying',
      busy: 'limited',
      expired: 'refreshing',
    },
  },
  'sending, cancel requested': {
    said: ['cancel'],
    leadsTo: {
      ...ends,
      ...looksAway,
      ...joins,
      progress: 'cancelled',
      waits: 'cancelled',
      accepted: 'processing',
      retry: 'cancelled',
      busy: 'cancelled',
      expired: 'refreshing',
      reauthorize: 'cancelled',
      limited: 'cancelled',
    },
  },
  'sending, last attempt': {
    said: times(3, 'retry', 'backoff'),
    leadsTo: {
      ...ends,
      ...looksAway,
      ...joins,
      progress: 'sending',
      waits: 'processing',
      accepted: 'processing',
      retry: 'failed',
      busy: 'limited',
      expired: 'refreshing',
    },
  },
  'sending, token refreshed twice': {
    said: times(2, 'expired', 'refreshed'),
    leadsTo: {
      ...ends,
      ...looksAway,
      ...joins,
      progress: 'sending',
      waits: 'processing',
      accepted: 'processing',
      retry: 'retrying',
      busy: 'limited',
      expired: 'failed',
    },
  },
  'processing what the network took': {
    said: ['accepted'],
    leadsTo: { ...joins, lookAgain: 'sending' },
  },
  processing: { said: ['waits'], leadsTo: { lookAgain: 'sending', cancel: 'cancelled', send: 'stays' } },
  retrying: { said: ['retry'], leadsTo: { backoff: 'sending', cancel: 'cancelled', send: 'sending' } },
  refreshing: {
    said: ['expired'],
    leadsTo: {
      ...joins,
      refreshed: 'sending',
      refreshRetry: 'retrying',
      refreshReauthorize: 'waiting_account',
      refreshUnconfigured: 'waiting_account',
    },
  },
  'refreshing, cancel requested': {
    said: ['expired', 'cancel'],
    leadsTo: {
      ...joins,
      refreshed: 'cancelled',
      refreshRetry: 'cancelled',
      refreshReauthorize: 'cancelled',
      refreshUnconfigured: 'cancelled',
    },
  },
  limited: { said: ['limited'], leadsTo: { ...joins, cancel: 'cancelled', turn: 'sending' } },
  'waiting for its account': {
    said: ['reauthorize'],
    leadsTo: { accountHealthy: 'sending', cancel: 'cancelled', send: 'sending', patience: 'failed' },
  },
  'waiting for its account to look': {
    said: ['unknown', 'lookReauthorize'],
    leadsTo: {
      ...resolves,
      resolveAbsent: 'retrying',
      send: 'stays',
      accountHealthy: 'verifying.looking',
      cancel: 'unresolved',
      lookPatience: 'unresolved',
    },
  },
  'refreshing, last attempt': {
    said: [...times(3, 'retry', 'backoff'), 'expired'],
    leadsTo: {
      ...joins,
      refreshed: 'sending',
      refreshRetry: 'failed',
      refreshReauthorize: 'waiting_account',
      refreshUnconfigured: 'waiting_account',
    },
  },
  'looking after a lost answer': {
    said: ['unknown'],
    leadsTo: {
      ...joins,
      live: 'published',
      absent: 'retrying',
      absentFrom: 'retrying',
      cannotTell: 'in_doubt',
      lookTaken: 'verifying.waiting',
      lookProgress: 'sending',
      resolveLive: 'published',
      resolveAbsent: 'retrying',
      giveUp: 'failed',
      lookRetry: 'verifying.waiting',
      lookExpired: 'verifying.refreshing',
      lookReauthorize: 'verifying.waiting_account',
      lookLimited: 'verifying.waiting',
    },
  },
  'looking after a lost answer, held': {
    said: ['unknown'],
    onUnknown: 'hold',
    leadsTo: {
      ...joins,
      live: 'published',
      absent: 'retrying',
      absentFrom: 'retrying',
      cannotTell: 'unresolved',
      lookTaken: 'verifying.waiting',
      lookProgress: 'sending',
      resolveLive: 'published',
      resolveAbsent: 'retrying',
      giveUp: 'failed',
      lookRetry: 'verifying.waiting',
      lookExpired: 'verifying.refreshing',
      lookReauthorize: 'verifying.waiting_account',
      lookLimited: 'verifying.waiting',
    },
  },
  'looking after a stop of the service': {
    said: ['interrupted'],
    leadsTo: {
      ...joins,
      live: 'published',
      absent: 'sending',
      absentFrom: 'sending',
      cannotTell: 'in_doubt',
      lookTaken: 'verifying.waiting',
      lookProgress: 'sending',
      resolveLive: 'published',
      resolveAbsent: 'sending',
      giveUp: 'failed',
      lookRetry: 'verifying.waiting',
      lookExpired: 'verifying.refreshing',
      lookReauthorize: 'verifying.waiting_account',
      lookLimited: 'verifying.waiting',
    },
  },
  'looking, cancel requested': {
    said: ['unknown', 'cancel'],
    leadsTo: {
      ...joins,
      live: 'published',
      absent: 'cancelled',
      absentFrom: 'cancelled',
      cannotTell: 'unresolved',
      lookTaken: 'verifying.waiting',
      lookProgress: 'cancelled',
      resolveLive: 'published',
      resolveAbsent: 'cancelled',
      giveUp: 'failed',
      lookRetry: 'verifying.waiting',
      lookExpired: 'verifying.refreshing',
      lookReauthorize: 'unresolved',
      lookLimited: 'verifying.waiting',
    },
  },
  'looking on the last attempt': {
    said: [...times(3, 'retry', 'backoff'), 'unknown'],
    leadsTo: {
      ...joins,
      live: 'published',
      absent: 'failed',
      absentFrom: 'failed',
      cannotTell: 'unresolved',
      lookTaken: 'verifying.waiting',
      lookProgress: 'sending',
      resolveLive: 'published',
      resolveAbsent: 'failed',
      giveUp: 'failed',
      lookRetry: 'verifying.waiting',
      lookExpired: 'verifying.refreshing',
      lookReauthorize: 'verifying.waiting_account',
      lookLimited: 'verifying.waiting',
    },
  },
  'looking for the last time': {
    said: ['unknown', ...times(VERIFY_AFTER_MS.length, 'lookRetry', 'nextLook')],
    leadsTo: {
      ...joins,
      live: 'published',
      absent: 'retrying',
      absentFrom: 'retrying',
      cannotTell: 'in_doubt',
      lookTaken: 'unresolved',
      lookProgress: 'sending',
      resolveLive: 'published',
      resolveAbsent: 'retrying',
      giveUp: 'failed',
      lookRetry: 'unresolved',
      lookExpired: 'verifying.refreshing',
      lookReauthorize: 'verifying.waiting_account',
      lookLimited: 'verifying.waiting',
    },
  },
  'looking, token refreshed twice': {
    said: ['unknown', ...times(2, 'lookExpired', 'refreshed')],
    leadsTo: {
      ...joins,
      live: 'published',
      absent: 'retrying',
      absentFrom: 'retrying',
      cannotTell: 'in_doubt',
      lookTaken: 'verifying.waiting',
      lookProgress: 'sending',
      resolveLive: 'published',
      resolveAbsent: 'retrying',
      giveUp: 'failed',
      lookRetry: 'verifying.waiting',
      lookExpired: 'unresolved',
      lookReauthorize: 'verifying.waiting_account',
      lookLimited: 'verifying.waiting',
    },
  },
  'looking because a person asked again': {
    said: ['unknown', 'cannotTell', 'send'],
    onUnknown: 'hold',
    leadsTo: {
      live: 'published',
      absent: 'sending',
      absentFrom: 'sending',
      cannotTell: 'sending',
      lookTaken: 'verifying.waiting',
      lookProgress: 'sending',
      resolveLive: 'published',
      resolveAbsent: 'sending',
      giveUp: 'failed',
      lookRetry: 'verifying.waiting',
      lookExpired: 'verifying.refreshing',
      lookReauthorize: 'verifying.waiting_account',
      lookLimited: 'verifying.waiting',
    },
  },
  'waiting for the next look': {
    said: ['unknown', 'lookRetry'],
    leadsTo: { ...joins, ...resolves, resolveAbsent: 'retrying', nextLook: 'verifying.looking' },
  },
  'refreshing to look': {
    said: ['unknown', 'lookExpired'],
    leadsTo: {
      ...joins,
      ...resolves,
      resolveAbsent: 'retrying',
      refreshed: 'verifying.looking',
      refreshRetry: 'verifying.waiting',
      refreshReauthorize: 'verifying.waiting_account',
      refreshUnconfigured: 'verifying.waiting_account',
    },
  },
  'refreshing to look for the last time': {
    said: ['unknown', ...times(VERIFY_AFTER_MS.length, 'lookRetry', 'nextLook'), 'lookExpired'],
    leadsTo: {
      ...joins,
      ...resolves,
      resolveAbsent: 'retrying',
      refreshed: 'verifying.looking',
      refreshRetry: 'unresolved',
      refreshReauthorize: 'verifying.waiting_account',
      refreshUnconfigured: 'verifying.waiting_account',
    },
  },
  published: { said: ['published'], leadsTo: {} },
  failed: { said: ['rejected'], leadsTo: { send: 'sending' } },
  'waiting in doubt for the next copy': {
    said: ['unknown', 'cannotTell'],
    leadsTo: {
      ...resolves,
      resolveAbsent: 'retrying',
      doubtBackoff: 'sending',
      cancel: 'unresolved',
      send: 'verifying.looking',
    },
  },
  'sending while an earlier attempt is in doubt': {
    said: ['unknown', 'cannotTell', 'doubtBackoff'],
    leadsTo: {
      ...ends,
      ...looksAway,
      ...joins,
      rejected: 'unresolved',
      progress: 'sending',
      waits: 'processing',
      accepted: 'processing',
      retry: 'retrying',
      busy: 'limited',
      expired: 'refreshing',
    },
  },
  'retrying while an earlier attempt is in doubt': {
    said: ['unknown', 'cannotTell', 'doubtBackoff', 'retry'],
    leadsTo: {
      backoff: 'sending',
      cancel: 'unresolved',
      send: 'verifying.looking',
      resolveLive: 'published',
      resolveAbsent: 'stays',
      giveUp: 'failed',
    },
  },
  'given up by a person': {
    said: ['unknown', 'giveUp'],
    leadsTo: { resolveLive: 'published', send: 'verifying.looking' },
  },
  'failed, outcome unknown': {
    said: ['unknown', 'cannotTell'],
    onUnknown: 'hold',
    leadsTo: { ...resolves, resolveAbsent: 'failed', send: 'verifying.looking' },
  },
  cancelled: { said: ['waits', 'cancel'], leadsTo: { send: 'sending' } },
  'sending the second of three parts': {
    said: ['published'],
    parts: 3,
    leadsTo: {
      ...ends,
      ...looksAway,
      ...joins,
      published: 'sending',
      rejected: 'partial',
      progress: 'sending',
      waits: 'processing',
      accepted: 'processing',
      retry: 'retrying',
      busy: 'limited',
      expired: 'refreshing',
    },
  },
  'the second of two parts was refused': {
    said: ['published', 'rejected'],
    parts: 2,
    leadsTo: { send: 'sending' },
  },
};

for (const [situation, { leadsTo, ...start }] of Object.entries(table)) {
  void t.test(`${situation}: each event leads to the expected state`, async (t) => {
    for (const name of Object.keys(events) as Said[]) {
      const world = after(start.said, start);
      const before = stateOf(world);
      const row = world.rows.get(ID)!.snapshot;
      tell(world, events[name]);
      const wanted = leadsTo[name];
      if (wanted === undefined) t.equal(world.rows.get(ID)!.snapshot, row, `${name} is not heard`);
      else t.equal(stateOf(world), wanted === 'stays' ? before : wanted, `${name} leads to ${wanted}`);
    }
  });
}

void t.test(
  'each state requests one effect, or waits for one timer, or has reported its end to its post',
  async (t) => {
    for (const [situation, start] of Object.entries(table)) {
      const world = after(start.said, start);
      const state = stateOf(world);
      const wants = world.everAsked.at(-1)!.type;
      const waits = world.timersOf(ID).length;
      const told = toldPost(world).length;
      const [wanted, waiting] =
        state === 'sending'
          ? ['publish', 0]
          : state.endsWith('refreshing')
            ? ['refresh', 0]
            : state === 'verifying.looking'
              ? ['verify', 0]
              : ['processing', 'retrying', 'in_doubt', 'limited'].includes(state) || /waiting/.test(state)
                ? [wants, 1]
                : [wants, 0];
      t.strictSame([wants, waits], [wanted, waiting], situation);
      const ended = ['published', 'partial', 'failed', 'unresolved', 'cancelled'].includes(state);
      const before = situation === 'looking because a person asked again' ? 1 : 0;
      t.equal(told, ended ? 1 : before, `${situation}: the post was told ${told} times`);
    }
  },
);

void t.test('a published delivery stores id and address, and reports to its post', async (t) => {
  const world = after(['retry', 'backoff', 'published']);
  t.match(world.deliveryOf(ID), {
    status: 'published',
    attempt: 2,
    networkPostId: '7',
    url: 'https://example.com/7',
    error: null,
    nextAttemptAt: null,
  });
  t.equal(world.rows.get(ID)!.status, 'done', 'it publishes never again');
  t.strictSame(toldPost(world), [
    { type: 'delivery.ended', accountId: 'acc_a', round: 1, status: 'published', error: null },
  ]);
});

void t.test('an end reports the round and the network’s response to the post', async (t) => {
  const world = after(['rejected', 'send', 'rejected']);
  t.strictSame(
    toldPost(world),
    [1, 2].map((round) => ({
      type: 'delivery.ended',
      accountId: 'acc_a',
      round,
      status: 'failed',
      error: 'too long',
    })),
  );
});

void t.test('attempts are minutes apart, longer each time, four in all', async (t) => {
  const world = after([]);
  for (const [index, wait] of [5, 10, 15].entries()) {
    tell(world, events.retry);
    t.match(world.deliveryOf(ID), {
      status: 'retrying',
      attempt: index + 1,
      nextAttemptAt: world.now + wait * MINUTE,
      error: '429',
    });
    t.strictSame(world.timersOf(ID), [{ timer: events.backoff.type, dueAt: world.now + wait * MINUTE }]);
    tell(world, events.backoff);
    t.match(world.deliveryOf(ID), { status: 'sending', attempt: index + 2, nextAttemptAt: null });
  }
  tell(world, events.retry);
  t.match(world.deliveryOf(ID), { status: 'failed', attempt: 4, error: '429' });
  t.strictSame(world.timersOf(ID), []);
});

void t.test('a longer wait that a network asks for is used', async (t) => {
  for (const [said, type, afterMs, wait] of [
    [[], 'outcome.retry', 30 * MINUTE, 30 * MINUTE],
    [['expired'], 'refresh.retry', 30 * MINUTE, 30 * MINUTE],
    [['expired'], 'refresh.retry', 1_000, 5 * MINUTE],
  ] as [Said[], string, number, number][]) {
    const world = after(said);
    tell(world, { type, reason: 'slow down', afterMs });
    t.equal(stateOf(world), 'retrying');
    t.equal(world.timersOf(ID)[0]?.dueAt, world.now + wait, `${type} ${afterMs}`);
  }
});

void t.test('a short Retry-After is waited for without counting an attempt, ten times', async (t) => {
  const world = after([]);
  for (let wait = 1; wait <= MAX_SHORT_WAITS; wait += 1) {
    tell(world, events.busy);
    t.match(world.deliveryOf(ID), {
      status: 'pending',
      attempt: 1,
      error: '429',
      nextAttemptAt: world.now + 6_000,
    });
    tell(world, events.turn);
    t.match(world.deliveryOf(ID), { status: 'sending', attempt: 1 });
  }
  tell(world, events.busy);
  t.match(world.deliveryOf(ID), { status: 'retrying', nextAttemptAt: world.now + 5 * MINUTE });
  tell(world, events.backoff);
  tell(world, events.busy);
  t.match(world.deliveryOf(ID), { status: 'pending', attempt: 2 }, 'the next attempt has its own');
  tell(world, events.turn);
  tell(world, { ...events.busy, afterMs: SHORT_WAIT_MS });
  t.equal(stateOf(world), 'retrying', 'a wait of five minutes is an attempt');
});

void t.test('progress continues from its checkpoint, at once or when the network is ready', async (t) => {
  const world = after(['progress']);
  t.strictSame(world.asked[0]?.params['checkpoint'], { container: '9' });
  const waiting = after(['waits']);
  t.match(waiting.deliveryOf(ID), { status: 'processing', nextAttemptAt: WORLD_START + 5_000, attempt: 1 });
  tell(waiting, events.lookAgain);
  t.strictSame(waiting.asked[0]?.params['checkpoint'], { container: '9' });
  t.equal(waiting.now, WORLD_START + 5_000);
  t.equal(waiting.deliveryOf(ID).attempt, 1, 'a look at the media is no further attempt');
});

void t.test('a temporary failure keeps the checkpoint; a rejection and a new round do not', async (t) => {
  t.strictSame(after(['progress', 'retry', 'backoff']).asked[0]?.params['checkpoint'], { container: '9' });
  t.strictSame(after(['progress', 'rejected', 'send']).asked[0]?.params['checkpoint'], null);
  t.strictSame(after(['progress', 'retry', 'cancel', 'send']).asked[0]?.params['checkpoint'], null);
  t.strictSame(after(['progress', 'retry', 'send']).asked[0]?.params['checkpoint'], null);
});

void t.test('a lookup that proves absence says where to continue: checkpoint, or start', async (t) => {
  t.strictSame(after(['progress', 'unknown', 'absentFrom', 'backoff']).asked[0]?.params['checkpoint'], {
    container: '8',
  });
  t.strictSame(after(['progress', 'unknown', 'absent', 'backoff']).asked[0]?.params['checkpoint'], null);
  t.strictSame(after(['progress', 'interrupted', 'absentFrom']).asked[0]?.params['checkpoint'], {
    container: '8',
  });
});

void t.test('a lookup gets the checkpoint of the step whose response was lost', async (t) => {
  const world = after(['progress', 'unknown']);
  t.match(world.asked, [{ type: 'verify', params: { deliveryId: ID, checkpoint: { container: '9' } } }]);
});

void t.test(
  'lookups are made before the next attempt is due, and after the last one a person must check',
  async (t) => {
    const world = after(['unknown']);
    const failedAt = world.now;
    t.equal(world.deliveryOf(ID).nextAttemptAt, failedAt + 5 * MINUTE, 'shown while it looks');
    for (const at of [10_000, 70_000, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE]) {
      tell(world, events.lookRetry);
      t.match(world.deliveryOf(ID), {
        status: 'verifying',
        nextAttemptAt: failedAt + Math.max(at, 5 * MINUTE),
      });
      t.strictSame(world.timersOf(ID), [{ timer: events.nextLook.type, dueAt: failedAt + at }]);
      tell(world, events.nextLook);
    }
    tell(world, events.lookRetry);
    t.equal(stateOf(world), 'unresolved');
    t.match(world.deliveryOf(ID), {
      status: 'failed',
      error: 'outcome unknown, check the account before sending again: no answer; 503',
    });
  },
);

void t.test('a lookup takes its time from the wait for the next attempt', async (t) => {
  for (const [lookups, waitMs] of [
    [0, 5 * MINUTE],
    [2, 5 * MINUTE],
    [4, 15 * MINUTE],
  ] as const) {
    for (const end of ['absent', 'cannotTell'] as const) {
      const world = after(['unknown']);
      const failedAt = world.now;
      for (let look = 0; look < lookups; look += 1) {
        tell(world, events.lookRetry);
        tell(world, events.nextLook);
      }
      tell(world, events[end]);
      t.equal(world.deliveryOf(ID).nextAttemptAt, failedAt + waitMs, `${end} after ${lookups}`);
    }
  }
});

void t.test('a call in doubt after a stop of the service is not repeated at once', async (t) => {
  const world = after(['interrupted', 'cannotTell']);
  t.equal(stateOf(world), 'in_doubt');
  t.equal(world.deliveryOf(ID).nextAttemptAt, WORLD_START + 5 * MINUTE);
});

void t.test(
  'a lookup that finds what the lost call made continues at once, in the same attempt',
  async (t) => {
    const world = after(['retry', 'backoff', 'unknown', 'lookProgress']);
    t.match(world.deliveryOf(ID), { status: 'sending', attempt: 2, nextAttemptAt: null });
    t.match(world.asked, [{ type: 'publish', params: { checkpoint: { draft: '5' }, attempt: 2 } }]);
  },
);

void t.test('before a second copy is sent, the delivery says that the first may be live', async (t) => {
  const world = after(['unknown', 'cannotTell']);
  t.match(world.deliveryOf(ID), {
    status: 'retrying',
    maybeLive: true,
    nextAttemptAt: WORLD_START + 5 * MINUTE,
    error: 'no answer; no evidence; the post may be live already',
  });
  tell(world, events.doubtBackoff);
  t.match(world.deliveryOf(ID), { status: 'sending', attempt: 2, maybeLive: true });
  tell(world, events.published);
  const live = world.deliveryOf(ID);
  t.match(live, { status: 'published', error: null });
  t.strictSame(live.warnings, ['an earlier attempt may be live too: no answer; no evidence']);
  t.equal('maybeLive' in live, false, 'it is live');
});

void t.test(
  'a person’s finding about a post in doubt decides, and the person can stop the next copy',
  async (t) => {
    const live = after(['unknown', 'cannotTell', 'resolveLive']).deliveryOf(ID);
    t.match(live, { status: 'published', networkPostId: '7', error: null, warnings: [] });
    const absent = after(['unknown', 'cannotTell', 'resolveAbsent']).deliveryOf(ID);
    t.match(absent, { status: 'retrying', nextAttemptAt: WORLD_START + 5 * MINUTE, attempt: 1 });
    t.equal('maybeLive' in absent, false);
    const given = after(['unknown', 'cannotTell', 'giveUp']);
    t.match(given.deliveryOf(ID), { status: 'failed', error: /^given up by a person; .*no answer/ });
    t.strictSame(given.timersOf(ID), [], 'nothing is sent any more');
    tell(given, events.send);
    t.match(given.asked, [{ type: 'verify' }], 'a new round looks first');
  },
);

void t.test('the error after repeated lost responses keeps the network’s message', async (t) => {
  const world = after(['unknown', 'cannotTell']);
  for (let attempt = 2; attempt <= 4; attempt += 1) {
    tell(world, events.doubtBackoff);
    tell(world, { type: 'outcome.unknown', reason: `503 at attempt ${attempt}` });
    tell(world, events.cannotTell);
  }
  t.equal(stateOf(world), 'unresolved');
  t.equal(
    world.deliveryOf(ID).error,
    'outcome unknown, check the account before sending again: 503 at attempt 4; no evidence',
  );
});

void t.test(
  'an attempt that is refused while an earlier one is in doubt does not fail for certain',
  async (t) => {
    const world = after(['unknown', 'cannotTell', 'doubtBackoff', 'rejected']);
    t.equal(stateOf(world), 'unresolved');
    t.match(world.deliveryOf(ID), {
      status: 'failed',
      maybeLive: true,
      error: /^outcome unknown.*no answer.*too long/,
    });
  },
);

void t.test(
  'without evidence the post is sent again if the account allows it, and not for an account on hold',
  async (t) => {
    const retried = after(['unknown', 'cannotTell']);
    t.equal(stateOf(retried), 'in_doubt');
    const held = after(['unknown', 'cannotTell'], { onUnknown: 'hold' });
    t.match(held.deliveryOf(ID), { status: 'failed', error: /^outcome unknown, check the account/ });
  },
);

void t.test(
  'a retry with an unknown outcome checks first, and sends if nothing can be found out',
  async (t) => {
    const world = after(['unknown', 'cannotTell', 'send'], { onUnknown: 'hold' });
    t.match(world.asked, [{ type: 'verify' }]);
    t.match(world.deliveryOf(ID), { status: 'verifying', attempt: 1, error: null });
    tell(world, events.cannotTell);
    t.match(world.asked, [{ type: 'publish', params: { checkpoint: null } }]);
    tell(world, events.unknown);
    tell(world, events.cannotTell);
    t.equal(stateOf(world), 'unresolved', 'asked once is sent once: a second lost answer is held again');
  },
);

void t.test(
  'a retry that comes after a proof of absence sends at once, without the pause of a retry',
  async (t) => {
    for (const lost of ['unknown', 'interrupted'] as const) {
      const world = after([lost, 'cannotTell', 'send', 'absent'], { onUnknown: 'hold' });
      t.match(world.deliveryOf(ID), { status: 'sending', attempt: 1 }, lost);
    }
  },
);

void t.test('after a stop of the service a lookup follows, and then the same step at once', async (t) => {
  const world = after([]);
  for (let crash = 1; crash <= MAX_CRASHES; crash += 1) {
    tell(world, events.interrupted);
    tell(world, events.absent);
    t.match(world.deliveryOf(ID), { status: 'sending', attempt: 1 }, `stop ${crash}`);
  }
  tell(world, events.interrupted);
  tell(world, events.absent);
  t.equal(stateOf(world), 'retrying', 'a step that stops the service every time waits like any failure');
});

void t.test('a step that always stops the service ends as failed', async (t) => {
  const world = after([]);
  for (let stops = 0; stateOf(world) !== 'failed'; stops += 1) {
    if (stops > 20) throw new Error('it goes on for ever');
    tell(world, events.interrupted);
    tell(world, events.absent);
    if (stateOf(world) === 'retrying') tell(world, events.backoff);
  }
  t.equal(world.deliveryOf(ID).attempt, RETRY_AFTER_MS.length + 1);
});

void t.test('a response lost after a stop is the network’s, and waits', async (t) => {
  t.equal(stateOf(after(['interrupted', 'absent', 'unknown', 'absent'])), 'retrying');
});

void t.test('a refresh names the version that was refused, and each attempt has two', async (t) => {
  const world = after(['expired']);
  t.match(world.asked, [{ type: 'refresh', params: { accountId: 'acc_a', refusedCredentials: 3 } }]);
  t.equal(world.deliveryOf(ID).status, 'sending', 'those who watch see it sending');
  t.equal(stateOf(after([...times(2, 'expired', 'refreshed'), 'expired'])), 'failed');
  t.equal(stateOf(after([...times(2, 'expired', 'refreshed'), 'retry', 'backoff', 'expired'])), 'refreshing');
});

void t.test('a token that is refused every time ends the delivery with the network’s message', async (t) => {
  const world = after([...times(2, 'expired', 'refreshed'), 'expired']);
  t.match(world.deliveryOf(ID), { status: 'failed', error: 'token over' });
});

const toldAccount = (world: World) =>
  world.mail.filter(({ actorId }) => actorId === 'acc_a').map(({ event }) => event);

void t.test('a refused access is reported to the account, and the delivery waits for 7 days', async (t) => {
  for (const said of [['reauthorize'], ['expired', 'refreshReauthorize']] as Said[][]) {
    const world = after(said);
    t.match(world.deliveryOf(ID), {
      status: 'pending',
      attempt: 1,
      nextAttemptAt: null,
      error: 'connect the account again, then this post continues by itself: sign in again',
    });
    t.strictSame(toldAccount(world), [
      { type: 'refused', deliveryId: ID, credentialsVersion: 3, reason: 'sign in again' },
    ]);
    t.strictSame(toldPost(world), [], 'its post waits with it');
    t.strictSame(world.timersOf(ID), [
      { timer: events.patience.type, dueAt: WORLD_START + ACCOUNT_PATIENCE_MS },
    ]);
    tell(world, events.patience);
    t.match(world.deliveryOf(ID), { status: 'failed', error: /not connected again within 7 days/ });
    t.equal(toldPost(world).length, 1);
  }
});

void t.test('once the account is connected again it continues, without another attempt', async (t) => {
  const world = after(['progress', 'expired', 'refreshReauthorize', 'accountHealthy']);
  t.match(world.asked, [{ type: 'publish', params: { checkpoint: { container: '9' }, attempt: 1 } }]);
  t.match(world.deliveryOf(ID), { status: 'sending', error: null });
});

void t.test('the 7 days belong to the round, however often the account breaks', async (t) => {
  const world = after(['reauthorize']);
  world.now += 5 * 24 * 60 * MINUTE;
  tell(world, events.accountHealthy);
  tell(world, events.reauthorize);
  t.equal(world.timersOf(ID)[0]?.dueAt, WORLD_START + ACCOUNT_PATIENCE_MS);
  tell(world, events.send);
  tell(world, events.reauthorize);
  t.equal(world.timersOf(ID)[0]?.dueAt, world.now + ACCOUNT_PATIENCE_MS, 'a new round has its own');
});

void t.test(
  'if a post may be live the lookup waits for the account, and then a person must check it',
  async (t) => {
    for (const said of [
      ['unknown', 'lookReauthorize'],
      ['unknown', 'lookExpired', 'refreshReauthorize'],
    ] as Said[][]) {
      const world = after(said);
      t.match(world.deliveryOf(ID), { status: 'verifying', error: /^connect the account again/ });
      t.match(toldAccount(world), [{ type: 'refused', credentialsVersion: 3 }]);
      tell(world, events.lookPatience);
      t.match(world.deliveryOf(ID), { status: 'failed', error: /^outcome unknown, .*not connected again/ });
      tell(world, events.send);
      t.equal(stateOf(world), 'verifying.looking');
    }
  },
);

void t.test('an account that was not notified has nobody waiting, so its message is ignored', async (t) => {
  for (const said of [[], ['retry'], ['unknown'], ['rejected']] as Said[][]) {
    const world = after(said);
    const before = world.rows.get(ID)!.snapshot;
    tell(world, events.accountHealthy);
    t.equal(world.rows.get(ID)!.snapshot, before, stateOf(world));
  }
});

void t.test('new credentials are reported to the account', async (t) => {
  for (const said of [
    ['expired', 'refreshed'],
    ['expired', 'cancel', 'refreshed'],
    ['unknown', 'lookExpired', 'refreshed'],
  ] as Said[][]) {
    t.strictSame(toldAccount(after(said)), [
      { type: 'renewed', credentialsVersion: 4, obtainedAt: WORLD_START, expiresAt: null },
    ]);
  }
});

void t.test('a rate limit is not a failure: it shows the next try, and counts no attempt', async (t) => {
  const world = after([]);
  for (let turn = 1; turn <= 10; turn += 1) {
    tell(world, events.limited);
    t.match(world.deliveryOf(ID), {
      status: 'pending',
      attempt: 1,
      nextAttemptAt: world.now + 2_000,
      error: 'slow down',
    });
    tell(world, events.turn);
    t.match(world.asked, [{ type: 'publish', params: { ticket: 'account', attempt: 1 } }], 'with its ticket');
  }
  tell(world, events.retry);
  tell(world, events.backoff);
  t.match(world.asked, [{ params: { ticket: null, attempt: 2 } }], 'a ticket is good once');
});

void t.test('a lookup that has to wait does not count as a lookup', async (t) => {
  const world = after(['unknown', ...times(VERIFY_AFTER_MS.length + 3, 'lookLimited', 'nextLook')]);
  t.equal(stateOf(world), 'verifying.looking');
  t.equal(world.deliveryOf(ID).context.looks, 0);
});

void t.test('a cancel during a call waits for its result, and ends accordingly', async (t) => {
  t.match(after(['cancel', 'published']).deliveryOf(ID), { status: 'published' });
  t.match(after(['cancel', 'retry']).deliveryOf(ID), { status: 'cancelled', error: '429' });
  t.match(after(['cancel', 'unknown', 'live']).deliveryOf(ID), { status: 'published' });
  t.match(after(['cancel', 'unknown', 'absent']).deliveryOf(ID), { status: 'cancelled' });
  t.match(after(['cancel', 'unknown', 'cannotTell']).deliveryOf(ID), {
    status: 'failed',
    error: /^outcome unknown/,
  });
});

void t.test('a delivery cancelled with an unknown outcome checks before it is sent again', async (t) => {
  t.equal(stateOf(after(['cancel', 'unknown', 'cannotTell', 'send'])), 'verifying.looking');
});

void t.test(
  'a send that joins a running call undoes its cancel and restarts the count of attempts',
  async (t) => {
    const world = after([...times(3, 'retry', 'backoff'), 'cancel', 'send']);
    t.equal(stateOf(world), 'sending');
    tell(world, events.retry);
    t.match(world.deliveryOf(ID), { status: 'retrying', attempt: 1, nextAttemptAt: world.now + 5 * MINUTE });
  },
);

void t.test(
  'a call that was joined does not continue from what was uploaded for the earlier round',
  async (t) => {
    for (const [said, how] of [
      [['progress', 'cancel', 'send', 'progress'], 'progress at once'],
      [['progress', 'cancel', 'send', 'waits', 'lookAgain'], 'progress later'],
      [['progress', 'cancel', 'send', 'retry', 'backoff'], 'a temporary failure'],
      [['progress', 'expired', 'cancel', 'send', 'refreshed'], 'a refresh'],
      [['progress', 'unknown', 'cancel', 'send', 'absentFrom', 'backoff'], 'a look'],
      [['progress', 'interrupted', 'cancel', 'send', 'absentFrom'], 'a stop'],
    ] as [Said[], string][]) {
      const world = after(said);
      t.match(world.asked, [{ type: 'publish', params: { checkpoint: null } }], how);
      tell(world, events.progress);
      t.match(
        world.asked,
        [{ type: 'publish', params: { checkpoint: { container: '9' } } }],
        `${how}, and on`,
      );
    }
    const world = after(['progress', 'cancel', 'send', 'unknown']);
    t.match(
      world.asked,
      [{ type: 'verify', params: { checkpoint: { container: '9' } } }],
      'a look needs it all the same',
    );
  },
);

void t.test('a call that the network accepted is waited for: neither cancelled nor sent again', async (t) => {
  const contextOf = (world: World) => world.deliveryOf(ID).context;
  const cancelled = after(['accepted', 'cancel']);
  t.equal(cancelled.deliveryOf(ID).status, 'processing', 'a cancel comes too late');
  t.equal(
    after(['cancel', 'accepted']).deliveryOf(ID).status,
    'processing',
    'asked for before, still too late',
  );
  t.equal(after(['accepted', 'cancel', 'lookAgain', 'published']).deliveryOf(ID).status, 'published');
  t.equal(after(['accepted', 'cancel', 'lookAgain', 'rejected']).deliveryOf(ID).status, 'failed');
  t.equal(after(['accepted', 'cancel', 'lookAgain', 'retry']).deliveryOf(ID).status, 'retrying');
  t.equal(after(['accepted', 'lookAgain', 'retry', 'cancel']).deliveryOf(ID).status, 'retrying');
  t.equal(after(['waits', 'cancel']).deliveryOf(ID).status, 'cancelled', 'before that it can be cancelled');

  const again = after(['accepted', 'cancel', 'send', 'lookAgain']);
  t.strictSame(contextOf(again).checkpoint, { container: '9' }, 'a new round goes on with what is under way');
  t.strictSame(contextOf(after(['accepted', 'lookAgain', 'retry', 'send'])).checkpoint, { container: '9' });
  t.equal(contextOf(after(['accepted', 'lookAgain', 'rejected', 'send'])).checkpoint, null);

  const worn = after(['accepted', 'lookAgain', ...times(3, 'retry', 'backoff'), 'retry']);
  t.match(worn.deliveryOf(ID), { status: 'failed' });
  t.equal(stateOf(worn), 'unresolved');
  t.match(contextOf(worn), { error: /check the account/ }, 'nobody knows: a person looks');
});

void t.test('messages of earlier rounds are ignored', async (t) => {
  for (const said of [
    [],
    ['waits'],
    ['retry'],
    ['expired'],
    ['unknown'],
    ['unknown', 'lookRetry'],
    ['rejected'],
    ['waits', 'cancel'],
  ] as Said[][]) {
    const world = after(said);
    const before = world.rows.get(ID)!.snapshot;
    tell(world, { type: 'cancel', round: 0 });
    tell(world, { type: 'send', round: 1 });
    t.equal(world.rows.get(ID)!.snapshot, before, stateOf(world));
  }
});

void t.test(
  'a cancel that arrives before the send to which it belongs makes the delivery ignore that send',
  async (t) => {
    for (const said of [
      [],
      ['waits'],
      ['retry'],
      ['unknown'],
      ['rejected'],
      ['waits', 'cancel'],
    ] as Said[][]) {
      const world = after(said);
      tell(world, { type: 'cancel', round: 2 });
      const state = stateOf(world);
      tell(world, { type: 'send', round: 2 });
      t.equal(stateOf(world), state);
      t.equal(
        world.deliveryOf(ID).context.cancelRequested,
        ['sending', 'verifying.looking'].includes(state),
        state,
      );
      tell(world, { type: 'send', round: 3 });
      t.equal(world.deliveryOf(ID).context.round, 3, 'the next round is');
      t.equal(world.deliveryOf(ID).context.cancelRequested, false);
    }
  },
);

void t.test('a send may change what happens after an unknown outcome', async (t) => {
  for (const said of [[], ['retry'], ['rejected'], ['unknown']] as Said[][]) {
    const world = after(said);
    tell(world, { type: 'send', round: 2, onUnknown: 'hold' });
    t.equal(world.deliveryOf(ID).context.onUnknown, 'hold');
    tell(world, { type: 'send', round: 3 });
    t.equal(world.deliveryOf(ID).context.onUnknown, 'hold', 'kept where nothing is said');
  }
});

void t.test('the time of the next attempt is shown only while it is waited for', async (t) => {
  t.ok(after(['retry']).deliveryOf(ID).nextAttemptAt);
  t.ok(after(['waits']).deliveryOf(ID).nextAttemptAt);
  t.ok(after(['unknown']).deliveryOf(ID).nextAttemptAt);
  t.ok(after(['unknown', 'lookRetry']).deliveryOf(ID).nextAttemptAt);
  for (const said of [
    [],
    ['retry', 'cancel'],
    ['waits', 'cancel'],
    ['unknown', 'lookReauthorize'],
    ['retry', 'backoff'],
  ] as Said[][]) {
    t.equal(after(said).deliveryOf(ID).nextAttemptAt, null, said.join(', '));
  }
});

void t.test('the table covers every state of the chart', async (t) => {
  const met = new Set(Object.values(table).map((start) => stateOf(after(start.said, start))));
  const resting = Object.values(delivery.root.states).filter(({ always }) => !always);
  const atoms = resting.flatMap((state) =>
    state.type === 'compound' ? Object.keys(state.states).map((key) => `${state.key}.${key}`) : [state.key],
  );
  t.strictSame([...met].sort(), atoms.sort());
});

void t.test(
  'a missing app is waited for, and its account learns that the account is not the cause',
  async (t) => {
    const world = after(['expired', 'refreshUnconfigured']);
    t.equal(stateOf(world), 'waiting_account');
    t.equal(
      world.deliveryOf(ID).error,
      'this post continues by itself once the settings are fixed: X_CLIENT_ID is not set',
    );
    const report = world.mail.find(({ event }) => event.type === 'refused');
    t.match(report?.event, { deliveryId: ID, credentialsVersion: 3, unconfigured: true });
  },
);

void t.test('differences between the published post and the request are stored with it', async (t) => {
  t.strictSame(after(['published']).deliveryOf(ID).warnings, []);
  for (const [before, type] of [
    [[], 'outcome.published'],
    [['unknown'], 'finding.live'],
  ] as const) {
    const world = after([...before]);
    world.tell(ID, { type, networkPostId: '7', url: null, warnings: ['it is private'] });
    t.strictSame(world.deliveryOf(ID).warnings, ['it is private']);
  }
});
