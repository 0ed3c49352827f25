/**
 * Every webhook of the API's description is really sent, and the example that is shown for it has the same fields with the same types. A
 * new event fails here until something makes it happen.
 */
import t from 'tap';
import { Value } from 'typebox/value';
import { jsonSchema } from '../../src/faces/http/json-schema.ts';
import { webhookCalls } from '../../src/features/webhooks/index.ts';
import { lockInto } from '../../src/engine/take.ts';
import { allow, linkFor, newPerson } from '../accounts/connect/person.ts';
import { eventually } from '../support/eventually.ts';
import { begin, failedOf, feedOf, make, person, words, type World } from '../support/furnished.ts';
import { receiver } from '../support/webhook-receiver.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** What comes before the random part of an id of this service. */
const PREFIX = /^[a-z]+_(?=[0-9A-Z]{26}$)/;

/** @returns where an example and what was sent differ in their fields, or in the type of one */
function differences(example: unknown, sent: unknown, path = ''): string[] {
  const types = [typeOf(example), typeOf(sent)];
  // the schema, which both fit, says where null may be
  if (types.includes('null')) return [];
  if (types[0] !== types[1]) return [`${path}: the example has ${types[0]}, and ${types[1]} was sent`];
  if (Array.isArray(example)) {
    const [one, other] = [example[0], (sent as unknown[])[0]];
    return one === undefined || other === undefined ? [] : differences(one, other, `${path}/0`);
  }
  if (types[0] !== 'object') return [];
  const [shown, real] = [example as Fields, sent as Fields];
  const names = new Set([...Object.keys(shown), ...Object.keys(real)]);
  return [...names].flatMap((name) => {
    const at = `${path}/${name}`;
    if (!(name in real)) return [`${at} is in the example, and was not sent`];
    if (!(name in shown)) return [`${at} was sent, and is not in the example`];
    return differences(shown[name], real[name], at);
  });
}

interface Fields {
  [name: string]: unknown;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'string') return typeof value;
  if (INSTANT.test(value)) return 'an instant';
  const [prefix] = PREFIX.exec(value) ?? [];
  return prefix === undefined ? 'a text' : `an id ${prefix}`;
}

/** Makes every event happen. */
async function happen(world: World): Promise<void> {
  const { accounts, sandbox } = world;
  const refuseMessage = () =>
    sandbox.sandbox.faults.add({
      kind: 'status',
      status: 400,
      network: 'instagram',
      call: 'messages',
      times: 1,
    });
  await make(world, '/v1/posts', { ...words(world), publishNow: true });
  await failedOf(world);

  await make(world, '/v1/comment-dm-rules', {
    accountId: accounts['instagram'],
    keywords: ['link'],
    dmText: 'Here it is',
    publicReplies: ['Sent!'],
  });
  const comment = (username: string) =>
    person(world, username, { comment: { text: 'link', mediaId: world.mediaId } });
  const answered = (status: string) =>
    eventually(async () => {
      const { sql } = world.service;
      return (await sql`select from actors where kind = 'private_reply' and shown = ${status}`).length > 0;
    });
  /** A public reply waits for its turn, before or after its message was announced. */
  const paced = (isAnnounced: boolean) =>
    eventually(async () => {
      const rows = await world.service.sql<{ announced: boolean | null }[]>`
        select (snapshot #>> '{context,announced}')::boolean as announced from actors
        where kind = 'private_reply' and snapshot #>> '{value,replying}' = 'paced'`;
      return rows.some(({ announced }) => (announced ?? false) === isAnnounced);
    });
  await comment('ann');
  await answered('sent');
  await world.call('PUT', '/v1/comment-dm-rules/settings', {
    accountId: accounts['instagram'],
    publicReplySeconds: 120,
  });
  await comment('eve');
  await paced(false);
  world.advance(61_000);
  await paced(true);
  world.advance(180_000);
  refuseMessage();
  await comment('bob');
  await answered('failed');

  const automation = (word: string, steps: object[]) =>
    make(world, '/v1/dm-automations', {
      accountId: accounts['instagram'],
      trigger: { type: 'keyword', keywords: [word] },
      steps,
    });
  const ended = (id: string) =>
    eventually(async () => {
      const [run] = (await world.call('GET', `/v1/dm-automations/${id}/runs`)).body.runs;
      return run?.status === 'ended';
    });
  const text = { type: 'message', text: 'One moment' };
  const [help, broken] = [
    await automation('help', [text, { type: 'handoff' }]),
    await automation('broken', [text]),
  ];
  await person(world, 'cleo', { say: 'help' });
  await ended(help.automation.id);
  refuseMessage();
  await person(world, 'dora', { say: 'broken' });
  await ended(broken.automation.id);

  sandbox.sandbox.faults.add({ kind: 'expired_token', network: 'mastodon' });
  await make(world, '/v1/posts', { ...words(world), accountIds: [accounts['mastodon']], publishNow: true });

  await pauseSeries(world);
  await pauseFeed(world);

  // a second account of the network, so people have to say which one they write to
  const link = await linkFor(world, { platforms: ['instagram'] });
  const stranger = newPerson(world);
  await stranger.get(await allow(stranger, link, 'instagram', { login: 'Café Luna' }));
}

