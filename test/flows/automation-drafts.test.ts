/** Versions and drafts of automations of direct messages, over the real server. */
import t from 'tap';
import type { Test } from 'tap';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { startService } from '../support/service.ts';
import { untilReceiving } from '../support/until-receiving.ts';

async function withAutomation(t: Test, more: object = {}) {
  const running = await startService(t, { platforms: ['instagram'], subscribes: true });
  const { call, accounts, sandbox } = running;
  const accountId = accounts['instagram']!;
  const act = (username: string, what: object) =>
    controlOf(sandbox)('people', { network: 'instagram', person: { username, name: 'Ann Fan' }, act: what });
  const made = await call('POST', '/v1/dm-automations', {
    accountId,
    trigger: { type: 'keyword', keywords: ['price'] },
    steps: [message('For whom?', { choices: [{ label: 'For me', steps: [message('It costs 5')] }] })],
    ...more,
  });
  t.equal(made.status, 200, JSON.stringify(made.body));
  const { automation } = made.body;
  const path = `/v1/dm-automations/${automation.id}` as const;
  return { ...running, accountId, act, automation, path };
}

const message = (text: string, more: object = {}) => ({ type: 'message', text, ...more });

void t.test('a version says who made it, and how many people are in it', async (t) => {
  const { call, act, path, automation, service, baseUrl, key, neighbour } = await withAutomation(t);
  await untilReceiving(service, 'instagram');
  await act('ann', { say: 'price' });
  await eventually(async () => (await call('GET', `${path}/versions`)).body.versions[0].people === 1);
  const steps = [{ ...automation.steps[0], text: 'Who is it for?' }];
  t.equal((await call('PATCH', path, { steps })).status, 200);
  const { versions, next } = (await call('GET', `${path}/versions`)).body;
  const { userId } = (await service.authenticate(key))!;
  t.equal(next, null);
  t.match(versions, [
    { version: 2, current: true, people: 0, restores: null, by: { id: userId, name: String } },
    { version: 1, current: false, people: 1, restores: null, by: { id: userId } },
  ]);
  const first = (await call('GET', `${path}/versions/1`)).body.version;
  t.strictSame(first.steps, automation.steps);
  t.strictSame(first.trigger, automation.trigger);
  t.strictSame((await call('GET', `${path}/versions/2`)).body.version.steps, steps);
  t.notSame(versions[0].definitionId, versions[1].definitionId);
  const chart = await call('GET', `/v1/charts/dm_run?definition=${first.definitionId}`);
  t.match(chart, { status: 200, body: { chart: { id: 'dm_run' } } }, 'each version has its chart');
  const stranger = { authorization: `Bearer ${(await neighbour()).key}` };
  for (const part of ['', '/heat', '/xstate']) {
    const of = `/v1/charts/dm_run${part}?definition=${first.definitionId}` as const;
    t.equal((await call('GET', of)).status, 200, of);
    t.equal((await call('GET', of, undefined, stranger)).status, 404, 'and it is no other workspace’s');
  }
  const page = (await call('GET', `${path}/versions?limit=1`)).body;
  t.strictSame([page.versions[0].version, page.next], [2, 2]);
  const last = (await call('GET', `${path}/versions?limit=1&before=2`)).body;
  t.strictSame([last.versions[0].version, last.next], [1, null]);
  for (const number of ['3', '0', 'one'])
    t.equal((await call('GET', `${path}/versions/${number}`)).status, 404);
  t.ok(baseUrl);
});

void t.test('going back to a version makes a version', async (t) => {
  const { call, path, automation } = await withAutomation(t);
  const trigger = { type: 'keyword', keywords: ['cost'], match: 'exact' };
  t.equal((await call('PATCH', path, { steps: [message('Bye')], trigger })).status, 200);
  const restored = await call('POST', `${path}/versions/1/restore`, { version: 2 });
  t.match(restored, { status: 200, body: { automation: { version: 3 }, warnings: [{ code: 'no_human' }] } });
  t.strictSame(restored.body.automation.steps, automation.steps);
  t.strictSame(restored.body.automation.trigger, automation.trigger);
  t.match((await call('GET', `${path}/versions`)).body.versions, [
    { version: 3, restores: 1 },
    { version: 2, restores: null },
    { version: 1 },
  ]);
  t.match(await call('POST', `${path}/versions/2/restore`, { version: 2 }), {
    status: 409,
    body: { code: 'version_outdated', param: '/version' },
  });
  t.equal((await call('POST', `${path}/versions/9/restore`, {})).status, 404);
  const same = await call('POST', `${path}/versions/3/restore`, {});
  t.match(same.body.automation, { version: 3 }, 'the newest one is there already');
});

