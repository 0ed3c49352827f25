/**
 * People who are held to some accounts. Every operation of the table is called by one of them about things of another account: by key, from
 * the dashboard and as a tool. A new operation is tested because it is in the table, and because it does not compile without saying how it
 * treats such people.
 */
// Long test: it calls most operations several times, in a workspace with one of everything. test/people/held.test.ts is a shorter one.
import t from 'tap';
import { isForHeld } from '../../src/api/held.ts';
import { type Operation, routesOf } from '../../src/api/operation.ts';
import { mayCall } from '../../src/api/roles.ts';
import type { ResourceKind } from '../../src/api/schemas.ts';
import { dashboardOperations } from '../../src/faces/dashboard/operations.ts';
import { operations as table } from '../../src/service/operations.ts';
import type { Answer } from '../support/service.ts';
import { type Called, connectClient, type ToolClient } from '../mcp/client.ts';
import { eventually } from '../support/eventually.ts';
import { everything } from '../support/everything.ts';
import { type HeldWorld, heldWorld } from '../support/held-world.ts';
import type { Mate } from '../support/team.ts';
import {
  argumentsWith,
  type IdField,
  idFieldsOf,
  type Request,
  requestWith,
} from '../support/table-inputs.ts';

type Row = Operation<never>;

/** With the operations that the dashboard alone has. */
const operations: readonly Row[] = [...table, ...dashboardOperations(null)];

/** What is of an account, or of several. The rest of what ids name is of the workspace or of a person. */
const OF_ACCOUNTS = new Set<ResourceKind>([
  'account',
  'actor',
  'automation',
  'comment_rule',
  'conversation',
  'definition',
  'dm_run',
  'message',
  'post',
  'post_template',
  'series',
]);
/** Fields of reads that filter: what the caller does not reach matches nothing. */
const FILTERS = new Set(['readPostsById.ids']);

/** Reads of what is of all accounts of a post together. */
const NEEDS_ALL = new Set(['readWorkingCopy']);

const isRead = (operation: Row) => routesOf(operation).every(({ method }) => method === 'get');
const isMeant = (operation: Row) => operation.isPersonal !== true && operation.accountLimit !== 'irrelevant';
const fieldsOf = (operation: Row): IdField[] =>
  idFieldsOf(operation).fields.filter(({ kind }) => OF_ACCOUNTS.has(kind));

/** @returns the responses to an operation by key and by session, and as a tool where it is one */
async function responses(
  { call }: HeldWorld,
  { mate, tools }: { mate: Mate; tools: ToolClient },
  operation: Row,
  { requests, given }: { requests: readonly Request[]; given: object },
): Promise<{ where: string; status: number; body: Answer['body']; text: string }[]> {
  const all: { where: string; status: number; body: Answer['body']; text: string }[] = [];
  for (const { route, path, body } of requests)
    for (const [face, headers] of Object.entries(mate.by)) {
      if (face === 'key' && operation.dashboard === route && operation.rest !== undefined) continue;
      const answer = await call(route.method.toUpperCase(), path, body, headers);
      all.push({ where: `${operation.id} by ${face}`, ...answer, text: JSON.stringify(answer.body) });
    }
  if (operation.tool !== undefined) {
    const { isError, body, texts }: Called = await tools.call(operation.tool.name, given);
    const status = !isError
      ? 200
      : body.code === 'not_found'
        ? 404
        : body.code === 'held_to_accounts'
          ? 403
          : 400;
    all.push({ where: `${operation.id} as a tool`, status, body, text: texts.join('\n') });
  }
  return all;
}

const filled = (operation: Row, own: HeldWorld['ids'], tested: { field: IdField; id: string }) => ({
  requests: requestWith(operation, own, tested),
  given: argumentsWith(operation, own, tested),
});

const shows = (text: string, marks: readonly string[]): string[] =>
  marks.filter((mark) => text.includes(mark));

const world = await heldWorld(t);

