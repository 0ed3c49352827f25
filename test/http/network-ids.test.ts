/** Fields that take a network's id refuse an id of this service, and say where the other one is. */
import t from 'tap';
import { type JsonSchema, jsonSchema } from '../../src/faces/http/json-schema.ts';
import { newActorId } from '../../src/base/ids.ts';
import { post as postKind } from '../../src/kinds/post.ts';
import { operations } from '../../src/service/operations.ts';
import { startService } from '../support/service.ts';

/** Names of such fields. `postId` is one in post-insights alone. */
const NAMES = /^(commentId|mediaId|networkPostId|getPostInsights\.postId)$/;

function* fieldsOf(schema: JsonSchema, path: string[] = []): Generator<[path: string[], field: JsonSchema]> {
  for (const inner of [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])])
    yield* fieldsOf(inner, path);
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield [[...path, name], field];
    yield* fieldsOf(field, [...path, name]);
  }
}

void t.test('every field for the id of a network knows what is not one', (t) => {
  let found = 0;
  for (const operation of operations)
    for (const place of ['params', 'query', 'body'] as const)
      for (const [path, field] of fieldsOf(jsonSchema(operation[place] ?? {}))) {
        const name = path.at(-1)!;
        if (!NAMES.test(name) && !NAMES.test(`${operation.id}.${name}`)) continue;
        const text = field.anyOf?.find(({ type }) => type === 'string') ?? field;
        const where = `${operation.id}: ${place} ${path.join('.')}`;
        const pattern = new RegExp(text.pattern ?? '', 'u');
        t.notMatch(newActorId(postKind, Date.now()), pattern, where);
        t.match(text['x-must'], /own id, not one of this service/, where);
        for (const id of ['17895695668004550', 'at://did:plc:x/app.bsky.feed.post/3k', 't3_abc', '-1001/5'])
          t.match(id, pattern, where);
        found += 1;
      }
  t.ok(found >= 12, `${found} fields`);
  t.end();
});

void t.test('the refusal names the field, and where the id is', async (t) => {
  const { call, accounts } = await startService(t, { platforms: ['instagram'] });
  const accountId = accounts['instagram']!;
  const { post } = (await call('POST', '/v1/posts', { content: 'x', accountIds: [accountId], draft: true }))
    .body;
  const insights = await call('GET', `/v1/post-insights?accountId=${accountId}&postId=${post.id}`);
  t.match(insights, {
    status: 400,
    body: {
      param: '/postId',
      error: /^postId must be the network's own id.*networkPostId of GET \/v1\/performance/,
    },
  });
  const rule = await call('POST', '/v1/comment-dm-rules', { accountId, dmText: 'Hi', mediaId: post.id });
  t.match(rule, { status: 400, body: { param: '/mediaId', error: /comment-dm-rules\/media; postId takes/ } });
  const trigger = { type: 'story_reply', mediaId: post.id };
  const steps = [{ type: 'message', text: 'Hi' }];
  const automation = await call('POST', '/v1/dm-automations', { accountId, trigger, steps });
  t.match(automation, {
    status: 400,
    body: { param: '/trigger/mediaId', error: /own id, not one of this service/ },
  });
});
