/** Each kind of judge finds each kind of fault, and nothing in a call that is right. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import type { Call } from './calls.ts';
import { eitherJudge } from './judges/either.ts';
import { ghostJudge } from './judges/ghost.ts';
import { youtubeJudge } from './judges/google.ts';
import { graphqlJudge } from './judges/graphql.ts';
import type { Judge } from './judges/judge.ts';
import { lexiconJudge } from './judges/lexicon.ts';
import { metaJudge } from './judges/meta.ts';
import { narrowed, objectIn } from './judges/meta-sdk.ts';
import { openApiJudge } from './judges/openapi.ts';
import { botApi, call, collection, graphql, kinds, openApi, ownSchema, tables } from './judges/samples.ts';
import { slackJudge } from './judges/slack.ts';
import { telegramJudge } from './judges/telegram.ts';
import { threadsJudge } from './judges/threads.ts';
import { tumblrJudge } from './judges/tumblr.ts';
import type { Json } from '../../machines/outcome.ts';
import type { CallRecord } from './record/records.ts';

const json = (value: Json) => ({ body: { kind: 'json' as const, json: value } });
const form = (...fields: [string, string][]) => ({ body: { kind: 'form' as const, fields } });
const answered = (body: Json, status = 200): Partial<CallRecord> => ({
  by: 'simulator',
  response: { status, headers: {}, body },
});

const said = (judge: Judge, judged: Call) =>
  judge.judge(judged).violations.map((one) => `${one.in} ${one.what}`);

const BOATS = 'https://boats.example/boats';
const boats = openApiJudge(openApi, { base: 'https://boats.example' });
const OPENAPI: [what: string, call: Call, ...violations: string[]][] = [
  ['a call that is right', call(`${BOATS}?view=full`, json({ name: 'Rosa', color: 'red', owner: null }))],
  ['no such operation', call('https://boats.example/ships'), 'request the description has no such operation'],
  ['an unknown parameter', call(`${BOATS}?look=full`), 'request query.look: is no parameter'],
  [
    'a value that is none',
    call(`${BOATS}?view=half`),
    'request query.view[]: must be equal to one of the allowed values (full)',
  ],
  ['an unknown field', call(BOATS, json({ name: 'Rosa', mast: 1 })), 'request body.mast: is no field'],
  [
    'a field that is missing',
    call(BOATS, json({ color: 'red' })),
    "request body: must have required property 'name'",
  ],
  [
    'a wrong enum value',
    call(BOATS, json({ name: 'Rosa', color: 'pink' })),
    'request body.color: must be equal to one of the allowed values (red,blue)',
  ],
  ['a wrong type', call(BOATS, json({ name: 7 })), 'request body.name: must be string'],
  [
    'a number in a form',
    call(BOATS, {
      body: {
        kind: 'multipart',
        fields: [
          ['name', 'Rosa'],
          ['sails', '2'],
        ],
      },
    }),
  ],
  [
    'a form that is not taken',
    call(BOATS, form(['name', 'Rosa'])),
    'request body: form is none of application/json, multipart/form-data',
  ],
  [
    'a value that the network refused, too',
    call(BOATS, { ...json({ name: 7 }), response: { status: 400, headers: {}, body: {} } }),
  ],
  [
    'a response of a wrong type',
    call(BOATS, answered({ name: 'Rosa', sails: 'two' })),
    'response 200 body.sails: must be integer',
  ],
  [
    'a response that lacks a field',
    call(BOATS, answered({})),
    "response 200 body: must have required property 'name'",
  ],
  [
    'a response with an unknown field',
    call(BOATS, answered({ name: 'Rosa', mast: 1 })),
    'response 200 body.mast: is no field',
  ],
  ['another status', call(BOATS, answered({}, 201)), 'response 201: is no response of this operation'],
  [
    'a field that is read',
    call(BOATS, { reads: { name: true, mast: false } }),
    'reads mast: is read and no field',
  ],
];

for (const [what, judged, ...violations] of OPENAPI) {
  void t.test(`OpenAPI: ${what}`, async () => deepEqual(said(boats, judged), violations));
}

const bot = telegramJudge(botApi);
const BOT = 'https://api.telegram.org/bot1:a/sendBoat';
const hashnode = graphqlJudge(graphql, ownSchema, 'https://boats.example');
const query = (text: string, variables: Json = {}) =>
  call('https://boats.example/graphql', json({ query: text, variables }));
const harbour = metaJudge(kinds, ['Harbour', 'Boat'], { outside: /^oauth\//, version: 'v26.0' });
const GRAPH = 'https://graph.boats.example/v26.0/123';
const examples = threadsJudge(collection, /^\/oauth/);
const documented = tumblrJudge(tables);
const bluesky = lexiconJudge();
const XRPC = 'https://bsky.social/xrpc/com.atproto.repo.createRecord';
const record = (changes: { [name: string]: Json }) =>
  json({
    repo: 'did:plc:abc',
    collection: 'app.bsky.feed.post',
    record: { $type: 'app.bsky.feed.post', text: 'Hi', createdAt: '2026-11-27T00:00:00.000Z', ...changes },
  });

const OTHERS: [what: string, judge: Judge, call: Call, ...violations: string[]][] = [
  ['Bot API: a call that is right', bot, call(BOT, form(['chat_id', '@rosa'], ['sails', '2']))],
  [
    'Bot API: an unknown field',
    bot,
    call(BOT, json({ chat_id: 1, mast: 1 })),
    'request body.mast: is no field',
  ],
  [
    'Bot API: a field that is missing',
    bot,
    call(BOT, json({})),
    "request body: must have required property 'chat_id'",
  ],
  [
    'Bot API: a response of a wrong type',
    bot,
    call(BOT, answered({ ok: true, result: { boat_id: 'one' } })),
    'response 200 body.result.boat_id: must be integer',
  ],
  [
    'GraphQL: a document that is right',
    hashnode,
    query('query($id: ID!){ boat(id: $id){ name } }', { id: '1' }),
  ],
  [
    'GraphQL: an unknown field',
    hashnode,
    query('{ boat(id: 1){ mast } }'),
    'request Cannot query field "mast" on type "Boat".',
  ],
  [
    'GraphQL: an unknown type',
    hashnode,
    query('mutation($i: BrushInput!){ paint(input: $i){ id } }'),
    'request Unknown type "BrushInput". Did you mean "PaintInput"?',
  ],
  ['Meta: a call that is right', harbour, call(`${GRAPH}/boats`, json({ name: 'Rosa', color: 'red' }))],
  ['Meta: no such edge', harbour, call(`${GRAPH}/ships`), 'request no kind has this edge'],
  [
    'Meta: a list of ids without a node',
    harbour,
    call('https://graph.boats.example/v26.0/?ids=1,2', { method: 'GET' }),
    'request a request names no node',
  ],
  [
    'Meta: an unknown parameter, a wrong value and one that is missing',
    harbour,
    call(`${GRAPH}/boats`, json({ color: 'pink', mast: 1 })),
    'request name: is required',
    'request color: pink is no value',
    'request mast: is no parameter',
  ],
  [
    'Meta: an unknown field',
    harbour,
    call(`${GRAPH}?fields=id,mast`, { method: 'GET' }),
    'request fields.mast: is no field',
  ],
  [
    'Meta: a response with an unknown field and a wrong type',
    harbour,
    call(`${GRAPH}/boats`, { ...answered({ data: [{ id: '1', sails: 'two', mast: 1 }] }), method: 'GET' }),
    'response body.sails: is no int',
    'response body.mast: is no field',
  ],
  [
    'Meta: a field that is read',
    harbour,
    call(`${GRAPH}/boats`, { method: 'GET', reads: { 'data[].id': true, 'data[].mast': true } }),
    'reads data[].mast: is read and no field',
  ],
  [
    'Threads: a call that is right',
    examples,
    call('https://boats.example/v1.0/me/boats', form(['name', 'Rosa'])),
  ],
  [
    'Threads: an unknown parameter',
    examples,
    call('https://boats.example/v1.0/me/boats?mast=1'),
    'request mast: is no parameter',
  ],
  [
    'Threads: an unknown field',
    examples,
    call('https://boats.example/v1.0/123?fields=id,mast', { method: 'GET' }),
    'request fields: mast is none',
  ],
  [
    'tables: a call that is right',
    documented,
    call('https://api.tumblr.com/v2/blog/t:1/boats', json({ name: 'Rosa' })),
  ],
  [
    'tables: an unknown parameter',
    documented,
    call('https://api.tumblr.com/v2/blog/t:1/boats', json({ mast: 1 })),
    'request mast: is no parameter',
  ],
  ['lexicons: a record that is right', bluesky, call(XRPC, record({}))],
  [
    'lexicons: an unknown field',
    bluesky,
    call(XRPC, record({ mast: 1 })),
    'request record.mast: is no field',
  ],
  [
    'lexicons: a field of a wrong type',
    bluesky,
    call(XRPC, record({ text: 7 })),
    'request Record/text must be a string',
  ],
  [
    'lexicons: an unknown parameter',
    bluesky,
    call('https://bsky.social/xrpc/app.bsky.feed.getAuthorFeed?actor=did:plc:abc&mast=1', { method: 'GET' }),
    'request query.mast: is no parameter',
  ],
  [
    'lexicons: a response that lacks a field',
    bluesky,
    call(XRPC, answered({ uri: 'at://did:plc:abc/app.bsky.feed.post/1' })),
    'response Output must have the property "cid"',
  ],
  ['two versions: the names of one', eitherJudge(hashnode, boats), call(BOATS, json({ name: 'Rosa' }))],
];

for (const [what, judge, judged, ...violations] of OTHERS) {
  void t.test(what, async () => deepEqual(said(judge, judged), violations));
}

void t.test('the small schema of a simulator is held against the published one', async () => {
  deepEqual(
    (await hashnode.finish?.())?.map(({ operation, what }) => `${operation}.${what}`),
    ['Boat.name: is String and not String!', 'Boat.flag: is no field'],
  );
});

/** Runs a judge that speaks at the end. */
async function finished(judge: Judge, ...judged: Call[]): Promise<string[]> {
  for (const one of judged) judge.judge(one);
  return ((await judge.finish?.()) ?? []).map((one) => `${one.in} ${one.what}`);
}

