/** Tests that are kept with an automation, and the disclosure text of a workspace, over the real server. */
import t from 'tap';
import type { Test } from 'tap';
import { startService } from '../support/service.ts';

const message = (text: string, more: object = {}) => ({ type: 'message', text, ...more });
const keyword = { type: 'keyword', keywords: ['price'] };
const talk = [{ say: 'price' }, { bot: 'It costs 5' }, { end: 'completed' }];

async function withAutomation(t: Test, more: object = {}) {
  const running = await startService(t, { platforms: ['instagram'] });
  const { call, accounts } = running;
  const terms = {
    accountId: accounts['instagram']!,
    trigger: keyword,
    steps: [message('It costs 5')],
    ...more,
  };
  const made = await call('POST', '/v1/dm-automations', terms);
  t.equal(made.status, 200, JSON.stringify(made.body));
  const { automation } = made.body;
  return { ...running, automation, terms, path: `/v1/dm-automations/${automation.id}` as const };
}

void t.test('tests are saved, listed with how they end, and deleted', async (t) => {
  const { call, path } = await withAutomation(t);
  t.strictSame((await call('GET', `${path}/tests`)).body, { tests: [] });
  const name = encodeURIComponent('says the price, 100%');
  const saved = await call('PUT', `${path}/tests/${name}`, { talk, contact: { name: 'Ann Lee' } });
  t.match(saved, {
    status: 200,
    body: { test: { name: 'says the price, 100%', passes: true, message: null, diff: [], savedAt: String } },
  });
  t.strictSame(saved.body.test.talk, talk);
  t.strictSame(saved.body.test.contact, { name: 'Ann Lee' });
  const wrong = [{ say: 'price' }, { bot: 'It costs 7' }];
  const other = await call('PUT', `${path}/tests/another`, { talk: wrong });
  t.match(other.body.test, { passes: false, message: 'line 2: step ' });
  t.strictSame(other.body.test.diff, ['  say: price', '- bot: It costs 7', '+ bot: It costs 5']);
  const { tests } = (await call('GET', `${path}/tests`)).body;
  t.strictSame(tests, [other.body.test, saved.body.test], 'by name');
  t.match(
    (await call('PUT', `${path}/tests/another`, { talk })).body.test,
    { passes: true },
    'in place of it',
  );
  t.strictSame((await call('DELETE', `${path}/tests/another`)).body, { name: 'another', deleted: true });
  t.equal((await call('DELETE', `${path}/tests/another`)).status, 404);
  t.equal((await call('GET', `${path}/tests`)).body.tests.length, 1);
  t.equal((await call('DELETE', path)).status, 200);
});

void t.test('a test that cannot be played is refused with its line', async (t) => {
  const { call, path } = await withAutomation(t);
  const refused = async (lines: unknown[], param: string) =>
    t.match(await call('PUT', `${path}/tests/one`, { talk: lines }), { status: 400, body: { param } });
  await refused([{ say: 'price', tap: 'A' }], '/talk/0');
  await refused([{ say: 'price' }, { after: '1y' }], '/talk/1/after');
  await refused([{ say: 'price' }, { bot: '/(/' }], '/talk/1/bot');
  await refused([{ say: 'price' }, 'nonsense'], '/talk/1');
  await refused([], '/talk');
});

void t.test('an automation has 20 tests at most', async (t) => {
  const { call, path } = await withAutomation(t);
  for (let turn = 0; turn < 20; turn += 1)
    t.equal((await call('PUT', `${path}/tests/${turn}`, { talk })).status, 200);
  t.match(await call('PUT', `${path}/tests/20`, { talk }), { status: 403, body: { code: 'test_limit' } });
  t.equal((await call('PUT', `${path}/tests/19`, { talk })).status, 200, 'one that is there is replaced');
});

void t.test('a change with which a test fails is taken, with a warning that shows the talk', async (t) => {
  const { call, path } = await withAutomation(t);
  t.equal((await call('PUT', `${path}/tests/price`, { talk })).status, 200);
  const steps = [message('It costs 7'), { type: 'handoff' }];
  const warning = {
    code: 'test_failed',
    path: '/steps',
    message: /^the test "price" fails: line 2: /,
    diff: ['  say: price', '- bot: It costs 5', '+ bot: It costs 7', '- end: completed'],
  };
  const changed = await call('PATCH', path, { steps });
  t.match(changed, { status: 200, body: { automation: { version: 2 }, warnings: [warning] } });
  t.strictSame(
    (await call('PATCH', path, { name: 'Prices' })).body.warnings,
    [],
    'nothing is tested without a change',
  );
  t.equal((await call('PUT', `${path}/draft`, { steps: [message('It costs 9')] })).status, 200);
  t.match((await call('GET', `${path}/tests?of=draft`)).body.tests, [
    { passes: false, diff: [/./, /./, '+ bot: It costs 9'] },
  ]);
  t.match((await call('POST', `${path}/publish`, {})).body, {
    automation: { version: 3 },
    warnings: [{ code: 'test_failed' }, { code: 'no_human' }],
  });
  t.match((await call('POST', `${path}/versions/2/restore`, {})).body.warnings, [{ code: 'test_failed' }]);
  t.match((await call('POST', `${path}/versions/1/restore`, {})).body.warnings, [{ code: 'no_human' }]);
  t.match((await call('PATCH', path, { trigger: { ...keyword, keywords: ['cost'] } })).body.warnings, [
    { code: 'test_failed', message: /nothing has started the automation/ },
    { code: 'no_human' },
  ]);
  t.equal((await call('GET', `${path}/tests?of=draft`)).status, 404);
  await call('PUT', `${path}/draft`, { steps: [message('')] });
  t.match((await call('GET', `${path}/tests?of=draft`)).body.tests, [
    { passes: false, message: 'the draft has a problem at /steps/0/text' },
  ]);
});

