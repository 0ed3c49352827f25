/** Calls that would publish, send or delete are confirmed first, where the key or the workspace says so. */
import t, { type Test } from 'tap';
import { createKey } from '../../src/features/auth/keys.ts';
import { catalogueOf } from '../../src/faces/mcp/catalogue.ts';
import { operations } from '../../src/service/operations.ts';
import { kinds } from '../../src/kinds/index.ts';
import { prune } from '../../src/service/retention.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, type Call, type RunningService, startService } from '../support/service.ts';
import { setUp } from '../web/set-up.ts';
import { connectClient, type ToolClient } from './client.ts';
import { exampleIn, furnish } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A key of the same person, with its own client. */
async function withKey(t: Test, running: RunningService, confirm: 'none' | 'call' | 'person') {
  const { userId } = (await running.service.authenticate(running.key))!;
  const made = await createKey(running.service.directory, {
    userId,
    name: confirm,
    confirm,
    now: Date.now(),
  });
  return { ...made, ...(await connectClient(t, { baseUrl: running.baseUrl, key: made.key })) };
}

/** The person behind the keys, at the dashboard. */
async function personOf(running: RunningService) {
  const cookie = await setUp(running);
  const headers = {
    cookie: `${cookie.name}=${cookie.value}`,
    authorization: '',
    'sec-fetch-site': 'same-origin',
  };
  const ask: Call = (method, path, body) => running.call(method, path, body, headers);
  return {
    ask,
    waiting: async () => (await ask('GET', '/app/api/confirmations')).body.waiting,
    decide: (id: string, decision: string) => ask('PUT', `/app/api/confirmations/${id}`, { decision }),
  };
}

const postsOf = async ({ call }: RunningService) => (await call('GET', '/v1/posts')).body.posts;
const wordsOf = ({ accounts }: RunningService, content = 'Fresh bread') => ({
  content,
  accountIds: [accounts['telegram']],
  publishNow: true,
});
/** Asks for a confirmation. */
async function asked(
  t: Test,
  call: ToolClient['call'],
  name: string,
  given: object,
): Promise<Answer['body']> {
  const { isError, body } = await call(name, given);
  t.ok(isError);
  t.match(body, { code: 'confirmation_required', confirmation: /^tcf_/ }, JSON.stringify(body));
  return body;
}

void t.test('a second call publishes what the first one foresaw, once', async (t) => {
  const running = await startService(t);
  const { call } = await withKey(t, running, 'call');
  const post = wordsOf(running);
  const told = await asked(t, call, 'create_post', post);
  t.match(told, {
    error: /^nothing has happened yet: show the person what would happen/,
    confirmBy: 'call',
    plan: {
      title: 'Create a post',
      post: {
        when: 'now',
        accounts: [{ platform: 'telegram', text: 'Fresh bread', title: null, media: [] }],
      },
    },
    requestId: /^req_/,
  });
  t.strictSame(await postsOf(running), [], 'nothing has happened');
  const { confirmation } = told;
  t.notOk((await call('create_post', { confirmation, ...post })).isError);
  t.equal((await postsOf(running)).length, 1);
  t.match((await call('create_post', { ...post, confirmation })).body, { code: 'confirmation_used' });
  t.equal((await postsOf(running)).length, 1, 'a confirmation counts once');
});

