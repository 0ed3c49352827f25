import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { Type, type TSchema } from 'typebox';
import { ERROR_CODES } from '../../src/api/problem.ts';
import { codesOf } from '../../src/faces/http/status.ts';
import { compileInputCheck } from '../../src/faces/http/check.ts';
import { explain } from '../../src/faces/http/explain.ts';
import { openApiDocument } from '../../src/faces/http/openapi.ts';
import { type Operation, operationsWith, routesOf } from '../../src/api/operation.ts';
import { ErrorAnswer, model } from '../../src/api/schemas.ts';
import { operations, tags } from '../../src/service/operations.ts';
import { AccountEvent, BrokenAccountEvent } from '../../src/kinds/views/account-schemas.ts';
import { MessageEvent, RunEvent } from '../../src/kinds/views/dm-run.ts';
import { CommentEvent } from '../../src/kinds/views/comment-received.ts';
import { feedFailed } from '../../src/kinds/views/feed.ts';
import { seriesPaused } from '../../src/kinds/views/series.ts';
import { ReplyEvent } from '../../src/kinds/views/private-reply.ts';
import { AttentionEvent, Post, PostEvent } from '../../src/kinds/views/post-schemas.ts';
import { TestEvent, webhookCalls } from '../../src/features/webhooks/index.ts';
import { Value } from 'typebox/value';
import { documentFile, documentText, judge, readBaseline } from '../support/openapi/document.ts';

interface Document {
  openapi: string;
  info: { version: string; contact?: object; license: object };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: { [path: string]: { [method: string]: Described } };
  webhooks: { [event: string]: { post: Described } };
  components: { schemas: { [name: string]: Json }; responses: { [name: string]: Answer } };
}
interface Described {
  operationId: string;
  tags: string[];
  parameters: Json[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: Json; example: unknown } } };
  responses: { [status: string]: Answer };
}
interface Answer {
  $ref?: string;
  content?: { 'application/json': { schema: Json; example: unknown } };
}
type Json = { [key: string]: unknown };

const baseUrl = 'https://troupe.example.org';
const operation = operationsWith<unknown>();
const describe = (table: readonly Operation<never>[]) =>
  openApiDocument({ operations: table, tags, webhooks: webhookCalls, baseUrl }) as unknown as Document;
const document = describe(operations);
const each = (table: Document) =>
  Object.entries(table.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({ path, method, described })),
  );

void t.test(
  'the description of the real operations passes the recommended rules of Redocly, warnings included',
  async (t) => {
    t.same(await lint(t, document), []);
  },
);

void t.test('docs/openapi.json is what the operations say', async (t) => {
  const written = await readFile(documentFile, 'utf8');
  t.ok(written === documentText(), 'run `npm run openapi` and commit docs/openapi.json');
});

void t.test('nobody who was written for the last release is broken', async (t) => {
  const { breaks, idle } = judge(await readBaseline());
  t.strictSame(breaks, [], 'see docs/contract.md, Changes');
  t.strictSame(idle, [], 'each accepted break is one');
});

void t.test('the linter finds errors', async (t) => {
  const broken = structuredClone(document) as unknown as { info: { license?: object }; paths: Json };
  delete broken.info.license;
  const rules = await lint(t, broken);
  t.match(rules, [/info-license/]);
});

void t.test(
  'every operation with a public route is described once, under its own id, with all its responses',
  async (t) => {
    const all = each(document);
    const open = operations.filter(({ rest }) => rest !== undefined);
    t.equal(all.length, open.length);
    t.same(new Set(all.map(({ described }) => described.operationId)), new Set(open.map(({ id }) => id)));
    t.notOk(
      all.some(({ path }) => path.startsWith('/app/')),
      'private routes are described nowhere',
    );
    for (const { path, method, described } of all) {
      const where = `${method} ${path}`;
      t.same(
        ['200', '400', '401', '403', '429', '500'].filter((status) => !(status in described.responses)),
        [],
        where,
      );
      t.equal('404' in described.responses, path.includes('{') || '404' in described.responses, where);
      if (described.requestBody !== undefined)
        t.ok('413' in described.responses && '415' in described.responses, where);
      const takesKey = described.parameters.some(
        (parameter) => parameter['$ref'] === '#/components/parameters/IdempotencyKey',
      );
      t.equal(takesKey, method === 'post', `${where}: Idempotency-Key`);
      if (takesKey) t.ok('409' in described.responses && '422' in described.responses, where);
      const source = operations.find((one) => one.id === described.operationId);
      for (const status of Object.keys(source?.errors ?? {}))
        t.ok(status in described.responses, `${where}: ${status}`);
    }
  },
);

