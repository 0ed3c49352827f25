import t from 'tap';
import {
  type AccountContext,
  type AccountInput,
  APP_AGAIN_MS,
  KEEP_ALIVE_MS,
  REFRESH_AGAIN_MS,
  REVOKE_AGAIN_MS,
  WARN_AHEAD_MS,
} from '../../machines/account.ts';
import { projectAccount } from '../../src/kinds/account.ts';
import { type Answer, World, WORLD_START } from '../support/machine-world.ts';
import { replay } from '../support/replay.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ID = 'acc_a';
const START: AccountInput = {
  accountId: ID,
  credentialsVersion: 1,
  obtainedAt: WORLD_START,
  expiresAt: null,
  renewable: false,
  jitter: 0,
};

function account(input: Partial<AccountInput> = {}, said: Answer[] = []): World {
  const world = new World({ reaches: () => false });
  world.start('account', ID, { ...START, ...input });
  for (const event of said) tell(world, event);
  return world;
}
/** Sends an event; an effect that it is the result of is no longer pending. */
function tell(world: World, event: Answer): void {
  if (/^(?:refresh|revoke)\./.test(event.type) || event.type === 'waiting.found') world.asked.length = 0;
  world.tell(ID, event);
}
const stateOf = (world: World) => {
  const value = world.value(ID);
  return typeof value === 'string' ? value : Object.entries(value as object)[0]!.join('.');
};
const shown = (world: World) => projectAccount(world.snapshot(ID)).status;
const contextOf = (world: World) => world.snapshot(ID).context as AccountContext;
const dueIn = (world: World) => world.timersOf(ID).map(({ dueAt }) => dueAt - world.now);
const told = (world: World) =>
  world.mail.filter(({ actorId }) => actorId !== ID).map(({ actorId, event }) => [actorId, event.type]);

/** No timer is due within an hour: tests fire those by name. */
const events = {
  connected: {
    type: 'connected',
    renewable: false,
    credentialsVersion: 9,
    obtainedAt: WORLD_START,
    expiresAt: WORLD_START + 60 * DAY,
  },
  connectedBefore: {
    type: 'connected',
    renewable: true,
    credentialsVersion: 1,
    obtainedAt: WORLD_START,
    expiresAt: null,
  },
  renewed: { type: 'renewed', credentialsVersion: 9, obtainedAt: WORLD_START, expiresAt: null },
  renewedBefore: { type: 'renewed', credentialsVersion: 1, obtainedAt: WORLD_START, expiresAt: null },
  refused: { type: 'refused', deliveryId: 'dlv_1', credentialsVersion: 1, reason: 'signed out' },
  refusedBefore: { type: 'refused', deliveryId: 'dlv_1', credentialsVersion: 0, reason: 'signed out' },
  refusedLater: { type: 'refused', deliveryId: 'dlv_1', credentialsVersion: 2, reason: 'revoked' },
  found: { type: 'waiting.found', deliveryIds: ['dlv_1', 'dlv_2'], more: false },
  foundMore: { type: 'waiting.found', deliveryIds: ['dlv_1', 'dlv_2'], more: true },
  disconnect: { type: 'disconnect' },
  refreshed: { type: 'refresh.refreshed', credentialsVersion: 2, obtainedAt: WORLD_START, expiresAt: null },
  refreshRetry: { type: 'refresh.retry', reason: '503' },
  refusedUnconfigured: {
    type: 'refused',
    deliveryId: 'dlv_1',
    credentialsVersion: 1,
    reason: 'X_CLIENT_ID is not set',
    unconfigured: true,
  },
  refreshUnconfigured: {
    type: 'refresh.unconfigured',
    reason: 'X_CLIENT_ID is not set',
    credentialsVersion: 1,
  },
  configured: { type: 'configured' },
  revoked: { type: 'revoke.revoked' },
  revokeRetry: { type: 'revoke.retry', reason: '503' },
  revokeRefused: { type: 'revoke.refused', reason: 'invalid_client' },
  forgotten: { type: 'access.forgotten' },
  refreshReauthorize: { type: 'refresh.reauthorize', reason: 'revoked', credentialsVersion: 1 },
  renewal: { type: 'xstate.after.renewal.account.healthy.renewable' },
  renewalWhileExpiring: { type: 'xstate.after.renewal.account.expiring.renewable' },
  warning: { type: 'xstate.after.warning.account.healthy.ending' },
  end: { type: 'xstate.after.end.account.expiring.ending' },
  appLook: { type: 'xstate.after.appLook.account.needs_app.waiting' },
  revokeAgain: { type: 'xstate.after.revokeAgain.account.disconnected.waiting' },
  lastReport: { type: 'xstate.after.lastReport.account.disconnected' },
} satisfies { [name: string]: Answer };
type Said = keyof typeof events;

