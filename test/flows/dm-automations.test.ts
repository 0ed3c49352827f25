/** Automations of direct messages over the real server: people of the sandbox write, tap and wait. */
import t from 'tap';
import { keyword, message, withPeople } from '../automations/with-people.ts';
import { eventually } from '../support/eventually.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
void t.test('a keyword starts an automation; a choice goes on; the run is listed with its log', async (t) => {
  const { act, make, run, ended, stats, said, saidBy, call } = await withPeople(t);
  const made = await make({
    trigger: keyword('price'),
    steps: [
      message('Hi {first_name}, for whom?', {
        choices: [
          { label: 'For me', steps: [message('It costs 5')] },
          { label: 'A present', steps: [message('It costs 7')] },
        ],
      }),
    ],
  });
  t.match(made, {
    active: true,
    name: 'price',
    trigger: { match: 'contains' },
    stats: { started: 0, completed: 0, handedOff: 0, clicks: 0 },
    version: 1,
  });
  await act('ann', { say: 'What is the price?' });
  await run(made.id, ({ steps, status }) => status === 'active' && steps.length === 1);
  await saidBy(1);
  await act('ann', { tap: 'A present' });
  const end = await ended(made.id, 'completed');
  t.match(end, {
    status: 'ended',
    error: null,
    contact: { username: 'ann', name: 'Ann Fan' },
    explanation: 'The person went through all steps.',
    steps: [
      { type: 'message', stepId: made.steps[0].id, path: '/steps/0', detail: 'A present' },
      { type: 'message', path: '/steps/0/choices/1/steps/0', detail: null },
    ],
  });
  t.strictSame(
    (await said()).map(({ text, by }) => [text, by]),
    [
      ['Hi Ann, for whom?', 'automation'],
      ['It costs 7', 'automation'],
    ],
  );
  t.strictSame(await stats(made.id), { started: 1, completed: 1, handedOff: 0, clicks: 0 });
  const endedIn = async (stepId: string) =>
    (await call('GET', `/v1/dm-automations/${made.id}/runs?stepId=${stepId}`)).body.runs.length;
  t.strictSame(
    [await endedIn(made.steps[0].id), await endedIn(made.steps[0].choices[1].steps[0].id)],
    [0, 1],
    'runs are found by their last step',
  );
  await act('ann', { say: 'price again' });
  await act('ann', { say: 'and the price' });
  t.equal((await stats(made.id)).started, 1, 'once is once');
});

void t.test('an answer by hand stops the run, and automations say nothing for 12 hours', async (t) => {
  const { act, make, run, ended, runs, call, conversation, saidBy, advance } = await withPeople(t);
  const made = await make({
    trigger: keyword('price'),
    reentry: 'always',
    cooldownHours: 0,
    steps: [message('For whom?', { choices: [{ label: 'For me', steps: [message('5')] }] })],
  });
  await act('ann', { say: 'price' });
  await run(made.id, ({ status }) => status === 'active');
  await saidBy(1);
  const { id } = await conversation();
  t.equal((await call('POST', `/v1/inbox/${id}/messages`, { message: 'I am here' })).status, 200);
  t.match(await ended(made.id, 'human_reply'), { explanation: /Somebody of the team answered/ });
  await act('ann', { say: 'price?' });
  await eventually(async () => (await conversation()).lastMessage.text === 'price?');
  t.equal((await runs(made.id)).length, 1);
  advance(12 * HOUR + MINUTE);
  await act('ann', { say: 'price!' });
  await eventually(async () => (await runs(made.id)).length === 2);
});

