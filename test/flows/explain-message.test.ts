/** "Why did this person get nothing?": what automations did with each message, in a sentence. */
import t from 'tap';
import { setPlan } from '../../src/features/workspaces/set-plan.ts';
import { keyword, message, withPeople } from '../automations/with-people.ts';
import { eventually } from '../support/eventually.ts';

const HOUR = 3_600_000;
/** People who write, and the explanation of what they wrote last. */
async function withWriters(t: Parameters<typeof withPeople>[0]) {
  const world = await withPeople(t);
  const { act, call } = world;
  const find = async (username: string) => {
    const { conversations } = (await call('GET', '/v1/inbox?limit=100')).body;
    return conversations.find(({ contact }) => contact.username === username);
  };
  const explain = async (username: string, more = '') => {
    const { id } = await find(username);
    const { status, body } = await call('GET', `/v1/dm-automations/explain?conversationId=${id}${more}`);
    t.equal(status, 200, JSON.stringify(body));
    return body;
  };
  /** @returns what is explained of the message once it is stored */
  const say = async (username: string, words: string) => {
    await act(username, { say: words });
    await eventually(async () => {
      const found = await find(username);
      if (!found) return false;
      const { messages } = (await call('GET', `/v1/inbox/${found.id}/messages`)).body;
      return messages.some(({ direction, text }) => direction === 'in' && text === words);
    });
    return explain(username);
  };
  const runsEnded = (automation: { id: string }, count: number) =>
    eventually(async () => {
      const { runs } = (await call('GET', `/v1/dm-automations/${automation.id}/runs`)).body;
      return runs.filter(({ status }) => status === 'ended').length === count;
    });
  return { ...world, find, explain, say, runsEnded };
}

void t.test('each reason for which nothing starts has its sentence', async (t) => {
  const { say, explain, find, make, call, advance, runsEnded, service, workspaceId } = await withWriters(t);
  t.match(await say('early', 'hello'), {
    status: 'nothing',
    reason: 'none_active',
    runId: null,
    explanation: 'No automation of the account was active when the message arrived.',
  });
  const once = await make({ name: 'Prices', trigger: keyword('price'), steps: [message('It costs 5')] });
  t.equal((await explain('early')).reason, 'none_active', 'it is about the time when the message arrived');
  const again = await make({
    name: 'Shop',
    trigger: keyword('shop'),
    reentry: 'always',
    cooldownHours: 2,
    steps: [message('Here it is')],
  });
  const choice = await make({
    name: 'Choices',
    trigger: keyword('choose'),
    steps: [message('Which?', { choices: [{ label: 'A', steps: [] }] })],
  });
  const team = await make({ name: 'Help', trigger: keyword('help'), steps: [{ type: 'handoff' }] });

  t.match(await say('ann', 'hello'), {
    reason: 'unmatched',
    automationId: null,
    explanation: /^No trigger /,
  });
  t.match(await say('ann', 'the price'), {
    status: 'started',
    reason: null,
    automationId: once.id,
    runId: /^run_/,
    explanation: /^It started the automation “Prices”\. /,
  });
  await runsEnded(once, 1);
  t.match(await explain('ann'), { explanation: /“Prices”\. The person went through all steps\.$/ });
  t.match(await say('ann', 'price?'), {
    status: 'nothing',
    reason: 'once',
    automationId: once.id,
    explanation:
      'The automation “Prices” matched, and it takes each person once: this one has been in it before.',
  });
  await say('ann', 'shop');
  await runsEnded(again, 1);
  t.match(await say('ann', 'shop again'), {
    reason: 'cooldown',
    automationId: again.id,
    explanation: /“Shop” matched, and it takes a person again 2 hours after the last start/,
  });

  const chosen = await say('ann', 'choose');
  t.equal(chosen.status, 'started');
  t.match(await say('ann', 'price'), {
    status: 'heard',
    reason: null,
    automationId: choice.id,
    runId: chosen.runId,
    explanation: /^The person was in the automation “Choices”, which took it as an answer.* has not\.$/,
  });
  const { id } = await find('ann');
  t.equal((await call('POST', `/v1/inbox/${id}/messages`, { message: 'I am here' })).status, 200);
  t.match(await say('ann', 'shop!'), {
    reason: 'paused',
    explanation:
      /answered by hand, which pauses automations for 12 hours: until 20\d\d-\d\d-\d\d \d\d:\d\d \(Europe\/Berlin\)\.$/,
  });
  advance(13 * HOUR);
  t.match(await say('ann', 'STOP'), { reason: 'stop_word' });
  t.match(await say('ann', 'shop please'), { reason: 'opted_out' });
  t.match(await say('ann', 'start'), { reason: 'start_word' });

  await say('ben', 'help');
  await runsEnded(team, 1);
  t.match(await say('ben', 'price'), { reason: 'flagged', explanation: /until it is marked as done\.$/ });
  await setPlan(service, { workspaceId, plan: 'none', trialEndsAt: null });
  t.match(await say('carl', 'price'), {
    reason: 'plan',
    automationId: once.id,
    explanation: 'The automation “Prices” matched, and the workspace had no plan that includes automations.',
  });
  await setPlan(service, { workspaceId, plan: 'developer', trialEndsAt: null });
  service.context.forgetPrincipals();
  t.equal((await call('DELETE', `/v1/dm-automations/${once.id}`)).status, 200);
  t.match(await explain('carl'), { explanation: /^The automation that was deleted since matched/ });
});