const renewable = { renewable: true, expiresAt: WORLD_START + 60 * DAY };
const always = {
  connected: 'healthy.ending',
  renewed: 'healthy.lasting',
  refused: 'needs_reconnect',
  refusedBefore: 'stays',
  refusedLater: 'needs_reconnect',
  refusedUnconfigured: 'needs_app.waiting',
  found: 'stays',
  foundMore: 'stays',
  disconnect: 'disconnected.revoking',
  refreshed: 'healthy.lasting',
} as const;
const gone = {
  refused: 'stays',
  refusedBefore: 'stays',
  refusedLater: 'stays',
  refusedUnconfigured: 'stays',
  found: 'stays',
  foundMore: 'stays',
  lastReport: 'gone',
} as const;
const renewing = { ...always, renewed: 'healthy.renewable', refreshed: 'healthy.renewable' } as const;

/** For each situation the result of every event; events that are not listed are ignored. */
const table: {
  [situation: string]: {
    input?: Partial<AccountInput>;
    said?: Answer[];
    state: string;
    shown: string;
    leadsTo: { [event in Said]?: string };
  };
} = {
  'credentials without an end': { state: 'healthy.lasting', shown: 'healthy', leadsTo: always },
  'a token of 60 days that nothing renews': {
    input: { expiresAt: WORLD_START + 60 * DAY },
    state: 'healthy.ending',
    shown: 'healthy',
    leadsTo: { ...always, warning: 'expiring.ending' },
  },
  'a token with less than 14 days that nothing renews': {
    input: { expiresAt: WORLD_START + 10 * DAY },
    state: 'expiring.ending',
    shown: 'expiring',
    leadsTo: { ...always, end: 'needs_reconnect' },
  },
  'a token that is over when it comes': {
    input: { expiresAt: WORLD_START - DAY },
    state: 'needs_reconnect',
    shown: 'needs_reconnect',
    leadsTo: {
      ...always,
      refused: undefined,
      refusedBefore: undefined,
      refusedUnconfigured: undefined,
      refusedLater: 'stays',
    } as never,
  },
  'a token of 60 days that is renewed': {
    input: renewable,
    state: 'healthy.renewable',
    shown: 'healthy',
    leadsTo: { ...renewing, renewal: 'refreshing' },
  },
  'being renewed': {
    input: renewable,
    said: [events.renewal],
    state: 'refreshing',
    shown: 'healthy',
    leadsTo: {
      ...renewing,
      refreshRetry: 'healthy.renewable',
      refreshReauthorize: 'needs_reconnect',
      refreshUnconfigured: 'needs_app.waiting',
    },
  },
  'not renewed for 50 of 60 days': {
    input: { renewable: true, obtainedAt: WORLD_START - 50 * DAY, expiresAt: WORLD_START + 10 * DAY },
    said: [events.renewal, events.refreshRetry],
    state: 'expiring.renewable',
    shown: 'expiring',
    leadsTo: { ...renewing, renewalWhileExpiring: 'refreshing' },
  },
  'being renewed at last': {
    input: { renewable: true, obtainedAt: WORLD_START - 50 * DAY, expiresAt: WORLD_START + 10 * DAY },
    said: [events.renewal, events.refreshRetry, events.renewalWhileExpiring],
    state: 'refreshing',
    shown: 'expiring',
    leadsTo: {
      ...renewing,
      refreshRetry: 'expiring.renewable',
      refreshReauthorize: 'needs_reconnect',
      refreshUnconfigured: 'needs_app.waiting',
    },
  },
  refused: {
    said: [events.refused],
    state: 'needs_reconnect',
    shown: 'needs_reconnect',
    leadsTo: {
      ...always,
      refused: undefined,
      refusedBefore: undefined,
      refusedUnconfigured: undefined,
      refusedLater: 'stays',
    } as never,
  },
  'without the app that renews it': {
    input: renewable,
    said: [events.renewal, events.refreshUnconfigured],
    state: 'needs_app.waiting',
    shown: 'needs_app',
    leadsTo: {
      ...renewing,
      refused: 'needs_reconnect',
      refusedUnconfigured: undefined,
      configured: 'needs_app.looking',
      appLook: 'needs_app.looking',
    } as never,
  },
  'looking whether its app is there': {
    input: renewable,
    said: [events.renewal, events.refreshUnconfigured, events.configured],
    state: 'needs_app.looking',
    shown: 'needs_app',
    leadsTo: {
      ...renewing,
      refused: 'needs_reconnect',
      refusedUnconfigured: undefined,
      refreshRetry: 'needs_app.waiting',
      refreshReauthorize: 'needs_reconnect',
      refreshUnconfigured: 'needs_app.waiting',
    } as never,
  },
  'disconnected, its access being ended': {
    said: [events.disconnect],
    state: 'disconnected.revoking',
    shown: 'disconnected',
    leadsTo: {
      ...gone,
      revoked: 'disconnected.settled',
      revokeRetry: 'disconnected.waiting',
      revokeRefused: 'disconnected.unrevoked',
    },
  },
  'disconnected, its network being down': {
    said: [events.disconnect, events.revokeRetry],
    state: 'disconnected.waiting',
    shown: 'disconnected',
    leadsTo: { ...gone, revokeAgain: 'disconnected.revoking' },
  },
  'disconnected, its access ended': {
    said: [events.disconnect, events.revoked],
    state: 'disconnected.settled',
    shown: 'disconnected',
    leadsTo: gone,
  },
  'disconnected, its access left as it is': {
    said: [events.disconnect, events.revokeRefused],
    state: 'disconnected.unrevoked',
    shown: 'disconnected',
    leadsTo: gone,
  },
};