void t.test('a handoff flags the conversation, and nothing starts until it is done', async (t) => {
  const { act, make, ended, runs, call, conversation, stats } = await withPeople(t);
  const made = await make({
    trigger: { type: 'any_message' },
    reentry: 'always',
    cooldownHours: 0,
    steps: [message('One moment'), { type: 'handoff', note: 'wants a person' }],
  });
  await act('ann', { say: 'Hello' });
  const end = await ended(made.id, 'handoff');
  const { id, flagged } = await conversation();
  t.match(flagged, { note: 'wants a person', automationId: made.id, runId: end.id });
  t.equal((await stats(made.id)).handedOff, 1);
  await act('ann', { say: 'Still there?' });
  await eventually(async () => (await conversation()).lastMessage.text === 'Still there?');
  t.equal((await runs(made.id)).length, 1);
  t.equal((await call('POST', `/v1/inbox/${id}/done`, {})).status, 200);
  await act('ann', { say: 'Hello again' });
  await eventually(async () => (await runs(made.id)).length === 2);
});

void t.test('STOP ends the run and silences automations until START', async (t) => {
  const { act, make, run, ended, runs, conversation, saidBy } = await withPeople(t);
  const made = await make({
    trigger: keyword('price'),
    reentry: 'always',
    cooldownHours: 0,
    steps: [message('For whom?', { choices: [{ label: 'For me', steps: [] }] })],
  });
  await act('ann', { say: 'price' });
  await run(made.id, ({ status }) => status === 'active');
  await saidBy(1);
  await act('ann', { say: 'STOP' });
  t.match(await ended(made.id, 'stopped'), { error: 'the person asked for no more messages' });
  await act('ann', { say: 'price' });
  await act('ann', { say: 'start' });
  await eventually(async () => (await conversation()).lastMessage.text === 'start');
  t.equal((await runs(made.id)).length, 1);
  await act('ann', { say: 'the price' });
  await eventually(async () => (await runs(made.id)).length === 2);
});

void t.test('waits end by time, and a message is not sent when the window is closed', async (t) => {
  const { act, make, run, ended, said, saidBy, advance } = await withPeople(t);
  const wait = { type: 'wait', minutes: 1_380 };
  const made = await make({
    trigger: keyword('price'),
    steps: [message('First'), wait, message('Second'), { ...wait, minutes: 120 }, message('Third')],
  });
  await act('ann', { say: 'price' });
  await run(made.id, ({ steps }) => steps.length === 2);
  await saidBy(1);
  advance(23 * HOUR + MINUTE);
  await run(made.id, ({ steps }) => steps.length === 4);
  await saidBy(2);
  advance(2 * HOUR + MINUTE);
  const end = await ended(made.id, 'window_closed');
  t.equal(end.steps.length, 5);
  t.equal((await said()).length, 2);
});

void t.test('a click on a link button is counted, and decides a condition', async (t) => {
  const { act, make, ended, run, stats, saidBy, call } = await withPeople(t);
  const made = await make({
    trigger: keyword('shop'),
    steps: [
      message('Here', { button: { title: 'Open', url: 'https://example.com/shop?x=1' } }),
      { type: 'condition', check: 'clicked', yes: [message('Thanks for looking')], no: [] },
    ],
  });
  await act('ann', { say: 'shop' });
  await run(made.id, ({ steps }) => steps.length === 2);
  await saidBy(1);
  const { opened } = await act('ann', { tap: 'Open' });
  t.match(opened, /\/l\/[\w]{10}$/);
  const headers = { 'user-agent': 'Mozilla/5.0 (iPhone) AppleWebKit Instagram 300.0' };
  const answer = await fetch(opened, { redirect: 'manual', headers });
  t.equal(answer.headers.get('location'), 'https://example.com/shop?x=1');
  const end = await ended(made.id, 'completed');
  t.match(end.steps[1], { type: 'condition', detail: 'yes' });
  t.match(await stats(made.id), { started: 1, completed: 1, clicks: 1 });
  const { body } = await call('GET', `/v1/dm-automations/${made.id}/stats`);
  const [first, second] = made.steps;
  t.match(
    body.versions[0].steps,
    [
      { stepId: first.id, entered: 1, waiting: 0, clicked: 1 },
      { stepId: second.id, entered: 1, left: { yes: 1 } },
      { stepId: second.yes[0].id, ended: { completed: 1 } },
    ].toSorted(
      (one, other) =>
        body.versions[0].steps.findIndex((x) => x.stepId === one.stepId) -
        body.versions[0].steps.findIndex((x) => x.stepId === other.stepId),
    ),
  );
});