void t.test(
  "types of a library: unknown fields, wrong types and reads are the compiler's errors",
  async () => {
    const POST = 'https://slack.com/api/chat.postMessage';
    const right = json({ channel: 'C1', text: 'Hi' });
    deepEqual(await finished(slackJudge(), call(POST, right)), []);
    const found = await finished(
      slackJudge(),
      call(POST, json({ channel: 'C1', text: 'Hi', mast: 1 })),
      call(POST, answered({ ok: true, ts: 7 })),
      call(POST, { ...right, reads: { 'message.mast': true } }),
    );
    deepEqual(new Set(found.map((one) => one.split(' ')[0])), new Set(['request', 'response', 'reads']));
    deepEqual(found.length, 3);
    const video = 'https://www.googleapis.com/upload/youtube/v3/videos?part=snippet&uploadType=resumable';
    deepEqual((await finished(youtubeJudge(), call(video, json({ snippet: { title: 'Boats' } })))).length, 0);
    deepEqual((await finished(youtubeJudge(), call(video, json({ snippet: { mast: 1 } })))).length, 1);
  },
);

void t.test('schemas of Ghost: an unknown field, and a title that is missing', async () => {
  const POSTS = 'https://demo.ghost.io/ghost/api/admin/posts/?source=html';
  deepEqual(await finished(ghostJudge(), call(POSTS, json({ posts: [{ title: 'Boats' }] }))), []);
  for (const posts of [[{ title: 'Boats', mast: 1 }], [{ html: '<p>Boats</p>' }]] as Json[]) {
    deepEqual((await finished(ghostJudge(), call(POSTS, json({ posts })))).length, 1);
  }
});

