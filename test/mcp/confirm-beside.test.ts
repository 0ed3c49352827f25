/**
 * What somebody agreed to is compared under the locks of what the call is about: an edit beside the confirmed call, not before it,
 * leaves nothing done. The window is widened by a transaction that holds the lock for which both wait.
 */
import t, { type Test } from 'tap';
import { longTest } from '../support/long.ts';
import type { Tx } from '../../store/connect.ts';
import { catalogueOf } from '../../src/faces/mcp/catalogue.ts';
import { type Bound, HELD } from '../../src/faces/mcp/held.ts';
import { operations } from '../../src/service/operations.ts';
import { createKey } from '../../src/features/auth/keys.ts';
import { eventually } from '../support/eventually.ts';
import type { Answer, RunningService } from '../support/service.ts';
import { setUp } from '../web/set-up.ts';
import { type Called, connectClient, type ToolClient } from './client.ts';
import { exampleIn, furnish, type World } from './world.ts';

type Given = { [name: string]: unknown };

/** Who edits, over which face. */
interface Faces {
  world: World;
  /** The held key, whose calls need nothing as long as they send nothing. */
  tool: ToolClient['call'];
  /** A person at the dashboard. */
  person: RunningService['call'];
}

interface Editor {
  title: string;
  /** Holds what the edit and the confirmed call both wait for; where there is no `edit`, it is the edit. */
  hold(tx: Tx, given: Given): Promise<unknown>;
  /** @param time counts the edits, so that each is another one */
  edit?(faces: Faces, given: Given, time: number): Promise<Called | Answer>;
}

const holdActor = (tx: Tx, { id }: Given) => tx`select from actors where id = ${id as string} for update`;
const holdAutomation = (tx: Tx, { id }: Given) =>
  tx`select from dm_automations where id = ${id as string} for update`;
const overRest = (path: string, body: (time: number) => object): Pick<Editor, 'edit'> => ({
  edit: ({ world }, { id }, time) => world.call('PATCH', `${path}/${id as string}`, body(time)),
});
const atDashboard = (path: string, body: (time: number) => object): Pick<Editor, 'edit'> => ({
  edit: ({ person }, { id }, time) => person('PATCH', `${path}/${id as string}`, body(time)),
});
/** Switches off what is on, and on what is off. */
const switched = (path: string, list: string): Pick<Editor, 'edit'> => ({
  edit: async ({ world, person }, { id }) => {
    const { body }: Answer = await world.call('GET', path);
    const { active } = body[list].find((one: Given) => one['id'] === id);
    return person('PATCH', `${path}/${id as string}`, { active: !active });
  },
});
const rename = (tx: Tx, ids: string[]) =>
  tx`update accounts set display_name = display_name || '.' where id = any(${ids}::text[])`;
const otherWords = (time: number) => ({ content: `Words that nobody agreed to, ${time}` });
const otherRule = (time: number) => ({ dmText: `A message that nobody agreed to, ${time}` });