void t.test(
  'who has seen the message of a step is counted once, by marks and by what they write',
  async (t) => {
    const { act, make, ended, run, saidBy, call } = await withPeople(t);
    const made = await make({
      trigger: keyword('price'),
      steps: [message('For whom?', { choices: [{ label: 'For me', steps: [message('It costs 5')] }] })],
    });
    const [question] = made.steps;
    const [answer] = question.choices[0].steps;
    const seen = async () => {
      const { versions } = (await call('GET', `/v1/dm-automations/${made.id}/stats`)).body;
      const of = (stepId: string) => versions[0].steps.find((step) => step.stepId === stepId)?.seen;
      return [of(question.id), of(answer.id)];
    };
    const areSeen = (first: number, second: number | undefined) =>
      eventually(async () => {
        const [one, other] = await seen();
        return one === first && other === second;
      });
    await act('ann', { say: 'price' });
    await run(made.id, ({ steps }) => steps.length === 1);
    await saidBy(1);
    t.strictSame(await seen(), [0, undefined], 'sent is not seen');
    await act('ann', { read: true });
    await areSeen(1, undefined);
    await act('ann', { tap: 'For me' });
    await ended(made.id, 'completed');
    await saidBy(2);
    t.strictSame(await seen(), [1, 0], 'a mark after which something was sent says nothing of it');
    await act('ann', { say: 'thanks' });
    await areSeen(1, 1);
    await act('ann', { read: true });
    await act('bob', { say: 'price' });
    const { conversationId } = await run(made.id, ({ contact }) => contact.username === 'bob');
    await eventually(async () => {
      const { messages } = (await call('GET', `/v1/inbox/${conversationId}/messages`)).body;
      return messages[0].by === 'automation' && messages[0].status === 'sent';
    });
    t.strictSame(await seen(), [1, 1], 'a mark of what was seen before counts nothing twice');
    await act('bob', { tap: 'For me' });
    await areSeen(2, 1);
  },
);

void t.test('people end on the version that they began with', async (t) => {
  const { act, make, run, ended, call, said, saidBy } = await withPeople(t);
  const made = await make({
    trigger: keyword('price'),
    steps: [message('For whom?', { choices: [{ label: 'For me', steps: [message('The old price')] }] })],
  });
  await act('ann', { say: 'price' });
  await run(made.id, ({ status }) => status === 'active');
  await saidBy(1);
  const path = `/v1/dm-automations/${made.id}` as const;
  const steps = [{ ...made.steps[0], choices: [{ label: 'For me', steps: [message('The new price')] }] }];
  const changed = await call('PATCH', path, { steps, version: 1 });
  t.match(changed, { status: 200, body: { automation: { version: 2 }, warnings: [{ code: 'no_human' }] } });
  t.equal(changed.body.automation.steps[0].id, made.steps[0].id, 'a step that is sent back stays itself');
  t.match(await call('PATCH', path, { steps, version: 1 }), {
    status: 409,
    body: { code: 'version_outdated', param: '/version' },
  });
  t.match((await call('PATCH', path, { name: 'Prices' })).body.automation, { version: 2, name: 'Prices' });
  await act('ann', { tap: 'For me' });
  t.match(await ended(made.id, 'completed'), { version: 1 });
  t.equal((await said()).at(-1).text, 'The old price');
});