void t.test('a confirmation is for its arguments, its tool and its caller alone', async (t) => {
  const running = await startService(t);
  const own = await withKey(t, running, 'call');
  const other = await withKey(t, running, 'call');
  const post = wordsOf(running);
  const { confirmation } = await asked(t, own.call, 'create_post', post);
  const uses: [string, ToolClient['call'], string, object, string][] = [
    ['another text', own.call, 'create_post', { ...post, content: 'Other words' }, 'confirmation_mismatch'],
    [
      'another account',
      own.call,
      'create_post',
      { ...post, accountIds: [running.accounts['discord']] },
      'confirmation_mismatch',
    ],
    [
      'another time',
      own.call,
      'create_post',
      { ...wordsOf(running), publishNow: false, scheduledAt: '2030-01-01T10:00:00Z' },
      'confirmation_mismatch',
    ],
    ['one more argument', own.call, 'create_post', { ...post, media: [] }, 'confirmation_mismatch'],
    ['another key of the same person', other.call, 'create_post', post, 'confirmation_unknown'],
    [
      'made up',
      own.call,
      'create_post',
      { ...post, confirmation: `tcf_${'A'.repeat(43)}` },
      'confirmation_unknown',
    ],
    [
      'no confirmation at all',
      own.call,
      'create_post',
      { ...post, confirmation: 'yes' },
      'confirmation_unknown',
    ],
  ];
  for (const [what, call, tool, given, code] of uses)
    t.match((await call(tool, { confirmation, ...given })).body, { code, param: '/confirmation' }, what);
  const draft = { content: 'A draft', accountIds: post.accountIds, draft: true };
  const { body } = await own.call('create_post', draft);
  t.match(
    (await own.call('delete_post', { id: body.post.id, confirmation })).body,
    { code: 'confirmation_mismatch' },
    'another tool',
  );
  t.equal((await postsOf(running)).length, 1);
  const neighbour = await running.neighbour();
  const { userId } = (await running.service.authenticate(neighbour.key))!;
  const theirs = await createKey(running.service.directory, {
    userId,
    name: 'x',
    confirm: 'call',
    now: Date.now(),
  });
  const foreign = await connectClient(t, { baseUrl: running.baseUrl, key: theirs.key });
  t.match((await foreign.call('create_post', { ...post, confirmation })).body, { code: 'unknown_account' });
  t.match(
    (
      await foreign.call('create_post', {
        ...post,
        accountIds: [neighbour.accounts['telegram']],
        confirmation,
      })
    ).body,
    { code: 'confirmation_unknown' },
    'another person',
  );
  t.notOk((await own.call('create_post', { ...post, confirmation })).isError, 'it still is for its own call');
});

void t.test('a confirmation ends, and is kept as a hash alone', async (t) => {
  const running = await startService(t);
  const { call } = await withKey(t, running, 'call');
  const post = wordsOf(running);
  const { confirmation, expiresAt } = await asked(t, call, 'create_post', post);
  const { sql, directory } = running.service;
  const rows = await sql<{ row: string }[]>`select to_jsonb(c)::text as row from confirmations c`;
  t.equal(rows.length, 1);
  t.notOk(rows[0]!.row.includes(confirmation));
  running.advance(10 * MINUTE + 1000);
  t.match((await call('create_post', { ...post, confirmation })).body, { code: 'confirmation_expired' });
  t.strictSame(await postsOf(running), []);
  await prune({ sql, directory }, kinds, Date.parse(expiresAt) + 23 * HOUR);
  t.equal((await sql`select from confirmations`).length, 1);
  await prune({ sql, directory }, kinds, Date.parse(expiresAt) + 25 * HOUR);
  t.equal((await sql`select from confirmations`).length, 0);
});

void t.test('two calls with one confirmation publish one post', async (t) => {
  const running = await startService(t);
  const { call } = await withKey(t, running, 'call');
  const post = wordsOf(running);
  const { confirmation } = await asked(t, call, 'create_post', post);
  const both = await Promise.all([1, 2, 3].map(() => call('create_post', { ...post, confirmation })));
  t.equal(both.filter(({ isError }) => !isError).length, 1);
  t.equal((await postsOf(running)).length, 1);
});

void t.test('the same call may be repeated under its idempotencyKey', async (t) => {
  const running = await startService(t);
  const { call } = await withKey(t, running, 'call');
  const post = { ...wordsOf(running), idempotencyKey: 'bread' };
  const { confirmation } = await asked(t, call, 'create_post', post);
  const first = await call('create_post', { ...post, confirmation });
  const again = await call('create_post', { ...post, confirmation });
  t.strictSame([again.isError, again.replayed, again.body], [false, true, first.body]);
  const otherKey = await call('create_post', { ...post, confirmation, idempotencyKey: 'other' });
  t.match(otherKey.body, { code: 'confirmation_used' });
  t.equal((await postsOf(running)).length, 1);
});