for (const [situation, { input, said = [], state, shown: status, leadsTo }] of Object.entries(table)) {
  void t.test(`${situation}: each event leads to the expected state`, async (t) => {
    for (const name of Object.keys(events) as Said[]) {
      const world = account(input, said);
      t.equal(stateOf(world), state);
      t.equal(shown(world), status);
      const { seq } = world.rows.get(ID)!;
      const wanted = leadsTo[name];
      tell(world, events[name]);
      if (wanted === undefined) t.equal(world.rows.get(ID)!.seq, seq, `${name} is not heard`);
      else t.equal(stateOf(world), wanted === 'stays' ? state : wanted, `${name} leads to ${wanted}`);
      replay(world);
    }
  });
}

void t.test('linkedin: a warning comes 14 days before the end, and then a person is needed', async (t) => {
  const world = account({ expiresAt: WORLD_START + 60 * DAY });
  t.strictSame(dueIn(world), [60 * DAY - WARN_AHEAD_MS]);
  world.elapse(46 * DAY - 1);
  t.equal(shown(world), 'healthy');
  world.elapse(1);
  t.strictSame(projectAccount(world.snapshot(ID)), {
    status: 'expiring',
    reason: null,
    expiresAt: WORLD_START + 60 * DAY,
  });
  world.elapse(14 * DAY);
  t.match(projectAccount(world.snapshot(ID)), { status: 'needs_reconnect', reason: 'the access has ended' });
  t.strictSame(world.mail, [], 'and waits for a person alone');
});

void t.test('instagram: credentials are refreshed 20 to 26 days before they expire', async (t) => {
  for (const [jitter, ahead] of [
    [0, 20 * DAY],
    [1, 26 * DAY],
  ] as const) {
    const world = account({ ...renewable, jitter });
    t.strictSame(dueIn(world), [60 * DAY - ahead]);
    world.script = ({ type }) =>
      type === 'refreshAccount'
        ? {
            ...events.refreshed,
            credentialsVersion: contextOf(world).credentialsVersion + 1,
            obtainedAt: world.now,
            expiresAt: world.now + 60 * DAY,
          }
        : null;
    for (let day = 0; day < 400; day += 1) {
      world.elapse(DAY);
      t.equal(shown(world), 'healthy', `day ${day}`);
    }
    t.equal(world.everAsked.length, Math.floor((400 * DAY) / (60 * DAY - ahead)));
  }
});