void t.test('pausing, deleting and stopping by hand release people', async (t) => {
  const { act, make, run, ended, runs, call, saidBy } = await withPeople(t);
  const steps = [message('For whom?', { choices: [{ label: 'For me', steps: [] }] })];
  const terms = { trigger: keyword('price'), reentry: 'always', cooldownHours: 0, steps };
  const made = await make(terms);
  const path = `/v1/dm-automations/${made.id}` as const;
  await act('ann', { say: 'price' });
  const first = await run(made.id, ({ status }) => status === 'active');
  await saidBy(1);
  t.match(await call('POST', `/v1/dm-runs/${first.id}/stop`, {}), {
    status: 200,
    body: { run: { status: 'ended', reason: 'stopped', error: 'stopped by hand' } },
  });
  await act('ann', { say: 'price' });
  await run(made.id, ({ status }) => status === 'active');
  await saidBy(2);
  t.match((await call('PATCH', path, { active: false })).body.automation, { active: false });
  t.match(await ended(made.id, 'stopped'), { error: 'the automation was paused' });
  t.equal((await call('PATCH', path, { active: true })).status, 200);
  await act('ann', { say: 'price' });
  await eventually(async () => (await runs(made.id)).length === 3);
  t.match(await call('DELETE', path), { status: 200, body: { id: made.id, deleted: true } });
  t.equal((await call('GET', `${path}/runs`)).status, 404);
  t.strictSame((await call('GET', '/v1/dm-automations')).body.automations, []);
});

void t.test('triggers are asked in their order, one run at a time', async (t) => {
  const { act, make, ended, runs, conversation } = await withPeople(t);
  const steps = [message('Hello')];
  const always = { reentry: 'always', cooldownHours: 0, steps };
  const any = await make({ trigger: { type: 'any_message' }, ...always });
  const word = await make({ trigger: keyword('price'), ...always });
  const exact = await make({ trigger: { ...keyword('the price'), match: 'exact' }, ...always });
  const story = await make({ trigger: { type: 'story_reply' }, ...always });
  const mention = await make({ trigger: { type: 'story_mention' }, ...always });
  const ref = await make({ trigger: { type: 'ref' }, ...always });
  t.match(ref.link, /^https:\/\/ig\.me\/m\/.+\?ref=\w+$/);
  const count = async () =>
    Promise.all([any, word, exact, story, mention, ref].map(async ({ id }) => (await runs(id)).length));
  const after = async (what: object, wanted: { id: string }) => {
    const before = (await runs(wanted.id)).length;
    await act('ann', what);
    await eventually(async () => {
      const list = await runs(wanted.id);
      return list.length === before + 1 && list[0].reason === 'completed';
    });
  };
  await after({ say: 'Hello' }, any);
  await after({ say: 'what price' }, word);
  await after({ say: 'The price!' }, exact);
  await after({ replyStory: 'the price' }, story);
  await after({ mentionStory: true }, mention);
  await after({ openRef: ref.trigger.ref }, ref);
  await ended(ref.id, 'completed');
  t.strictSame(await count(), [1, 1, 1, 1, 1, 1]);
  t.equal((await conversation()).flagged, null);
});

void t.test('endpoints hear of runs and of messages', async (t) => {
  const { act, make, ended, call, service, sandbox, accountId } = await withPeople(t);
  const url = `${sandbox.url}/hook`;
  const events = [
    'message.received',
    'dm_automation.started',
    'dm_automation.handoff',
    'dm_automation.finished',
  ];
  t.equal((await call('POST', '/v1/webhooks', { url, events })).status, 200);
  const made = await make({
    name: 'Help',
    trigger: keyword('help'),
    steps: [message('One moment'), { type: 'handoff' }],
  });
  await act('ann', { say: 'help' });
  const { id } = await ended(made.id, 'handoff');
  const bodies = await eventually(async () => {
    const rows = await service.sql<{ body: string }[]>`
      select body::text as body from webhook_sends order by created_at, id`;
    return rows.length >= 4 && rows.map(({ body }) => JSON.parse(body));
  });
  const of = (event: string) => bodies.find((body) => body.event === event);
  const about = {
    timestamp: String,
    workspace: 'home',
    automation: { id: made.id, name: 'Help' },
    contact: { username: 'ann' },
    account: { id: accountId, platform: 'instagram' },
  };
  t.match(of('message.received'), { message: { text: 'help' }, conversation: { id: String } });
  t.match(of('dm_automation.started'), {
    ...about,
    contact: { id: String, username: 'ann', name: 'Ann Fan' },
    run: { id, status: 'active', reason: null },
  });
  t.match(of('dm_automation.handoff'), {
    ...about,
    run: { id, status: 'ended', reason: 'handoff', error: null },
  });
  t.match(of('dm_automation.finished'), { ...about, run: { id, reason: 'handoff' } });
});