void t.test('a person allows or refuses, and the agent hears of it when it calls again', async (t) => {
  const running = await startService(t);
  const { call } = await withKey(t, running, 'person');
  const { waiting, decide } = await personOf(running);
  const post = wordsOf(running);
  const told = await asked(t, call, 'create_post', post);
  t.match(told, { confirmBy: 'person', address: `${running.baseUrl}/app/w/home/agents` });
  const { confirmation } = told;
  const repeat = () => call('create_post', { ...post, confirmation });
  t.match((await repeat()).body, { code: 'confirmation_pending' });
  const [listed] = await waiting();
  t.match(listed, {
    tool: 'create_post',
    keyName: 'person',
    client: 'troupe-test 1',
    state: 'waiting',
    plan: { arguments: { content: 'Fresh bread' }, post: { accounts: [{ text: 'Fresh bread' }] } },
  });
  t.match((await decide(listed.id, 'allowed')).body, { confirmation: { state: 'allowed' } });
  t.match(
    (await decide(listed.id, 'refused')).body,
    { confirmation: { state: 'allowed' } },
    'the first decision counts',
  );
  t.strictSame(await waiting(), []);
  t.strictSame(await postsOf(running), [], 'it is the agent that goes on');
  t.notOk((await repeat()).isError);
  t.match((await repeat()).body, { code: 'confirmation_used' });
  const calls = await eventually(async () => {
    const { body } = await running.call('GET', '/app/api/tool-calls?changes=true');
    return body.calls.length === 4 && body.calls;
  });
  t.strictSame(
    calls.map(({ code, confirmedBy }: Answer['body']) => [code, confirmedBy]),
    [
      ['confirmation_used', null],
      [null, 'Rosa'],
      ['confirmation_pending', null],
      ['confirmation_required', null],
    ],
    'the audit list says who allowed it',
  );

  const other = await asked(t, call, 'create_post', wordsOf(running, 'Other words'));
  const [second] = await waiting();
  await decide(second.id, 'refused');
  t.match(
    (await call('create_post', { ...wordsOf(running, 'Other words'), confirmation: other.confirmation }))
      .body,
    {
      code: 'confirmation_refused',
    },
  );
  t.equal((await postsOf(running)).length, 1);
  const late = await asked(t, call, 'create_post', wordsOf(running, 'Late'));
  const [third] = await waiting();
  running.advance(24 * HOUR + 1000);
  t.equal(
    (await decide(third.id, 'allowed')).body.confirmation.state,
    'waiting',
    'nobody decides after its end',
  );
  t.match(
    (await call('create_post', { ...wordsOf(running, 'Late'), confirmation: late.confirmation })).body,
    {
      code: 'confirmation_expired',
    },
  );
});

void t.test('a key decides nothing, and sets nothing', async (t) => {
  const running = await startService(t);
  const { call, id } = await withKey(t, running, 'person');
  await asked(t, call, 'create_post', wordsOf(running));
  const { waiting, ask } = await personOf(running);
  const [listed] = await waiting();
  const tries: [string, string, object?][] = [
    ['GET', '/app/api/confirmations'],
    ['PUT', `/app/api/confirmations/${listed.id}`, { decision: 'allowed' }],
    ['PUT', '/app/api/confirmations', { confirm: 'none' }],
    ['PATCH', `/app/api/keys/${id}`, { confirm: 'none' }],
  ];
  for (const [method, path, body] of tries)
    t.match(
      await running.call(method, path, body),
      { status: 403, body: { code: 'session_required' } },
      `${method} ${path}`,
    );
  t.equal((await waiting()).length, 1);
  t.match(await ask('PATCH', `/app/api/keys/${id}`, { confirm: 'none' }), { status: 200 });
  t.notOk((await call('create_post', wordsOf(running))).isError, 'it counts at once');
});

