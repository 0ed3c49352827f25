/** What keeps a run from sending: its end, an account that cannot send, the end of the plan, a pause in the debugger. */
import t from 'tap';
import { HELD_FOR_MS, WINDOW_MS } from '../../machines/flow/setup.ts';
import { SEND_AGAIN_AFTER_MS } from '../../machines/message-send.ts';
import { lockInto } from '../../src/engine/take.ts';
import type { Plan } from '../../src/base/plans/plan.ts';
import { setPlan } from '../../src/features/workspaces/set-plan.ts';
import { keyword, message, withPeople } from '../automations/with-people.ts';
import { eventually } from '../support/eventually.ts';
import type { ReadSchema } from '../support/typed-calls.ts';

const MINUTE = 60_000;
type World = Awaited<ReturnType<typeof withPeople>>;

/** What the person was sent, as the network has it. */
const received = async ({ control }: World): Promise<string[]> =>
  (await control('people?network=instagram&username=ann')).messages
    .filter(({ byAccount }: { byAccount: boolean }) => byAccount)
    .map(({ text }: { text: string }) => text);

/** Nothing of a run is under way any more: its effects, and the sends that it started. */
const settled = ({ service }: World, conversationId: string) =>
  eventually(async () => {
    const rows = await service.sql`
      select from actors a join effects e on e.actor_id = a.id
      where a.kind in ('dm_run', 'message_send') and a.parent_id = ${conversationId}`;
    return rows.length === 0;
  });

/** Tells the actor of the account something. */
const tellAccount = ({ service, accountId }: World, event: { type: string; [field: string]: unknown }) =>
  service.context.node.command(async (tx, turn) => {
    turn.deliver((await lockInto(tx, turn, accountId))!, event);
    return { result: null };
  });

const breakAccess = async (world: World) => {
  const { service, accountId } = world;
  const [row] =
    await service.sql`select credentials_version as version from accounts where id = ${accountId}`;
  await tellAccount(world, { type: 'deauthorized', credentialsVersion: row!['version'], reason: 'removed' });
};

/** A person's own end of a run: how each is brought about, and the reason that follows. */
const ENDS: { [reason: string]: (world: World, run: ReadSchema<'DmRun'>) => Promise<unknown> } = {
  human_reply: async ({ call, conversation }) =>
    call('POST', `/v1/inbox/${(await conversation()).id}/messages`, { message: 'I am here' }),
  stopped: ({ act }) => act('ann', { say: 'stop' }),
  'stopped by hand': ({ call }, { id }) => call('POST', `/v1/dm-runs/${id}/stop`, {}),
};

for (const [name, end] of Object.entries(ENDS))
  void t.test(
    `a message that waits to be sent again is not sent after the end of its run: ${name}`,
    async (t) => {
      const world = await withPeople(t);
      const { act, make, run, ended, said, sandbox, advance, conversation, runs } = world;
      const made = await make({
        trigger: keyword('price'),
        steps: [message('It costs 5'), message('Anything else?')],
      });
      sandbox.sandbox.faults.add({
        kind: 'status',
        status: 429,
        network: 'instagram',
        call: 'messages',
        times: 1,
      });
      await act('ann', { say: 'price' });
      await run(made.id, ({ status }) => status === 'active');
      await eventually(() => sandbox.sandbox.faults.list().length === 0);
      const { id } = await conversation();
      await settled(world, id);
      t.strictSame(await received(world), []);
      await end(world, (await runs(made.id))[0]);
      await ended(made.id, name === 'human_reply' ? 'human_reply' : 'stopped');
      advance(SEND_AGAIN_AFTER_MS[0]);
      const refused = await eventually(async () => (await said()).find(({ status }) => status === 'failed'));
      t.match(refused, {
        text: 'It costs 5',
        by: 'automation',
        error: /^not sent: the run had ended \(\w+\)$/,
      });
      await settled(world, id);
      t.strictSame(await received(world), name === 'human_reply' ? ['I am here'] : []);
    },
  );

void t.test('what a run has decided is not done when it ends before', async (t) => {
  const world = await withPeople(t);
  const { act, make, run, call, said, saidBy, service, advance, conversation, runs } = world;
  const wait = { type: 'wait', minutes: 1 };
  const always = { reentry: 'always', cooldownHours: 0 };
  const speaks = await make({
    trigger: keyword('speak'),
    ...always,
    steps: [message('One'), wait, message('Two')],
  });
  const flags = await make({
    trigger: keyword('help'),
    ...always,
    steps: [message('One'), wait, { type: 'handoff' }],
  });
  for (const [index, [word, { id: automationId }]] of [
    ['speak', speaks] as const,
    ['help', flags] as const,
  ].entries()) {
    await act('ann', { say: word });
    await run(automationId, ({ steps }) => steps.length === 2);
    await saidBy(index + 1);
    const { id } = await conversation();
    const [{ id: runId }] = await runs(automationId);
    // the effect of the third step waits for the row of the conversation, and the run ends meanwhile
    await service.sql.begin(async (tx) => {
      await tx`select from actors where id = ${id} for update`;
      advance(MINUTE);
      await run(automationId, ({ steps }) => steps.length === 3);
      await eventually(
        async () => (await service.sql`select from effects where actor_id = ${runId}`).length === 1,
      );
      t.match(await call('POST', `/v1/dm-runs/${runId}/stop`, {}), { body: { run: { reason: 'stopped' } } });
    });
    await settled(world, id);
    t.equal((await said()).length, index + 1);
    t.equal((await conversation()).flagged, null);
  }
  t.strictSame(await received(world), ['One', 'One']);
});