void t.test('a pause may be half an hour', async (t) => {
  const { act, make, runs, ended, advance } = await withPeople(t);
  const steps = [message('5')];
  const made = await make({ trigger: keyword('price'), reentry: 'always', cooldownHours: 0.5, steps });
  t.equal(made.cooldownHours, 0.5);
  await act('ann', { say: 'price' });
  await ended(made.id, 'completed');
  advance(31 * MINUTE);
  await act('ann', { say: 'price' });
  await eventually(async () => (await runs(made.id)).length === 2);
});

void t.test(
  'a network that does not say who a new person is holds up neither message nor event',
  async (t) => {
    for (const fault of [
      { kind: 'held' as const, delayMs: 30_000 },
      { kind: 'status' as const, status: 503 },
    ]) {
      const { act, make, ended, said, call, service, sandbox, advance } = await withPeople(t);
      const url = `${sandbox.url}/hook`;
      await call('POST', '/v1/webhooks', { url, events: ['dm_automation.started'] });
      sandbox.sandbox.faults.add({ ...fault, network: 'instagram', call: 'profile' });
      const steps = [message('Hi{first_name}'), { type: 'handoff' }];
      const made = await make({ trigger: keyword('help'), steps });
      await act('ben', { say: 'help' });
      await eventually(async () => {
        const [row] = await service.sql`select 1 from actors where kind = 'dm_run'`;
        return row !== undefined;
      });
      advance(3_000);
      await ended(made.id, 'handoff');
      t.equal((await said()).length, 1, fault.kind);
      const started = await eventually(async () => {
        const rows = await service.sql<{ body: string }[]>`select body::text as body from webhook_sends`;
        return rows.length === 1 && JSON.parse(rows[0]!.body);
      });
      t.match(started, { event: 'dm_automation.started', contact: { username: null } }, fault.kind);
      sandbox.sandbox.faults.clear();
    }
  },
);

void t.test('a refusal names the field', async (t) => {
  const { call, make, accountId } = await withPeople(t);
  const made = await make({ trigger: { type: 'ref', ref: 'spring' }, steps: [message('Hello')] });
  t.match(made.trigger, { type: 'ref', ref: 'spring' });
  const refused = async (body: object, status: number, answer: object) =>
    t.match(await call('POST', '/v1/dm-automations', { accountId, ...body }), { status, body: answer });
  const steps = [message('Hello')];
  await refused({ trigger: { type: 'ref', ref: 'spring' }, steps }, 409, {
    code: 'ref_taken',
    param: '/trigger/ref',
  });
  await refused({ trigger: { type: 'keyword' }, steps }, 400, { param: '/trigger' });
  await refused({ trigger: keyword('a'), steps: [] }, 400, { param: '/steps' });
  await refused({ trigger: keyword('a'), steps: [{ type: 'wait', minutes: 1_381 }] }, 400, {
    param: '/steps/0/minutes',
  });
  const deep = message('Which?', { choices: [{ label: 'A', steps: [message(' ')] }] });
  await refused({ trigger: keyword('a'), steps: [deep] }, 400, { param: '/steps/0/choices/0/steps/0/text' });
  await refused({ trigger: keyword('a'), steps, accountId: 'acc_none' }, 404, { param: '/accountId' });
  await refused({ trigger: keyword('a'), steps, platform: 'x' }, 400, { param: '/platform' });
});