/** Ways in which what is bound becomes something else. */
const EDITORS: { [bound in Bound]: Editor[] } = {
  accounts: [
    {
      title: 'an account becomes another one',
      hold: (tx, { accountIds }) =>
        accountIds === undefined
          ? tx`update accounts set display_name = display_name || '.'`
          : rename(tx, accountIds as string[]),
    },
  ],
  account: [
    {
      title: 'the account becomes another one',
      hold: (tx, { accountId }) => rename(tx, [accountId as string]),
    },
  ],
  post: [
    {
      title: 'the same key edits the draft',
      hold: holdActor,
      edit: ({ tool }, { id }, time) => tool('update_post', { id, ...otherWords(time) }),
    },
    { title: 'another key edits it over REST', hold: holdActor, ...overRest('/v1/posts', otherWords) },
    { title: 'a person edits it', hold: holdActor, ...atDashboard('/v1/posts', otherWords) },
  ],
  comment: [
    {
      title: 'the commenter edits it',
      hold: (tx, { commentId }) =>
        tx`update comments set text = text || '.' where id = ${commentId as string}`,
    },
  ],
  conversation: [
    {
      title: 'it is somebody else',
      hold: async (tx, { conversationId, id }) => {
        const named = { id: conversationId ?? id };
        await holdActor(tx, named);
        await tx`update conversations set username = username || '.' where id = ${named.id as string}`;
      },
    },
  ],
  rule: [
    {
      title: 'another key edits it over REST',
      hold: holdActor,
      ...overRest('/v1/comment-dm-rules', otherRule),
    },
    { title: 'a person edits it', hold: holdActor, ...atDashboard('/v1/comment-dm-rules', otherRule) },
    {
      title: 'a person switches it on or off',
      hold: holdActor,
      ...switched('/v1/comment-dm-rules', 'rules'),
    },
  ],
  automation: [
    {
      title: 'another key changes its steps over REST',
      hold: holdAutomation,
      ...overRest('/v1/dm-automations', (time) => ({
        steps: [{ type: 'message', text: `Other words, ${time}` }],
      })),
    },
    {
      title: 'a person changes how often it starts',
      hold: holdAutomation,
      ...atDashboard('/v1/dm-automations', (time) => ({ cooldownHours: time + 1 })),
    },
    {
      title: 'a person switches it on or off',
      hold: holdAutomation,
      ...switched('/v1/dm-automations', 'automations'),
    },
  ],
};

/** A key of the same person that has to confirm what goes out. */
async function heldKey(running: RunningService): Promise<string> {
  const { userId } = (await running.service.authenticate(running.key))!;
  const made = await createKey(running.service.directory, {
    userId,
    name: 'held',
    confirm: 'call',
    now: Date.now(),
  });
  return made.key;
}

const personOf = async (running: RunningService): Promise<RunningService['call']> => {
  const { name, value } = await setUp(running);
  const headers = { cookie: `${name}=${value}`, authorization: '', 'sec-fetch-site': 'same-origin' };
  return (method, path, body) => running.call(method, path, body, headers);
};

async function agreedTo(t: Test, call: ToolClient['call'], name: string, given: object): Promise<string> {
  const { body } = await call(name, given);
  t.match(body, { code: 'confirmation_required' }, `${name}: ${JSON.stringify(body).slice(0, 300)}`);
  return body.confirmation;
}

/** Waits until so many requests wait for a lock: in the database, or in memory behind the one that does. */
const untilWaiting = ({ service: { sql, context } }: RunningService, count: number) =>
  eventually(async () => {
    const [row] = await sql<{ waiting: number }[]>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
    return row!.waiting + context.node.requestsInLine >= count;
  });

/** Makes the edit beside the confirmed call: both wait for the same lock, the edit first. */
async function callBeside(
  faces: Faces,
  { hold, edit }: Editor,
  { given, time, confirmed }: { given: Given; time: number; confirmed: () => Promise<Called> },
): Promise<{ called: Called; edited: Called | Answer | undefined }> {
  let edited: Promise<Called | Answer> | undefined;
  let called: Promise<Called>;
  await faces.world.service.sql.begin(async (tx) => {
    await hold(tx, given);
    edited = edit?.(faces, given, time);
    if (edited) await untilWaiting(faces.world, 1);
    called = confirmed();
    await untilWaiting(faces.world, edited ? 2 : 1);
  });
  return { called: await called!, edited: await edited };
}

const isDelete = (name: string) => name.startsWith('delete_');

void t.test(
  'no held tool does what it was allowed to when what that was about is edited beside it',
  async (t) => {
    const world = await furnish(t);
    const key = await heldKey(world);
    const { call } = await connectClient(t, { baseUrl: world.baseUrl, key });
    const faces = { world, tool: call, person: await personOf(world) };
    const tools = [...catalogueOf(operations).values()]
      .filter(({ held }) => held)
      .toSorted((one, other) => Number(isDelete(one.name)) - Number(isDelete(other.name)));
    t.strictSame(
      new Set(tools.map(({ name }) => name)),
      new Set(Object.keys(HELD)),
      'each tool is in the table',
    );
    let time = 0;
    for (const { name, operation, listed, held } of tools) {
      const [example] = listed.inputSchema['examples'] as [Given];
      for (const bound of held!.binds)
        for (const editor of EDITORS[bound]) {
          time += 1;
          const made = await exampleIn(world, operation, example);
          const given: Given = made['active'] === false ? { ...made, active: true } : made;
          const confirmation = await agreedTo(t, call, name, given);
          const confirmed = () => call(name, { ...given, confirmation });
          const { called, edited } = await callBeside(faces, editor, { given, time, confirmed });
          const what = `${name}: ${editor.title}`;
          t.match(called, { isError: true, body: { code: 'confirmation_mismatch' } }, what);
          t.notMatch(edited, { isError: true }, what);
          if (edited && 'status' in edited)
            t.equal(edited.status, 200, `${what}: ${JSON.stringify(edited.body)}`);
        }
    }
  },
);