void t.test(
  'a person who is held to other accounts finds nothing of this one, and changes nothing',
  async (t) => {
    const { stranger, ids, marks, own } = world;
    const caller = {
      mate: stranger,
      tools: await connectClient(t, { ...world, key: stranger.key, allTools: true }),
    };
    await world.quiet();
    const before = await everything(world.service.sql);
    let tested = 0;
    for (const operation of operations.filter((one) => isMeant(one) && mayCall('editor', one))) {
      for (const field of fieldsOf(operation)) {
        const input = filled(operation, { ...ids, ...own }, { field, id: ids[field.kind] });
        for (const { where, status, body, text } of await responses(world, caller, operation, input)) {
          const what = `${where}: ${field.place} ${field.name}: ${status} ${text.slice(0, 200)}`;
          tested += 1;
          // what is not there is named as the caller named it
          const unnamed = marks.filter((mark) => !JSON.stringify(input).includes(mark));
          t.same(shows(text, unnamed), [], what);
          if (body?.code === 'session_required') t.match(where, / by key$/, what);
          else if (!isForHeld({ heldTo: [] }, operation)) t.match(body, { code: 'held_to_accounts' }, what);
          else if (FILTERS.has(`${operation.id}.${field.name}`)) t.equal(status, 200, what);
          // each post has a result of its own
          else if (operation.id === 'batchPosts' && status === 200)
            t.match(body.results, [{ ok: false, code: 'not_found' }], what);
          else if (field.isList) t.ok([400, 404, 409].includes(status), what);
          else t.equal(status, 404, what);
        }
      }
    }
    t.ok(tested > 150, `${tested} calls`);
    await world.quiet();
    const after = await everything(world.service.sql);
    t.same(
      after.filter((row) => !before.includes(row)),
      [],
      'nothing was made or changed',
    );
    t.equal(after.length, before.length);
  },
);

void t.test(
  'lists, counts and searches lack what is of other accounts, and show it to who reaches it',
  async (t) => {
    const { stranger, friend, ids, own, marks } = world;
    const seen = new Set<string>();
    const people = [stranger, friend];
    const tools = await Promise.all(
      people.map(({ key }) => connectClient(t, { ...world, key, allTools: true })),
    );
    const nothing = { place: 'query', name: '', kind: 'post', isList: false } as const;
    for (const operation of operations.filter((one) => isRead(one) && one.isPersonal !== true)) {
      const required = fieldsOf(operation).filter(({ place, name }) =>
        operation[place]?.required?.includes(name),
      );
      for (const [index, mate] of people.entries()) {
        // about their own things, where it needs some: the stranger has an account and a post
        const has = mate === friend ? ids : { ...ids, ...own };
        if (mate === stranger && required.some(({ kind }) => !(kind in own))) continue;
        const input = filled(operation, has, { field: nothing, id: '' });
        for (const { where, status, body, text } of await responses(
          world,
          { mate, tools: tools[index]! },
          operation,
          input,
        )) {
          const what = `${where} of the ${mate === friend ? 'friend' : 'stranger'}: ${status} ${text.slice(0, 300)}`;
          if (mate === stranger) t.same(shows(text, marks), [], what);
          else for (const mark of shows(text, marks)) seen.add(mark);
          if (!mayCall('editor', operation)) continue;
          if (operation.accountLimit === 'refused')
            t.match({ status, body }, { status: 403, body: { code: 'held_to_accounts' } }, what);
          else t.not(body?.code, 'held_to_accounts', what);
        }
      }
    }
    t.same(
      [...seen].sort(),
      [...marks].sort(),
      'each mark is something that who reaches the account is shown',
    );
  },
);

void t.test('the chart of an automation is shown to who reaches the account of a run', async (t) => {
  const { friend, stranger, ids } = world;
  for (const path of ['', '/heat', '/xstate']) {
    const chart = `/v1/charts/dm_run${path}?definition=${ids.definition}` as const;
    t.match(await friend.ask('GET', chart), { status: 200 }, path);
    t.match(await stranger.ask('GET', chart), { status: 404 }, path);
  }
});