void t.test(
  'a workspace asks for confirmations, and the stricter one of key and workspace counts',
  async (t) => {
    const running = await startService(t);
    const free = await withKey(t, running, 'none');
    const careful = await withKey(t, running, 'call');
    const strict = await withKey(t, running, 'person');
    const { ask } = await personOf(running);
    const set = (confirm: string) => ask('PUT', '/app/api/confirmations', { confirm });
    const neededBy = async ({ call }: ToolClient) => {
      const { body } = await call('create_post', wordsOf(running));
      return body.confirmBy ?? 'none';
    };
    const needed = async () => [await neededBy(free), await neededBy(careful), await neededBy(strict)];
    t.strictSame(await needed(), ['none', 'call', 'person']);
    t.match(await set('call'), { status: 200, body: { confirm: 'call' } });
    t.strictSame(await needed(), ['call', 'call', 'person']);
    await set('person');
    t.strictSame(await needed(), ['person', 'person', 'person']);
    t.equal((await ask('GET', '/app/api/confirmations')).body.confirm, 'person');
    await set('none');
    const post = wordsOf(running);
    await set('call');
    const { confirmation } = await asked(t, free.call, 'create_post', post);
    await set('person');
    t.match(
      (await free.call('create_post', { ...post, confirmation })).body,
      { code: 'confirmation_pending' },
      'a second call is not enough any more',
    );
  },
);

void t.test('drafts, reads and pauses need nothing', async (t) => {
  const world = await furnish(t);
  const { call } = await withKey(t, world, 'person');
  const { accounts, ids } = world;
  const draft = { content: 'A draft', accountIds: [accounts['telegram']], draft: true };
  const { isError, body } = await call('create_post', draft);
  t.notOk(isError, JSON.stringify(body));
  const { id } = body.post;
  const fine: [string, object][] = [
    ['update_post', { id, content: 'Better words' }],
    ['update_post', { id, draft: true, scheduledAt: '2030-01-01T10:00:00Z' }], // of a draft
    ['list_posts', {}],
    ['update_comment_dm_rule', { id: ids.comment_rule, active: false }],
    ['update_dm_automation', { id: ids.automation, active: false }],
    ['upload_media', { url: `${world.sandbox.url}/samples/photo.jpg` }],
  ];
  for (const [name, given] of fine)
    t.notOk((await call(name, given)).isError, `${name} ${JSON.stringify(given)}`);
  const asking: [string, object][] = [
    ['update_post', { id, publishNow: true }],
    ['update_post', { id, scheduledAt: '2030-01-01T10:00:00Z' }],
    ['delete_post', { id }],
    ['update_comment_dm_rule', { id: ids.comment_rule, active: true }],
    ['update_comment_dm_rule', { id: ids.comment_rule, active: false, dmText: 'Other words' }],
    ['update_dm_automation', { id: ids.automation, active: true }],
  ];
  for (const [name, given] of asking) await asked(t, call, name, given);
});

void t.test('what would happen may not become something else', async (t) => {
  const running = await startService(t);
  const { call } = await withKey(t, running, 'call');
  const draft = { content: 'What was agreed', accountIds: [running.accounts['telegram']], draft: true };
  const { id } = (await call('create_post', draft)).body.post;
  const publish = { id, publishNow: true };
  const { confirmation, plan } = await asked(t, call, 'update_post', publish);
  t.equal(plan.post.accounts[0].text, 'What was agreed');
  t.notOk((await call('update_post', { id, content: 'Something else' })).isError, 'drafts are edited freely');
  t.match((await call('update_post', { ...publish, confirmation })).body, { code: 'confirmation_mismatch' });
  t.equal((await postsOf(running))[0].status, 'draft');
  // a scheduled post is what goes out
  const scheduled = { id, scheduledAt: '2030-01-01T10:00:00Z' };
  const second = await asked(t, call, 'update_post', scheduled);
  t.notOk((await call('update_post', { ...scheduled, confirmation: second.confirmation })).isError);
  await asked(t, call, 'update_post', { id, content: 'Once more something else' });
  t.equal((await postsOf(running))[0].content, 'Something else');
  const shelve = { id, draft: true };
  const third = await asked(t, call, 'update_post', shelve);
  t.match(third, { plan: { about: [{ title: 'scheduled: Something else' }] } }, 'nothing would be sent');
  t.notOk(third['plan'].post);
  t.equal((await postsOf(running))[0].status, 'scheduled', 'taking it off the calendar is asked for too');
  t.notOk((await call('update_post', { ...shelve, confirmation: third['confirmation'] })).isError);
  t.equal((await postsOf(running))[0].status, 'draft');
});