/** A series finds, when it is resumed, that the plan no longer includes its posts. */
async function pauseSeries(world: World): Promise<void> {
  const { series } = await make(world, '/v1/series', {
    post: words(world),
    startsAt: new Date(world.service.context.clock() + 60_000).toISOString(),
    rule: 'FREQ=MONTHLY',
  });
  const shows = (status: string) =>
    eventually(async () => {
      const rows = await world.service
        .sql`select from actors where id = ${series.id} and snapshot ->> 'value' = ${status}`;
      return rows.length > 0;
    });
  await shows('waiting');
  await world.call('POST', `/v1/series/${series.id}/pause`, {});
  await shows('paused');
  const setPlan = (plan: string) =>
    world.service.directory`update workspaces set plan = ${plan} where id = ${world.workspaceId}`;
  await setPlan('none');
  await world.service.context.node.command(async (tx, turn) => {
    turn.deliver((await lockInto(tx, turn, series.id))!, { type: 'resume' });
    return { result: null };
  });
  await eventually(
    async () => (await world.call('GET', `/v1/series/${series.id}`)).body.series.reason === 'plan',
  );
  await setPlan('developer');
}

/** A feed finds that the plan no longer includes its posts. */
async function pauseFeed(world: World): Promise<void> {
  const id = await feedOf(world);
  const setPlan = (plan: string) =>
    world.service.directory`update workspaces set plan = ${plan} where id = ${world.workspaceId}`;
  const feed = async () => (await world.call('GET', `/v1/feeds/${id}`)).body.feed;
  await eventually(async () => (await feed()).lastReadAt !== null);
  await setPlan('none');
  await world.service.context.node.command(async (tx, turn) => {
    const again = { type: 'edit', accountIds: (await feed()).accountIds, everyMs: 3_600_000, isOther: false };
    turn.deliver((await lockInto(tx, turn, id))!, again);
    return { result: null };
  });
  await eventually(async () => (await feed()).reason === 'plan');
  await setPlan('developer');
}

void t.test('the example of every webhook is like what is sent', async (t) => {
  const endpoint = await receiver(t);
  const world = await begin(t, { allowedOrigins: [endpoint.origin] });
  const events = webhookCalls.map(({ event }) => event);
  // that of a test comes without being chosen
  const chosen = events.filter((event) => event !== 'webhook.test');
  const { webhook } = await make(world, '/v1/webhooks', { url: `${endpoint.origin}/`, events: chosen });
  await happen(world);
  await make(world, `/v1/webhooks/${webhook.id}/test`, {});
  const sent = await eventually(() => {
    const all = endpoint.received.map(({ body }) => JSON.parse(body) as Fields & { event: string });
    return events.every((event) => all.some((one) => one.event === event)) && all;
  });
  for (const { event, body: schema, example } of webhookCalls)
    for (const one of sent.filter((other) => other.event === event)) {
      t.ok(Value.Check(schema, one), `${event} fits its schema`);
      t.strictSame(differences(example, one), [], event);
      t.strictSame(
        Object.keys(one).filter((name) => !Object.hasOwn(jsonSchema(schema).properties!, name)),
        [],
        `${event} has no field that is not described`,
      );
    }
});

void t.test('what differs is found', async (t) => {
  const shown = {
    id: 'post_01JD0000000000000000000001',
    at: '2026-05-04T08:00:00.000Z',
    list: [{ a: 1 }],
    none: null,
  };
  const same = { id: 'post_01HV2ZK5J8Q2M4R6T8W0Y1A3C5', at: '2027-01-01T00:00:00.123Z', list: [], none: 'x' };
  t.strictSame(differences(shown, same), []);
  for (const change of [
    { id: 'acc_01HV2ZK5J8Q2M4R6T8W0Y1A3C5' },
    { at: 'yesterday' },
    { list: [{ a: '1' }] },
    { list: [{}] },
    { more: 1 },
    { at: undefined },
  ])
    t.equal(
      differences(shown, JSON.parse(JSON.stringify({ ...same, ...change }))).length,
      1,
      JSON.stringify(change),
    );
});