void t.test('going back names a ref link that another automation has now', async (t) => {
  const { call, path, accountId } = await withAutomation(t, { trigger: { type: 'ref', ref: 'spring' } });
  t.equal((await call('PATCH', path, { trigger: { type: 'any_message' } })).status, 200);
  const other = { accountId, trigger: { type: 'ref', ref: 'spring' }, steps: [message('Hello')] };
  t.equal((await call('POST', '/v1/dm-automations', other)).status, 200);
  t.match(await call('POST', `${path}/versions/1/restore`, {}), { status: 409, body: { code: 'ref_taken' } });
});

void t.test('a ref link keeps its code when the trigger is sent without it', async (t) => {
  const { call, path, automation } = await withAutomation(t, { trigger: { type: 'ref' } });
  const { ref } = automation.trigger;
  t.match(ref, /^\w+$/);
  const changed = await call('PATCH', path, { trigger: { type: 'ref' }, steps: [message('Hello')] });
  t.equal(changed.body.automation.trigger.ref, ref);
});

void t.test('a draft changes nothing before it is published', async (t) => {
  const { call, path, automation } = await withAutomation(t);
  t.strictSame((await call('GET', `${path}/draft`)).body, { draft: null, revision: 0 });
  const steps = [message('Hello'), { type: 'handoff' }];
  const saved = await call('PUT', `${path}/draft`, { steps, version: 1, revision: 0 });
  t.match(saved, {
    status: 200,
    body: {
      draft: { version: 1, revision: 1, problems: [], warnings: [], by: { name: String }, savedAt: String },
    },
  });
  t.strictSame(saved.body.draft.steps, steps);
  t.strictSame(saved.body.draft.trigger, automation.trigger, 'the trigger that is there already');
  t.strictSame((await call('GET', `${path}/draft`)).body.draft, saved.body.draft);
  t.strictSame((await call('GET', path)).body.automation, automation);
  const published = await call('POST', `${path}/publish`, { revision: 1 });
  t.match(published, { status: 200, body: { automation: { version: 2 }, warnings: [] } });
  t.match(published.body.automation.steps, [{ id: String, text: 'Hello' }, { type: 'handoff' }]);
  t.strictSame((await call('GET', `${path}/draft`)).body, { draft: null, revision: 2 });
  t.match(await call('POST', `${path}/publish`, {}), { status: 404, body: { code: 'not_found' } });
});

void t.test('a draft may break rules until it is published', async (t) => {
  const { call, path, automation } = await withAutomation(t);
  const steps = [message(''), { type: 'wait', minutes: 0 }, { type: 'jump' }];
  const trigger = { type: 'keyword' };
  const { body } = await call('PUT', `${path}/draft`, { steps, trigger });
  t.strictSame(
    body.draft.problems.map((one) => one.path),
    ['/trigger', '/steps/0/text', '/steps/1/minutes', '/steps/2'],
  );
  t.strictSame(body.draft.warnings, []);
  t.match(await call('POST', `${path}/publish`, {}), { status: 400, body: { param: '/trigger' } });
  t.equal((await call('PUT', `${path}/draft`, { steps })).status, 200);
  t.match(await call('POST', `${path}/publish`, {}), { status: 400, body: { param: '/steps/0/text' } });
  t.match((await call('GET', `${path}/draft`)).body.draft, { revision: 2 }, 'it stays');
  t.strictSame((await call('GET', path)).body.automation, automation);
  t.match(await call('PUT', `${path}/draft`, { steps: 'none' }), { status: 400, body: { param: '/steps' } });
});