void t.test(
  'a fault of the account holds a message: it is sent when the account is connected again',
  async (t) => {
    const world = await withPeople(t);
    const { act, make, run, ended, advance, service, accountId, runs } = world;
    const steps = [message('First'), { type: 'wait', minutes: 1 }, message('Second')];
    const made = await make({ trigger: keyword('price'), steps });
    await act('ann', { say: 'price' });
    await run(made.id, (one) => one.steps.length === 2);
    await breakAccess(world);
    advance(MINUTE);
    const held = await run(made.id, (one) => one.error !== null);
    t.match(held, {
      status: 'active',
      error: 'removed',
      explanation: /^The account could not send the message at \/steps\/2 \("removed"\)/,
    });
    advance(HELD_FOR_MS);
    await run(made.id, (one) => one.status === 'active');
    t.strictSame(await received(world), ['First']);
    const [row] = await service.sql`
    update accounts set credentials_version = credentials_version + 1 where id = ${accountId}
    returning credentials_version as version`;
    const access = { credentialsVersion: row!['version'], obtainedAt: Date.now(), expiresAt: null };
    await tellAccount(world, { type: 'connected', renewable: false, ...access });
    t.equal((await runs(made.id))[0].status, 'active', 'it is tried every 5 minutes');
    advance(HELD_FOR_MS);
    t.match(await ended(made.id, 'completed'), { error: null });
    t.strictSame(await received(world), ['First', 'Second']);
  },
);

void t.test('what is held is not sent once the person’s last act is 24 hours old', async (t) => {
  const world = await withPeople(t);
  const { act, make, run, ended, advance, said, saidBy } = world;
  const made = await make({
    trigger: keyword('price'),
    steps: [message('First'), { type: 'wait', minutes: 1 }, message('Second')],
  });
  await act('ann', { say: 'price' });
  await run(made.id, (one) => one.steps.length === 2);
  await saidBy(1);
  await breakAccess(world);
  advance(MINUTE);
  await run(made.id, (one) => one.error === 'removed');
  advance(WINDOW_MS);
  await ended(made.id, 'window_closed');
  t.equal((await said()).length, 1);
});

void t.test('an account that may send no messages for now holds them too', async (t) => {
  const world = await withPeople(t);
  const { act, make, run, ended, advance, sandbox } = world;
  const made = await make({ trigger: keyword('price'), steps: [message('It costs 5')] });
  const fault = { network: 'instagram', call: 'messages', code: 200, subcode: 2_534_041, times: 1 };
  sandbox.sandbox.faults.add({ kind: 'status', status: 400, ...fault });
  await act('ann', { say: 'price' });
  t.match(await run(made.id, (one) => one.error !== null), { status: 'active' });
  advance(HELD_FOR_MS);
  await ended(made.id, 'completed');
  t.strictSame(await received(world), ['It costs 5']);
});

void t.test('a plan that ends in the middle of a run stops it at its next message', async (t) => {
  const world = await withPeople(t);
  const { act, make, run, ended, runs, advance, saidBy, service, workspaceId, conversation } = world;
  const give = async (plan: Plan) => {
    await setPlan(service, { workspaceId, plan, trialEndsAt: null });
    service.context.forgetPrincipals();
  };
  const made = await make({
    trigger: keyword('price'),
    reentry: 'always',
    cooldownHours: 0,
    steps: [message('First'), { type: 'wait', minutes: 1 }, message('Second')],
  });
  await act('ann', { say: 'price' });
  await run(made.id, (one) => one.steps.length === 2);
  await saidBy(1);
  await give('none');
  advance(MINUTE);
  t.match(await ended(made.id, 'stopped'), {
    error: /^automations need a plan, and this workspace has none/,
    explanation: /^The run was stopped: automations need a plan/,
  });
  await act('ann', { say: 'price again' });
  await eventually(async () => (await conversation()).lastMessage.text === 'price again');
  t.equal((await runs(made.id)).length, 1, 'nothing starts without a plan');
  await give('developer');
  await act('ann', { say: 'the price' });
  await eventually(async () => (await runs(made.id)).length === 2);
  t.strictSame(
    (await received(world)).filter((text) => text === 'Second'),
    [],
  );
});

void t.test('pausing in the debugger releases people as `active: false` does', async (t) => {
  const world = await withPeople(t);
  const { act, make, run, ended, runs, call, saidBy, conversation } = world;
  const made = await make({
    trigger: keyword('price'),
    reentry: 'always',
    cooldownHours: 0,
    steps: [message('For whom?', { choices: [{ label: 'For me', steps: [] }] })],
  });
  const path = `/v1/dm-automations/${made.id}` as const;
  const isActive = async () => (await call('GET', path)).body.automation.active;
  const hand = (event: string) =>
    call('POST', `/v1/actors/${made.id}/hand`, { action: 'send', event, reason: 'a test' });
  await act('ann', { say: 'price' });
  await run(made.id, ({ status }) => status === 'active');
  await saidBy(1);
  t.match(await hand('pause'), { status: 200, body: { state: 'paused' } });
  t.match(await ended(made.id, 'stopped'), { error: 'the automation was paused' });
  t.equal(await isActive(), false);
  await act('ann', { say: 'price?' });
  await eventually(async () => (await conversation()).lastMessage.text === 'price?');
  t.equal((await runs(made.id)).length, 1);

  t.match(await hand('resume'), { status: 200, body: { state: 'active' } });
  await act('ann', { say: 'price!' });
  await run(made.id, ({ status }) => status === 'active');
  t.equal((await runs(made.id)).length, 2);
  await saidBy(2);
  t.equal((await call('PATCH', path, { active: false })).status, 200);
  await ended(made.id, 'stopped');
  t.match(await hand('resume'), { status: 200 });
  t.equal(await isActive(), true, 'what a request paused, too');
  await act('ann', { say: 'price…' });
  await eventually(async () => (await runs(made.id)).length === 3);
});