void t.test('what would be refused is refused before anybody is asked', async (t) => {
  const running = await startService(t);
  const { call } = await withKey(t, running, 'person');
  const { waiting } = await personOf(running);
  const refused: [string, object, string][] = [
    ['create_post', { ...wordsOf(running), accountIds: [running.accounts['instagram']] }, 'media_required'],
    ['create_post', { content: 'x', accountIds: ['acc_nope'], publishNow: true }, 'unknown_account'],
    ['create_post', { content: 'x', accountIds: [running.accounts['telegram']] }, 'timing_required'],
    ['create_post', { ...wordsOf(running), nope: 1 }, 'unknown_field'],
    ['delete_post', { id: 'post_nope' }, 'not_found'],
    ['update_post', { id: 'post_nope', publishNow: true }, 'not_found'],
    ['send_message', { id: 'conv_nope', message: 'Hi' }, 'not_found'],
    ['delete_comment_dm_rule', { id: 'rule_nope' }, 'not_found'],
    ['delete_dm_automation', { id: 'auto_nope' }, 'not_found'],
    [
      'reply_to_comment',
      { accountId: 'acc_nope', platform: 'instagram', commentId: '1', message: 'Hi' },
      'not_found',
    ],
    ['create_post', { ...wordsOf(running), workspace: 'nope' }, 'not_a_member'],
  ];
  for (const [name, given, code] of refused)
    t.match((await call(name, given)).body, { code }, `${name} ${JSON.stringify(given)}`);
  t.strictSame(await waiting(), []);
});

void t.test('a key that has to confirm cannot go around it over REST', async (t) => {
  const running = await startService(t);
  const { key } = await withKey(t, running, 'call');
  const authorization = { authorization: `Bearer ${key}` };
  const ask = (method: string, path: string, body?: object) =>
    running.call(method, path, body, authorization);
  for (const { id, rest, dashboard, isHarmless } of operations)
    for (const route of [rest, dashboard])
      if (route !== undefined && route.method !== 'get' && !isHarmless)
        t.match(
          await ask(route.method.toUpperCase(), route.path.replaceAll(/{\w+}/g, 'x'), {}),
          { status: 403, body: { code: /^(confirmation|session)_required$/ } },
          id,
        );
  t.equal((await ask('GET', '/v1/posts')).status, 200);
  const draft = { content: 'x', accountIds: [running.accounts['telegram']], draft: true };
  t.equal((await ask('POST', '/v1/posts/validate', draft)).status, 200);
  t.match((await ask('POST', '/v1/posts', draft)).body, { error: /call the tool create_post at \/mcp/ });
  t.strictSame(await postsOf(running), []);
  t.equal((await running.call('POST', '/v1/posts', draft)).status, 200, 'another key is as free as before');
});

void t.test(
  'every tool that publishes, sends or deletes can be held back, and then does what it did before',
  async (t) => {
    const tools = [...catalogueOf(operations).values()];
    for (const { name, held, changes, listed } of tools) {
      const isRisky = changes && (listed.annotations.destructiveHint || listed.annotations.openWorldHint);
      // a file that is fetched is in no post yet
      if (name !== 'upload_media') t.equal(held !== undefined, isRisky, name);
      t.equal('confirmation' in listed.inputSchema.properties!, held !== undefined, name);
    }
    const world = await furnish(t);
    const { call } = await withKey(t, world, 'call');
    const isDelete = (name: string) => name.startsWith('delete_');
    const holdable = tools
      .filter(({ held }) => held)
      .toSorted((a, b) => Number(isDelete(a.name)) - Number(isDelete(b.name)));
    t.ok(holdable.length > 10);
    for (const { name, operation, listed } of holdable) {
      const [example] = listed.inputSchema['examples'] as [{ [name: string]: unknown }];
      const made = await exampleIn(world, operation, example);
      // pausing needs nothing
      const given = made['active'] === false ? { ...made, active: true } : made;
      const { confirmation, plan } = await asked(t, call, name, given);
      t.ok(plan.changes, name);
      const { isError, body } = await call(name, { ...given, confirmation });
      t.notOk(isError, `${name}: ${JSON.stringify(body).slice(0, 300)}`);
      t.match(
        (await call(name, { ...given, confirmation })).body,
        { code: /^(confirmation_used|confirmation_mismatch|not_found|already_|post_)/ },
        name,
      );
    }
  },
);