void t.test('lists of edges are judged without what the SDK of the version has no more', async () => {
  const boat = objectIn(`export default class Boat extends AbstractCrudObject {
    static get Fields () {
      return Object.freeze({
        id: 'id',
        flag: 'flag',
      });
    }
    static get Color (): Object {
      return Object.freeze({
        blue: 'BLUE',
        green: 'GREEN',
        white: 'WHITE',
      });
    }
  }`);
  ok(boat);
  deepEqual(boat, [['Boat', { fields: ['id', 'flag'], enums: { Color: ['BLUE', 'GREEN', 'WHITE'] } }]]);
  equal(objectIn('export class Boat {}'), null);
  const of26 = metaJudge(narrowed(kinds, Object.fromEntries(boat)), ['Harbour', 'Boat'], {
    outside: /^oauth\//,
    version: 'v26.0',
  });
  const faults = (made: Call) => of26.judge(made).violations.map(({ what }) => what);
  const fields = (names: string) => call(`${GRAPH}?fields=${names}`, { method: 'GET' });
  deepEqual(faults(fields('id,sails')), ['fields.sails: is no field'], 'a field that ended');
  deepEqual(faults(fields('id,flag')), [], 'a new one');
  const painted = (color: string) => faults(call(`${GRAPH}/boats`, form(['name', 'Rosa'], ['color', color])));
  deepEqual(painted('RED'), ['color: RED is no value']);
  deepEqual([...painted('BLUE'), ...painted('GREEN')], []);
  deepEqual(faults(call(`${GRAPH.replace('v26', 'v27')}?fields=id`, { method: 'GET' })), [
    'v27.0 is asked, and the description is of v26.0',
  ]);
});