void t.test('every declared example matches its own schema', async (t) => {
  for (const one of operations) {
    const { id, params, query, body } = one;
    const example = one.example as { params?: unknown; query?: object; body?: unknown; result: unknown };
    const check = compileInputCheck(one, routesOf(one)[0]?.path ?? '');
    if (params !== undefined)
      t.doesNotThrow(() => check.params((example.params ?? {}) as never), `${id} params`);
    if (query !== undefined) {
      const text = new URLSearchParams(
        Object.entries(example.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
      );
      t.same(check.query(text.toString()), example.query ?? {}, `${id} query`);
    }
    if (body !== undefined) {
      t.ok(example.body !== undefined, `${id} shows a body`);
      t.doesNotThrow(() => check.body(example.body), `${id} body`);
    }
    t.equal(check.resultFault(example.result), null, `${id} result`);
  }
});

void t.test('every error and every webhook has a valid example', async (t) => {
  const answers = each(document).flatMap(({ path, method, described }) =>
    Object.entries(described.responses).map(([status, answer]) => ({
      where: `${method} ${path} ${status}`,
      answer,
    })),
  );
  for (const { where, answer } of answers) {
    const shown =
      answer.$ref === undefined ? answer : document.components.responses[answer.$ref.split('/').at(-1)!]!;
    const example = shown.content?.['application/json'].example;
    t.ok(example !== undefined, where);
    if (!where.endsWith('200')) t.ok(Value.Check(ErrorAnswer, example), where);
  }
  const schemas: { [event: string]: TSchema } = {
    'post.published': PostEvent,
    'post.failed': PostEvent,
    'post.needs_attention': AttentionEvent,
    'account.connected': AccountEvent,
    'account.needs_reconnect': BrokenAccountEvent,
    'series.paused': seriesPaused.schema,
    'feed.failed': feedFailed.schema,
    'comment.received': CommentEvent,
    'comment_dm.sent': ReplyEvent,
    'comment_dm.replied': ReplyEvent,
    'comment_dm.failed': ReplyEvent,
    'message.received': MessageEvent,
    'dm_automation.started': RunEvent,
    'dm_automation.handoff': RunEvent,
    'dm_automation.finished': RunEvent,
    'dm_automation.failed': RunEvent,
    'webhook.test': TestEvent,
  };
  t.same(Object.keys(document.webhooks), Object.keys(schemas));
  for (const [event, { post }] of Object.entries(document.webhooks)) {
    const example = post.requestBody?.content['application/json'].example;
    const schema = schemas[event]!;
    t.ok(
      Value.Check(schema, example),
      Value.Check(schema, example) ? event : explain(schema, example).message,
    );
    t.equal((example as Json)['event'], event);
  }
});

void t.test(
  'every code of an error is in the description, and the one of an example has its status',
  async (t) => {
    const { ErrorCode, Error: schema } = document.components.schemas;
    t.strictSame(ErrorCode!['enum'], ERROR_CODES);
    t.equal(new Set(ERROR_CODES).size, ERROR_CODES.length);
    t.ok(ERROR_CODES.every((code) => /^[a-z]+(_[a-z]+)*$/.test(code)));
    t.match(schema, { properties: { code: { $ref: '#/components/schemas/ErrorCode' } } });
    for (const { path, method, described } of each(document))
      for (const [status, answer] of Object.entries(described.responses)) {
        if (status === '200') continue;
        const shown =
          answer.$ref === undefined ? answer : document.components.responses[answer.$ref.split('/').at(-1)!]!;
        const { code } = shown.content!['application/json'].example as { code: never };
        const fits =
          codesOf(Number(status)).includes(code) || (status === '400' && ERROR_CODES.includes(code));
        t.ok(fits, `${method} ${path} ${status}: ${String(code)}`);
      }
  },
);

void t.test('the document is version 1.0.0 of OpenAPI 3.1, at the address of the service', async (t) => {
  t.equal(document.openapi, '3.1.0');
  t.match(document.info, { version: '1.0.0', license: { identifier: 'MIT' }, contact: { url: baseUrl } });
  t.same(document.servers, [{ url: baseUrl }]);
  for (const tag of document.tags) t.type(tag.description, 'string', tag.name);
});

void t.test('a model is written once and referred to, and no vendor keyword of ours is left', async (t) => {
  const text = JSON.stringify(document);
  t.notMatch(text, /x-model|x-must|~kind|~optional/);
  const posts = document.paths['/v1/posts']!['get']!.responses['200']!.content!['application/json'].schema;
  t.match(posts, { properties: { posts: { items: { $ref: '#/components/schemas/Post' } } } });
  t.match(document.components.schemas['Post'], {
    type: 'object',
    properties: {
      deliveries: { items: { $ref: '#/components/schemas/Delivery' } },
      metrics: { anyOf: [{ $ref: '#/components/schemas/PostMetrics' }, { type: 'null' }] },
    },
  });
  t.notOk(
    Object.keys(document.components.schemas).some((name) => document.components.schemas[name] === null),
  );
});

void t.test('a variant of a model does not take its name', async (t) => {
  const Thing = () => model('Thing', Type.Object({ a: Type.String() }));
  const table = [Thing(), Object.assign(Thing(), { description: 'Another' }), Type.Array(Thing())].map(
    (result, index) =>
      operation({
        id: `read${index}`,
        accountLimit: 'irrelevant',
        rest: { method: 'get', path: `/v1/read${index}` },
        tag: 'Posts',
        summary: 'Read',
        result,
        example: { result: {} as never },
        handle: async () => ({ body: {} as never }),
      }),
  );
  const described = describe(table);
  const schemaOf = (path: string) =>
    described.paths[path]!['get']!.responses['200']!.content!['application/json'].schema;
  t.same(schemaOf('/v1/read0'), { $ref: '#/components/schemas/Thing' });
  t.match(schemaOf('/v1/read1'), { type: 'object', description: 'Another' });
  t.same(schemaOf('/v1/read2'), { type: 'array', items: { $ref: '#/components/schemas/Thing' } });
});

void t.test('the groups are those of the operations, each with a description', async (t) => {
  t.same(
    document.tags.map(({ name }) => name).toSorted(),
    [...new Set(each(document).flatMap(({ described }) => described.tags))].toSorted(),
  );
  t.ok(document.tags.every(({ description }) => description !== undefined));
  t.same(
    [...new Set(operations.map(({ tag }) => tag))].filter((tag) => !(tag in tags)),
    [],
  );
});

void t.test('each tool name is used once, and each operation is served somewhere', async (t) => {
  const names = operations.flatMap(({ tool }) => tool?.name ?? []);
  t.equal(new Set(names).size, names.length);
  t.ok(names.every((name) => /^[a-z]+(_[a-z]+)*$/.test(name)));
  t.same(
    operations.filter(({ rest, dashboard }) => !rest && !dashboard).map(({ id }) => id),
    [],
  );
});

void t.test('an upload is described as a form with its file, which is required', async (t) => {
  const body = document.paths['/v1/media/upload']!['post']!.requestBody as unknown as Json;
  t.match(body, {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['file'],
          additionalProperties: false,
          properties: {
            file: { type: 'string', contentMediaType: 'application/octet-stream' },
            workspace: {},
          },
        },
      },
    },
  });
});