void t.test(
  'a refresh that fails is tried again, and causes a warning when only 14 days are left',
  async (t) => {
    const world = account(renewable);
    world.script = ({ type }) => (type === 'refreshAccount' ? events.refreshRetry : null);
    world.elapse(40 * DAY);
    t.equal(world.everAsked.length, 1);
    t.strictSame(dueIn(world), [REFRESH_AGAIN_MS[0]]);
    for (const [index, waitMs] of REFRESH_AGAIN_MS.entries()) {
      t.strictSame(dueIn(world), [waitMs], `after ${index + 1}`);
      world.elapse(waitMs);
    }
    t.strictSame(dueIn(world), [DAY], 'then day by day');
    t.equal(shown(world), 'healthy');
    world.elapse(6 * DAY);
    t.match(projectAccount(world.snapshot(ID)), {
      status: 'expiring',
      expiresAt: WORLD_START + 60 * DAY,
    });
    world.script = ({ type }) =>
      type === 'refreshAccount'
        ? { ...events.refreshed, obtainedAt: world.now, expiresAt: world.now + 60 * DAY }
        : null;
    world.elapse(DAY);
    t.equal(shown(world), 'healthy', 'and well again');
  },
);

void t.test('if a network names a time, it is not asked before', async (t) => {
  const world = account(renewable, [events.renewal]);
  tell(world, { ...events.refreshRetry, afterMs: 3 * DAY });
  t.strictSame(dueIn(world), [60 * DAY - 20 * DAY], 'the plan is later than that');
  const late = account({
    ...renewable,
    obtainedAt: WORLD_START - 45 * DAY,
    expiresAt: WORLD_START + 15 * DAY,
  });
  tell(late, events.renewal);
  tell(late, { ...events.refreshRetry, afterMs: DAY });
  t.strictSame(dueIn(late), [DAY]);
});

void t.test('bluesky: a session of two hours is kept alive week by week, without warnings', async (t) => {
  const world = account({ renewable: true, expiresAt: WORLD_START + 2 * HOUR, jitter: 0.5 });
  t.strictSame(dueIn(world), [Math.round(KEEP_ALIVE_MS * 0.95)]);
  world.script = ({ type }) => (type === 'refreshAccount' ? events.refreshRetry : null);
  for (let day = 0; day < 30; day += 1) {
    world.elapse(DAY);
    t.equal(shown(world), 'healthy');
  }
  t.ok(world.everAsked.length > 10, 'though renewing fails');
});

void t.test('a clock ahead of the network’s does not cause endless refreshes', async (t) => {
  const world = account({ renewable: true, expiresAt: WORLD_START - 1 });
  world.script = () => ({ ...events.refreshed, obtainedAt: world.now, expiresAt: world.now - HOUR });
  world.elapse(30 * DAY);
  t.ok(world.everAsked.length < 8, `${world.everAsked.length} in a month`);
});

void t.test('a delivery that was refused with older credentials continues at once', async (t) => {
  const world = account({ credentialsVersion: 2 }, [events.refused]);
  t.equal(shown(world), 'healthy');
  t.strictSame(told(world), [['dlv_1', 'account.healthy']]);
});

void t.test('a thousand refusals of a broken account are one step', async (t) => {
  const world = account({}, [events.refused]);
  const { seq } = world.rows.get(ID)!;
  for (let count = 0; count < 1000; count += 1)
    tell(world, { ...events.refused, deliveryId: `dlv_${count}` });
  t.equal(world.rows.get(ID)!.seq, seq);
});

void t.test('once connected again it finds the waiting deliveries and notifies them', async (t) => {
  const world = account({}, [events.refused, events.connected]);
  t.equal(shown(world), 'healthy');
  t.match(world.asked, [{ type: 'findWaiting', params: { accountId: ID, after: '' } }]);
  tell(world, events.foundMore);
  t.match(world.asked, [{ type: 'findWaiting', params: { after: 'dlv_2' } }]);
  tell(world, { type: 'waiting.found', deliveryIds: [], more: false });
  t.strictSame(world.asked, []);
  t.strictSame(told(world), [
    ['dlv_1', 'account.healthy'],
    ['dlv_2', 'account.healthy'],
  ]);
});