void t.test('an older message is explained too; what is not there is 404', async (t) => {
  const { say, explain, find, make, call, advance, neighbour } = await withWriters(t);
  await make({ trigger: keyword('price'), steps: [message('It costs 5')] });
  await say('ann', 'hello');
  advance(1_000);
  t.equal((await say('ann', 'price')).status, 'started');
  const { id } = await find('ann');
  const { messages } = (await call('GET', `/v1/inbox/${id}/messages`)).body;
  const first = messages.find(({ text }) => text === 'hello');
  t.match(await explain('ann', `&messageId=${first.id}`), { messageId: first.id, reason: 'unmatched' });

  const path = `/v1/dm-automations/explain?conversationId=${id}` as const;
  const other = await say('ben', 'hello');
  for (const messageId of [other.messageId, 'msg_01JD0000000000000000000009'])
    t.equal((await call('GET', `${path}&messageId=${messageId}`)).status, 404, messageId);
  t.equal((await call('GET', '/v1/dm-automations/explain')).status, 400);
  const { key } = await neighbour();
  t.equal((await call('GET', path, undefined, { authorization: `Bearer ${key}` })).status, 404);
});

void t.test('another app, a late message, a message of before and two programs are named', async (t) => {
  const { say, make, control, service, act, find, explain, advance, runsEnded } = await withWriters(t);
  const any = { trigger: { type: 'any_message' }, reentry: 'always', cooldownHours: 0 };
  const made = await make({ name: 'Hello', ...any, steps: [message('Hello')] });
  const manner = (more: object) => control('webhooks', { network: 'instagram', ...more });
  await manner({ standby: true });
  t.match(await say('ann', 'hello'), { reason: 'other_app', explanation: /^Another app answers/ });
  await manner({ standby: false, hold: true });
  await act('ann', { say: 'are you there?' });
  advance(24 * HOUR);
  await manner({ hold: false });
  await eventually(async () => (await find('ann')).lastMessage.text === 'are you there?');
  t.match(await explain('ann'), { reason: 'too_old', explanation: /24 hours or more after it was written/ });

  for (let count = 1; count <= 11; count += 1) {
    advance(1_000);
    await say('ben', `beep ${count}`);
    await runsEnded(made, count); // a message during a run is taken by the run, and starts nothing
  }
  advance(1_000);
  t.match(await say('ben', 'beep 12'), {
    status: 'nothing',
    reason: 'loop',
    automationId: made.id,
    explanation: /“Hello” matched, and more than 10 runs had started with the person within an hour/,
  });

  await service.sql`
    update accounts set receiving = jsonb_set(receiving::jsonb, '{since}', to_jsonb(${Date.now() + 999 * HOUR}::float8))::json`;
  t.match(await say('ben', 'of before'), {
    reason: 'history',
    explanation: /before the account received messages/,
  });
});

void t.test('of a person without a message it says what may be missing', async (t) => {
  const { say, explain, service } = await withWriters(t);
  await say('silent', 'hello');
  const { sql } = service;
  await sql`delete from direct_messages`;
  const unread = { since: 0, code: 'network', reason: 'it responded with status 503', nextAt: 60_000 };
  await sql`update accounts set receiving = (receiving::jsonb || ${JSON.stringify({ unread, readAgainAt: 9e15 })}::text::jsonb)::json
    where receiving is not null`;
  t.equal(
    (await explain('silent')).explanation,
    'The person has not written anything here. What people wrote since 1970-01-01T00:00:00.000Z may be missing. The network cannot be read now, and is tried again: it responded with status 503. The account is read again at 1970-01-01T00:01:00.000Z.',
  );
});