void t.test(
  'a post of several accounts is shown without the others, and changed by who reaches all of them',
  async (t) => {
    const { mixed, friend, stranger, both, ids, own } = world;
    const parts = [
      { mate: friend, has: ids, hidden: mixed.words.stranger, shown: mixed.words.friend },
      { mate: stranger, has: { ...ids, ...own }, hidden: mixed.words.friend, shown: mixed.words.stranger },
    ];
    for (const { mate, has, hidden, shown } of parts) {
      const caller = { mate, tools: await connectClient(t, { ...world, key: mate.key, allTools: true }) };
      const read: string[] = [];
      for (const operation of operations.filter((one) => isMeant(one) && mayCall('editor', one)))
        for (const field of fieldsOf(operation).filter(
          ({ kind, place }) => (kind === 'post' && place !== 'body') || kind === 'actor',
        )) {
          const input = filled(operation, has, { field, id: mixed.id });
          for (const { where, status, body, text } of await responses(world, caller, operation, input)) {
            const what = `${where}: ${status} ${text.slice(0, 400)}`;
            t.same(shows(text, hidden), [], what);
            read.push(text);
            if (body?.code === 'session_required') t.match(where, / by key$/, what);
            else if (!isRead(operation) || NEEDS_ALL.has(operation.id))
              t.match({ status, body }, { status: 403, body: { code: 'held_to_accounts' } }, what);
            else t.equal(status, 200, what);
          }
        }
      for (const path of ['/v1/posts?limit=100', '/app/api/posts?limit=50', mixed.calendar] as const) {
        const { body } = await mate.ask('GET', path);
        const [listed] = body.posts.filter(({ id }) => id === mixed.id);
        t.ok(listed, `${path} lists it`);
        t.same(shows(JSON.stringify(listed), hidden), [], path);
        read.push(JSON.stringify(listed));
      }
      t.same(shows(read.join('\n'), shown), shown, 'what is of their own account is shown');
    }
    t.match(await both.ask('PATCH', `/v1/posts/${mixed.id}`, { content: 'Better words' }), { status: 200 });
  },
);

void t.test(
  'the live feed has what is of their accounts, and a change of these counts at once',
  async (t) => {
    const { friend, stranger, owner, ids, marks, mixed, own } = world;
    const [of, notOf] = [await world.watch(friend), await world.watch(stranger)];
    const all = await world.watch(owner);
    await world.somethingHappens();
    for (const one of [all, of, notOf]) await one.until((text) => text.includes(world.last()));
    const words = { friend: of.texts().join('\n'), stranger: notOf.texts().join('\n') };
    t.same(shows(words.stranger, marks), [], 'nothing of the other account');
    t.same(shows(words.stranger, mixed.words.friend), [], 'nothing of the other half of a post');
    for (const kind of ['post', 'conversation'] as const)
      t.ok(words.friend.includes(ids[kind]), `who reaches the account is sent what happens to the ${kind}`);
    t.ok(words.stranger.includes(own.post), 'and the stranger what is of theirs');

    await owner.ask('PATCH', `/v1/members/${stranger.userId}`, { accountIds: null });
    // each socket is checked again within a second
    await eventually(async () => {
      await world.somethingHappens();
      await notOf.until((text) => text.includes(world.last()));
      return notOf.texts().some((text) => text.includes(ids.post));
    });
    await owner.ask('PATCH', `/v1/members/${stranger.userId}`, { accountIds: [own.account] });
    await eventually(async () => {
      const length = notOf.texts().length;
      await world.somethingHappens();
      await notOf.until((text) => text.includes(world.last()));
      return shows(notOf.texts().slice(length).join('\n'), [ids.post]).length === 0;
    });
  },
);