void t.test('credentials that a delivery refreshed also fix the account', async (t) => {
  const world = account({}, [events.refused, { ...events.renewed, credentialsVersion: 2 }]);
  t.equal(shown(world), 'healthy');
  t.match(world.asked, [{ type: 'findWaiting' }]);
});

void t.test('a refresh of its own that ends after a refusal fixes it', async (t) => {
  const world = account(renewable, [events.renewal, events.refused]);
  t.equal(shown(world), 'needs_reconnect');
  tell(world, { ...events.refreshed, expiresAt: WORLD_START + 60 * DAY });
  t.equal(shown(world), 'healthy');
});

void t.test('once disconnected it releases the waiting deliveries, and later ones too', async (t) => {
  const world = account({}, [events.refused, events.disconnect]);
  t.ok(world.asked.some(({ type }) => type === 'findWaiting'));
  tell(world, events.found);
  tell(world, { ...events.refused, deliveryId: 'dlv_3', credentialsVersion: 7 });
  t.strictSame(
    told(world).map(([id]) => id),
    ['dlv_1', 'dlv_2', 'dlv_3'],
  );
  world.elapse(9 * DAY);
  t.equal(world.rows.get(ID)!.status, 'done');
});

void t.test(
  'a missing app is waited for, in the end hour by hour, and nobody has to connect again',
  async (t) => {
    const world = account(renewable);
    world.script = ({ type }) => (type === 'refreshAccount' ? events.refreshUnconfigured : null);
    world.elapse(40 * DAY);
    t.match(projectAccount(world.snapshot(ID)), { status: 'needs_app', reason: 'X_CLIENT_ID is not set' });
    for (const waitMs of [...APP_AGAIN_MS, HOUR, HOUR]) {
      t.strictSame(dueIn(world), [waitMs]);
      world.elapse(waitMs);
    }
    t.strictSame(told(world), []);
    world.script = () => null;
    tell(world, events.configured);
    t.match(world.asked, [{ type: 'refreshAccount', params: { accountId: ID, refusedCredentials: 1 } }]);
    tell(world, { ...events.refreshed, expiresAt: WORLD_START + 90 * DAY });
    t.equal(shown(world), 'healthy');
    t.match(world.asked, [{ type: 'findWaiting' }], 'and who waits goes on');
  },
);

void t.test(
  'a delivery that finds the app missing makes its account wait for the app; with older credentials it continues',
  async (t) => {
    const world = account({ ...renewable, credentialsVersion: 2 }, [events.refusedUnconfigured]);
    t.equal(shown(world), 'healthy');
    t.strictSame(told(world), [['dlv_1', 'account.healthy']]);
    tell(world, { ...events.refusedUnconfigured, credentialsVersion: 2 });
    t.equal(shown(world), 'needs_app');
  },
);

void t.test(
  'once disconnected it tries a few times to end its access, then records that it did not end',
  async (t) => {
    const world = account({}, [events.disconnect]);
    t.match(world.asked, [
      { type: 'findWaiting' },
      { type: 'revokeAccess', params: { accountId: ID, triesLeft: true } },
    ]);
    for (const waitMs of REVOKE_AGAIN_MS) {
      tell(world, events.revokeRetry);
      t.ok(dueIn(world).includes(waitMs), `again in ${waitMs} ms`);
      world.elapse(waitMs);
      t.equal(stateOf(world), 'disconnected.revoking');
    }
    t.match(world.asked, [{ type: 'revokeAccess', params: { triesLeft: false } }], 'the last one knows it');
    tell(world, { ...events.revokeRetry, reason: 'still down' });
    t.equal(stateOf(world), 'disconnected.unrevoked');
    t.equal(contextOf(world).reason, 'still down');
    t.match(world.asked, [{ type: 'forgetAccess', params: { accountId: ID } }], 'what was kept for it goes');
    tell(world, events.forgotten);
    world.elapse(9 * DAY);
    t.equal(world.rows.get(ID)!.status, 'done');
  },
);

void t.test('if a network names the time of the next try to end an access, it is kept', async (t) => {
  const world = account({}, [events.disconnect, { ...events.revokeRetry, afterMs: 2 * HOUR }]);
  t.ok(dueIn(world).includes(2 * HOUR));
});