void t.test('with requireTests a change is refused, and the tests that fail are named', async (t) => {
  const { call, path, automation } = await withAutomation(t);
  t.equal(automation.requireTests, false);
  t.equal((await call('PUT', `${path}/tests/price`, { talk })).status, 200);
  const on = (await call('PATCH', path, { requireTests: true })).body.automation;
  t.match(on, { requireTests: true, version: 1 });
  const steps = [message('It costs 7')];
  const refusal = {
    status: 409,
    body: { code: 'tests_failed', param: '/steps', error: /^a test fails: "price" \(line 2: / },
  };
  t.match(await call('PATCH', path, { steps }), refusal);
  t.equal((await call('PUT', `${path}/draft`, { steps })).status, 200);
  t.match(await call('POST', `${path}/publish`, {}), refusal);
  t.match((await call('GET', `${path}/draft`)).body.draft, { revision: 1 }, 'the draft stays');
  t.strictSame((await call('GET', path)).body.automation, on);
  t.match((await call('PATCH', path, { steps: [message('It  costs 5')] })).body.automation, { version: 2 });
  t.match(await call('PATCH', path, { steps, requireTests: false }), {
    status: 200,
    body: { automation: { version: 3, requireTests: false }, warnings: [{ code: 'test_failed' }, /./] },
  });
  t.equal((await call('PATCH', path, { steps: [message('It costs 5')], requireTests: true })).status, 200);
  t.match(await call('POST', `${path}/versions/3/restore`, {}), refusal);
});

void t.test('a pattern that takes too long does not keep the service busy', async (t) => {
  const { call, path } = await withAutomation(t, { steps: [message(`${'a'.repeat(60)}!`)] });
  const slow = [{ say: 'price' }, { bot: '/^(a+)+$/' }];
  for (const name of ['a', 'b', 'c'])
    t.equal((await call('PUT', `${path}/tests/${name}`, { talk: slow })).status, 200);
  t.match((await call('GET', `${path}/tests`)).body.tests, [
    { passes: false, message: /takes too long to compare/ },
    { passes: false, message: /was not played/ },
    { passes: false, message: /was not played/ },
  ]);
});

void t.test('the disclosure text counts within the length of the message that opens a run', async (t) => {
  const { call, path, terms } = await withAutomation(t);
  const settings = (await call('GET', '/v1/inbox-settings')).body;
  t.equal(settings.disclosure, null);
  const { keepMessagesDays, copyFiles } = settings;
  const put = (disclosure: unknown) =>
    call('PUT', '/v1/inbox-settings', { keepMessagesDays, copyFiles, disclosure });
  for (const wrong of ['', '  ', 'x'.repeat(301), 7])
    t.match(await put(wrong), { status: 400, body: { param: '/disclosure' } });
  const disclosure = 'Ää'.repeat(50); // 200 bytes, 100 characters
  t.match(await put(disclosure), { status: 200, body: { disclosure } });
  t.equal(
    (await call('PUT', '/v1/inbox-settings', { keepMessagesDays, copyFiles })).body.disclosure,
    disclosure,
  );

  const patch = (steps: object[]) => call('PATCH', path, { steps });
  const long = (bytes: number) => message('x'.repeat(bytes));
  t.equal((await patch([long(798), long(1_000)])).status, 200, 'the first message has 202 bytes less');
  const refused = async (steps: object[], param: string) =>
    t.match(await patch(steps), { status: 400, body: { param, error: /disclosure text/ } });
  await refused([long(799)], '/steps/0/text');
  await refused([{ type: 'wait', minutes: 1 }, long(799)], '/steps/1/text');
  const branching = (yes: object[], no: object[]) => ({ type: 'condition', check: 'replied', yes, no });
  await refused([branching([], [long(799)])], '/steps/0/no/0/text');
  t.equal((await patch([long(1), branching([long(1_000)], [long(1_000)])])).status, 200);
  const asking = (steps: object[]) => message('Which?', { choices: [{ label: 'A', steps }] });
  t.equal((await patch([asking([long(1_000)])])).status, 200);
  const button = { title: 'Open', url: 'https://example.com' };
  t.equal((await patch([message('x'.repeat(538), { button })])).status, 200, 'characters with a button');
  await refused([message('x'.repeat(539), { button })], '/steps/0/text');
  t.match(await call('POST', '/v1/dm-automations', { ...terms, steps: [long(799)] }), { status: 400 });
  t.equal((await call('PUT', `${path}/draft`, { steps: [long(799)] })).body.draft.problems.length, 1);
  t.match(await call('POST', `${path}/publish`, {}), { status: 400, body: { param: '/steps/0/text' } });

  await patch([message('Hello'), message('Bye')]);
  const { messages } = (
    await call('POST', '/v1/dm-automations/simulate', {
      automationId: path.split('/').at(-1),
      transcript: [{ say: 'price' }],
    })
  ).body;
  t.strictSame(
    messages.map(({ text }) => text),
    [`${disclosure}\n\nHello`, 'Bye'],
  );
  t.match(
    (await call('PUT', `${path}/tests/one`, { talk: [{ say: 'price' }, { bot: 'Hello' }, { bot: 'Bye' }] }))
      .body,
    {
      test: { passes: true },
    },
  );
  t.equal((await put(null)).body.disclosure, null);
  t.equal((await patch([long(1_000)])).status, 200);
});
