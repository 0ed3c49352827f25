/** The network's own code on a delivery: it is there as long as the error it belongs to, and never beside another. */
import t from 'tap';
import { World, WORLD_START, type Answer } from '../support/machine-world.ts';

const ID = 'dlv_1';
const CODE = '190/463';

/** Every way in which a step fails at the network, with the network's code. */
const FAILURES = {
  retry: { type: 'outcome.retry', reason: 'too fast', code: CODE },
  rejected: { type: 'outcome.rejected', reason: 'too long', code: CODE },
  expired: { type: 'outcome.expired', reason: 'the token has expired', code: CODE, credentialsVersion: 3 },
  reauthorize: { type: 'outcome.reauthorize', reason: 'sign in again', code: CODE, credentialsVersion: 3 },
} as const;
/** A response that proves nothing, with a code. */
const BROKEN = { type: 'outcome.unknown', reason: 'HTTP 503', code: 'http_503' };
const BACKOFF = { type: 'xstate.after.backoff.delivery.retrying' };
const PUBLISHED = { type: 'outcome.published', networkPostId: '7', url: null };

function after(...said: Answer[]): World {
  const world = new World({ reaches: () => false });
  const input = { deliveryId: ID, postId: 'post_1', accountId: 'acc_a', platform: 'instagram' };
  world.start('delivery', ID, { ...input, onUnknown: 'retry', round: 1 });
  for (const one of said) tell(world, one);
  return world;
}
function tell(world: World, event: Answer): void {
  const timer = world.timersOf(ID).find(({ timer }) => timer === event.type);
  if (timer) world.now = timer.dueAt;
  world.tell(ID, event);
}
const codeOf = (world: World) => world.deliveryOf(ID).networkCode;

void t.test('a delivery that a network refuses has the network’s code, however it goes on', async (t) => {
  for (const [name, failure] of Object.entries(FAILURES)) t.equal(codeOf(after(failure)), CODE, name);
  for (const [name, { code, ...failure }] of Object.entries(FAILURES))
    t.notOk('networkCode' in after(failure).deliveryOf(ID), `${name} without ${code}`);
});

void t.test('a code goes with its error', async (t) => {
  const { retry, rejected, expired, reauthorize } = FAILURES;
  const budget = { type: 'outcome.limited', reason: 'slow down', afterMs: 1_000, ticket: null };
  const waysOn: { [what: string]: Answer[] } = {
    'published by the next attempt': [retry, BACKOFF, PUBLISHED],
    'another attempt without a code': [retry, BACKOFF, { type: 'outcome.retry', reason: 'no connection' }],
    'a rate limit of our own': [retry, BACKOFF, budget],
    'a new round': [rejected, { type: 'send', round: 2 }],
    'the account works again': [reauthorize, { type: 'account.healthy' }],
    'the account does not work for 7 days': [
      reauthorize,
      { type: 'xstate.after.patience.delivery.waiting_account' },
    ],
    'the refresh needs a person': [
      expired,
      { type: 'refresh.reauthorize', reason: 'sign in again', credentialsVersion: 3 },
    ],
    'a stop of the service': [retry, BACKOFF, { type: 'outcome.interrupted', reason: 'stopped' }],
  };
  for (const [what, said] of Object.entries(waysOn)) t.equal(codeOf(after(...said)), undefined, what);
  const another = after(retry, BACKOFF, { ...retry, code: '613' });
  t.equal(codeOf(another), '613', 'the next refusal has its own');
});

void t.test('what may be live has no code: nothing is said to be refused', async (t) => {
  const nothing = { type: 'finding.cannot_tell', reason: 'no evidence' };
  t.match(after(BROKEN).deliveryOf(ID), { status: 'verifying', networkCode: undefined });
  const inDoubt = after(BROKEN, nothing);
  t.match(inDoubt.deliveryOf(ID), { maybeLive: true, networkCode: undefined });
  tell(inDoubt, { type: 'xstate.after.backoff.delivery.in_doubt' });
  tell(inDoubt, FAILURES.rejected);
  t.match(inDoubt.deliveryOf(ID), { status: 'failed', maybeLive: true, networkCode: undefined });
  tell(inDoubt, { type: 'resolve.give_up' });
  t.match(inDoubt.deliveryOf(ID), { status: 'failed', networkCode: undefined });
});

void t.test('once a lookup shows that nothing is live, the code of the lost call is shown', async (t) => {
  const world = after(BROKEN, { type: 'finding.absent' });
  t.match(world.deliveryOf(ID), { status: 'retrying', error: 'HTTP 503', networkCode: 'http_503' });
});

void t.test('a lookup’s own failure is not the post’s: it changes neither error nor code', async (t) => {
  const looks: Answer[] = [
    { type: 'finding.retry', reason: 'HTTP 429' },
    { type: 'finding.limited', reason: 'slow down', afterMs: 1_000 },
    { type: 'finding.expired', reason: 'the token has expired', credentialsVersion: 3 },
  ];
  for (const look of looks) {
    const world = after(BROKEN, look);
    const { error, networkCode } = JSON.parse(world.rows.get(ID)!.snapshot).context;
    t.strictSame({ error, networkCode }, { error: 'HTTP 503', networkCode: 'http_503' }, look.type);
  }
});

void t.test('a delivery of an older version has no code until a network refuses it', async (t) => {
  const world = after({ type: 'outcome.retry', reason: 'no connection' });
  const row = world.rows.get(ID)!;
  t.notOk('networkCode' in JSON.parse(row.snapshot).context, 'its stored form is as it was');
  tell(world, BACKOFF);
  tell(world, FAILURES.rejected);
  t.equal(codeOf(world), CODE);
  t.ok(world.now > WORLD_START);
});