void t.test('the schema of a post accepts a post without optional data', async (t) => {
  t.ok(
    Value.Check(Post, {
      id: 'post_1',
      labels: [],
      seriesId: null,
      accountLimit: 'irrelevant',
      content: '',
      status: 'draft',
      approval: null,
      scheduledAt: null,
      scheduledLocal: null,
      timezone: 'UTC',
      publishedAt: null,
      accountIds: [],
      media: [],
      overrides: [],
      altText: {},
      skipped: [],
      thread: [],
      linkPreview: null,
      firstComment: null,
      metrics: null,
      error: null,
      warnings: [],
      deliveries: [],
      createdAt: '2026-05-04T08:00:00.000Z',
      updatedAt: '2026-05-04T08:00:00.000Z',
    }),
  );
});

/** Runs the linter in a process of its own, without network access. @returns the rules that are broken, and where */
async function lint(t: Test, what: object): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'troupe-openapi-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(what));
  const cli = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));
  const args = [cli, 'lint', file, '--extends=recommended-strict', '--format=json'];
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
  };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env }).catch(
    (error: { stdout: string }) => error, // it ends with 1 when it found something
  );
  const found = JSON.parse(stdout) as { problems: { ruleId: string; location: { pointer?: string }[] }[] };
  return found.problems.map(({ ruleId, location }) => `${ruleId} at ${location[0]?.pointer ?? '?'}`);
}

void t.test(
  'what other linters ask for is there: each operation is described, tagged, and may be unavailable',
  async (t) => {
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(methods as Json)) {
        const { description, tags, responses } = operation as {
          description?: string;
          tags: string[];
          responses: Json;
        };
        t.ok((description ?? '').length >= 30, `${method} ${path} has a description`);
        t.ok(tags.length === 1 && '503' in responses, `${method} ${path}`);
      }
  },
);