void t.test('somebody who was slower is refused', async (t) => {
  const { call, path } = await withAutomation(t);
  const put = (text: string, more: object = {}) =>
    call('PUT', `${path}/draft`, { steps: [message(text)], ...more });
  t.equal((await put('One', { revision: 0 })).status, 200);
  const late = { status: 409, body: { code: 'conflict', param: '/revision' } };
  t.match(await put('Two', { revision: 0 }), late);
  t.match(await call('POST', `${path}/publish`, { revision: 0 }), late);
  t.match(await call('DELETE', `${path}/draft?revision=0`), late);
  t.equal((await put('Three', { revision: 1 })).status, 200);
  t.equal((await call('DELETE', `${path}/draft?revision=2`)).status, 200);
  t.equal((await call('DELETE', `${path}/draft`)).status, 404);
  t.match(await put('Four', { revision: 2 }), late, 'a draft that was discarded meanwhile');
  t.match((await put('Four', { revision: 3, version: 1 })).body.draft, { revision: 4, version: 1 });

  t.equal((await call('PATCH', path, { steps: [message('At once')] })).status, 200);
  const outdated = { status: 409, body: { code: 'version_outdated', param: '/version' } };
  t.match(await put('Five', { version: 1 }), outdated);
  t.match(await call('POST', `${path}/publish`, {}), outdated, 'it was begun from an older version');
  t.match(await call('POST', `${path}/publish`, { version: 1 }), outdated);
  t.match(await call('POST', `${path}/publish`, { version: 2 }), {
    status: 200,
    body: { automation: { version: 3, steps: [{ text: 'Four' }] } },
  });
});

void t.test('of two who save at the same time, one is refused', async (t) => {
  const { call, path } = await withAutomation(t);
  for (let revision = 0; revision < 5; revision += 1) {
    const answers = await Promise.all(
      ['Mia', 'Tom'].map((name) => call('PUT', `${path}/draft`, { steps: [message(name)], revision })),
    );
    t.strictSame(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 409],
    );
    const winner = answers.find(({ status }) => status === 200)!.body.draft;
    t.strictSame((await call('GET', `${path}/draft`)).body.draft, winner);
  }
});

void t.test('the draft and the versions go with the automation', async (t) => {
  const { call, path, service } = await withAutomation(t);
  t.equal((await call('PUT', `${path}/draft`, { steps: [message('One')] })).status, 200);
  t.equal((await call('DELETE', path)).status, 200);
  t.equal((await call('GET', `${path}/draft`)).status, 404);
  t.equal((await call('GET', `${path}/versions`)).status, 404);
  const left = await service.sql`
    select automation_id from dm_automation_drafts union all select automation_id from dm_automation_versions`;
  t.equal(left.length, 0);
});

void t.test('facebook has no story triggers', async (t) => {
  const { call, path } = await withAutomation(t);
  const facebook = await startService(t, { platforms: ['facebook'] });
  const accountId = facebook.accounts['facebook']!;
  const steps = [message('Hello')];
  const refused = { status: 400, body: { param: '/trigger/type' } };
  const follows = [{ type: 'condition', check: 'follows', yes: [], no: [] }];
  const keyword = { type: 'keyword', keywords: ['price'] };
  const made = await facebook.call('POST', '/v1/dm-automations', { accountId, trigger: keyword, steps });
  const own = `/v1/dm-automations/${made.body.automation.id}` as const;
  const create = (body: object) => facebook.call('POST', '/v1/dm-automations', { accountId, ...body });
  for (const type of ['story_reply', 'story_mention']) {
    t.match(await create({ trigger: { type }, steps }), refused);
    t.match(await facebook.call('PATCH', own, { trigger: { type } }), refused);
    const automation = { platform: 'facebook', trigger: { type }, steps };
    const tried = { automation, transcript: [{ mentionStory: true }] };
    t.match(await facebook.call('POST', '/v1/dm-automations/simulate', tried), {
      status: 400,
      body: { param: '/automation/trigger/type' },
    });
    const { body } = await facebook.call('PUT', `${own}/draft`, { trigger: { type }, steps });
    t.match(body.draft.problems, [{ path: '/trigger/type' }]);
  }
  t.match(await create({ trigger: keyword, steps: follows }), { status: 400, body: { param: '/steps/0' } });
  t.match(await facebook.call('PATCH', own, { steps: follows }), {
    status: 400,
    body: { param: '/steps/0' },
  });
  const automation = { platform: 'facebook', trigger: keyword, steps: follows };
  t.match(
    await facebook.call('POST', '/v1/dm-automations/simulate', {
      automation,
      transcript: [{ say: 'price' }],
    }),
    { status: 400, body: { param: '/automation/steps/0' } },
  );
  t.equal(
    (await call('PATCH', path, { trigger: { type: 'story_reply' } })).status,
    200,
    'instagram has them',
  );
});