void t.test('words that are written beside a confirmed call are never published by it', async (t) => {
  const world = await furnish(t);
  const key = await heldKey(world);
  const { call } = await connectClient(t, { baseUrl: world.baseUrl, key });
  const other = await connectClient(t, { baseUrl: (await world.secondNode()).baseUrl, key });
  const posts = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const draft = { content: 'What was agreed', accountIds: [world.accounts['telegram']], draft: true };
      const { id } = (await call('create_post', draft)).body.post;
      const confirmation = await agreedTo(t, call, 'update_post', { id, publishNow: true });
      // one of them comes by another node
      const by = index % 2 === 0 ? call : other.call;
      const [published] = await Promise.all([
        by('update_post', { id, publishNow: true, confirmation }),
        call('update_post', { id, content: 'Something else' }),
      ]);
      return { id, published };
    }),
  );
  for (const { id, published } of posts) {
    const { post } = (await world.call('GET', `/v1/posts/${id}`)).body;
    if (published.isError) t.match(published.body, { code: /^confirmation_mismatch$|^conflict$/ });
    if (published.isError) t.equal(post.status, 'draft');
    else t.equal(post.content, 'What was agreed');
  }
});

longTest(
  'what needs nothing is compared too: a draft that is scheduled beside its edit keeps its words',
  async (t) => {
    const world = await furnish(t);
    const { call } = await connectClient(t, { baseUrl: world.baseUrl, key: await heldKey(world) });
    const person = await personOf(world);
    const draft = { content: 'What a person wrote', accountIds: [world.accounts['telegram']], draft: true };
    for (const edit of [{ content: 'Something else' }, { draft: true }]) {
      const { id } = (await call('create_post', draft)).body.post;
      const schedule = { scheduledAt: '2030-01-01T10:00:00Z' };
      const editor = {
        title: 'a person schedules it',
        hold: holdActor,
        ...atDashboard('/v1/posts', () => schedule),
      };
      const confirmed = () => call('update_post', { id, ...edit });
      const { called } = await callBeside({ world, tool: call, person }, editor, {
        given: { id },
        time: 0,
        confirmed,
      });
      t.match(called, { isError: true, body: { code: 'conflict' } }, JSON.stringify(edit));
      const { post } = (await world.call('GET', `/v1/posts/${id}`)).body;
      t.match(post, { status: 'scheduled', content: 'What a person wrote' }, JSON.stringify(edit));
    }
  },
);

longTest('a confirmation that comes to two nodes at once is used once', async (t) => {
  const world = await furnish(t);
  const key = await heldKey(world);
  const here = await connectClient(t, { baseUrl: world.baseUrl, key });
  const there = await connectClient(t, { baseUrl: (await world.secondNode()).baseUrl, key });
  const rule = { accountId: world.accounts['instagram'], keywords: ['bread'], dmText: 'Fresh!' };
  const confirmation = await agreedTo(t, here.call, 'create_comment_dm_rule', rule);
  const calls = await Promise.all(
    [here, there, here, there].map(({ call }) => call('create_comment_dm_rule', { ...rule, confirmation })),
  );
  t.equal(calls.filter(({ isError }) => !isError).length, 1);
  const { rules } = (await world.call('GET', '/v1/comment-dm-rules')).body;
  t.equal(rules.filter(({ dmText }: { dmText: string }) => dmText === 'Fresh!').length, 1);
});
