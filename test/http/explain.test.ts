import t from 'tap';
import { Type, type TSchema, type TStringOptions } from 'typebox';
import { compileBody } from '../../src/faces/http/check.ts';
import { explain, type FaultCode } from '../../src/faces/http/explain.ts';
import { fieldName, pointer } from '../../src/faces/http/field.ts';
import { nearest } from '../../src/faces/http/nearest.ts';
import { invalid, type Problem } from '../../src/api/problem.ts';

const text = (more: TStringOptions = {}) => Type.Optional(Type.String(more));
const closed = { additionalProperties: false };

const Media = Type.Object(
  {
    kind: Type.Enum(['image', 'video'], { type: 'string' }),
    url: Type.String({ format: 'uri', maxLength: 60 }),
  },
  closed,
);
/** Nested steps, distinguished by their type, like those of a DM automation. */
const Step = Type.Cyclic(
  {
    Step: Type.Union([
      Type.Object({ type: Type.Literal('message'), text: Type.String({ minLength: 1, maxLength: 10 }) }),
      Type.Object({ type: Type.Literal('wait'), minutes: Type.Integer({ minimum: 1, maximum: 1380 }) }),
      Type.Object({ type: Type.Literal('condition'), yes: Type.Array(Type.Ref('Step')) }),
    ]),
  },
  'Step',
);
const Everything = Type.Object({
  content: Type.String({ minLength: 1, maxLength: 5 }),
  scheduledAt: text({ format: 'date-time' }),
  day: text({ format: 'date' }),
  email: text({ format: 'email' }),
  address: text({ format: 'ipv4' }),
  time: text({ pattern: '^\\d\\d:\\d\\d$', 'x-must': 'be a time such as 09:30' }),
  code: text({ pattern: '^[a-z]+$' }),
  name: text({ minLength: 3 }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  least: Type.Optional(Type.Number({ minimum: 0 })),
  most: Type.Optional(Type.Number({ maximum: 1 })),
  draft: Type.Optional(Type.Boolean()),
  status: Type.Optional(Type.Enum(['draft', 'published', 'failed'], { type: 'string' })),
  always: Type.Optional(Type.Literal(true)),
  either: Type.Optional(Type.Union([Type.Literal('contains'), Type.Literal('exact')])),
  media: Type.Optional(Type.Array(Media, { maxItems: 3 })),
  tags: Type.Optional(Type.Array(Type.String(), { minItems: 1, uniqueItems: true })),
  pair: Type.Optional(Type.Array(Type.Integer(), { minItems: 2 })),
  nothing: Type.Optional(Type.Union([Type.String({ maxLength: 3 }), Type.Null()])),
  mixed: Type.Optional(Type.Union([Type.Integer(), Type.Boolean()])),
  tiktokSettings: Type.Optional(
    Type.Object({ privacyLevel: text(), disableComment: Type.Optional(Type.Boolean()) }),
  ),
  counts: Type.Optional(Type.Object({}, { additionalProperties: Type.Integer() })),
  some: Type.Optional(Type.Object({ a: text() }, { minProperties: 1 })),
  steps: Type.Optional(Type.Array(Step)),
});
const check = compileBody(Everything);

const cases: [what: string, body: unknown, code: FaultCode, param: string, message: string][] = [
  ['a missing field', {}, 'required', '/content', 'content is required'],
  ['an empty text', { content: '' }, 'invalid', '/content', 'content must not be empty'],
  [
    'a long text',
    { content: '123456' },
    'invalid',
    '/content',
    'content must have 5 characters or fewer; it has 6',
  ],
  [
    'a long text of emoji',
    { content: '😀😀😀😀😀😀' },
    'invalid',
    '/content',
    'content must have 5 characters or fewer; it has 6',
  ],
  ['null in place of a text', { content: null }, 'invalid', '/content', 'content must be a string'],
  [
    'a misspelt field before the one that is missing for it',
    { contnet: 'a' },
    'unknown_field',
    '/contnet',
    'contnet is not a known field; did you mean content?',
  ],
  [
    'snake_case',
    { content: 'a', scheduled_at: 'x' },
    'unknown_field',
    '/scheduled_at',
    'scheduled_at is not a known field; did you mean scheduledAt?',
  ],
  [
    'a field written one level too high',
    { content: 'a', privacyLevel: 'x' },
    'unknown_field',
    '/privacyLevel',
    'privacyLevel is not a known field; did you mean tiktokSettings.privacyLevel?',
  ],
  [
    'a misspelling inside',
    { content: 'a', tiktokSettings: { disableComments: true } },
    'unknown_field',
    '/tiktokSettings/disableComments',
    'tiktokSettings.disableComments is not a known field; did you mean tiktokSettings.disableComment?',
  ],
  [
    'an unknown field of an item',
    { content: 'a', media: [{ kind: 'image', url: 'https://a.b/c', foo: 1 }] },
    'unknown_field',
    '/media/0/foo',
    'media[0].foo is not a known field: the fields of media[0] are: kind, url',
  ],
  [
    'a missing field of an item, with what it may be',
    { content: 'a', media: [{ url: 'https://a.b/c' }] },
    'required',
    '/media/0/kind',
    'media[0].kind is required (one of: image, video)',
  ],
  [
    'a value that is none of a list',
    { content: 'a', status: 'gone' },
    'invalid',
    '/status',
    'status must be one of: draft, published, failed',
  ],
  [
    'a value that is nearly one of a list',
    { content: 'a', status: 'Published' },
    'invalid',
    '/status',
    'status must be one of: draft, published, failed; did you mean published?',
  ],
  [
    'a number in place of one of a list',
    { content: 'a', status: 5 },
    'invalid',
    '/status',
    'status must be one of: draft, published, failed',
  ],
  ['a constant', { content: 'a', always: false }, 'invalid', '/always', 'always must be true'],
  [
    'a union of constants',
    { content: 'a', either: 'exakt' },
    'invalid',
    '/either',
    'either must be one of: contains, exact; did you mean exact?',
  ],
  [
    'a date-time without an offset',
    { content: 'a', scheduledAt: '2026-05-04T10:00:00' },
    'invalid',
    '/scheduledAt',
    'scheduledAt must be an ISO 8601 date-time with an offset, for example 2026-07-01T09:30:00Z',
  ],
  [
    'a date that is none',
    { content: 'a', day: '2026-02-30' },
    'invalid',
    '/day',
    'day must be a date such as 2026-07-01',
  ],
  [
    'an email address that is none',
    { content: 'a', email: 'x' },
    'invalid',
    '/email',
    'email must be an email address',
  ],
  [
    'a format without words of its own',
    { content: 'a', address: 'x' },
    'invalid',
    '/address',
    'address must be a valid ipv4',
  ],
  [
    'a pattern with words of its own',
    { content: 'a', time: '9' },
    'invalid',
    '/time',
    'time must be a time such as 09:30',
  ],
  ['a pattern without', { content: 'a', code: '9' }, 'invalid', '/code', 'code must match ^[a-z]+$'],
  [
    'a short text',
    { content: 'a', name: 'ab' },
    'invalid',
    '/name',
    'name must have 3 characters or more; it has 2',
  ],
  [
    'a URL that is none',
    { content: 'a', media: [{ kind: 'image', url: 'c.jpg' }] },
    'invalid',
    '/media/0/url',
    'media[0].url must be an absolute URL, for example https://example.org/picture.jpg',
  ],
  [
    'too many items',
    { content: 'a', media: [1, 2, 3, 4] },
    'invalid',
    '/media',
    'media must have 3 items or fewer; it has 4',
  ],
  [
    'the second of several items',
    { content: 'a', media: [{ kind: 'image', url: 'https://a.b/c' }, 5] },
    'invalid',
    '/media/1',
    'media[1] must be an object',
  ],
  [
    'an object in place of an array',
    { content: 'a', media: {} },
    'invalid',
    '/media',
    'media must be an array',
  ],
  ['an empty list', { content: 'a', tags: [] }, 'invalid', '/tags', 'tags must not be empty'],
  [
    'too few items',
    { content: 'a', pair: [1] },
    'invalid',
    '/pair',
    'pair must have 2 items or more; it has 1',
  ],
  [
    'a repeated item',
    { content: 'a', tags: ['x', 'y', 'x'] },
    'invalid',
    '/tags',
    'tags must not hold the same item twice (item 2 is there already)',
  ],
  [
    'a number out of its range',
    { content: 'a', limit: 0 },
    'invalid',
    '/limit',
    'limit must be a whole number from 1 to 100',
  ],
  [
    'a broken number',
    { content: 'a', limit: 1.5 },
    'invalid',
    '/limit',
    'limit must be a whole number from 1 to 100',
  ],
  [
    'a number that is too small',
    { content: 'a', least: -1 },
    'invalid',
    '/least',
    'least must be a number, 0 or more',
  ],
  [
    'a number that is too large',
    { content: 'a', most: 2 },
    'invalid',
    '/most',
    'most must be a number, 1 or less',
  ],
  [
    'a text in place of a boolean',
    { content: 'a', draft: 'true' },
    'invalid',
    '/draft',
    'draft must be true or false',
  ],
  [
    'null where it is allowed, and a text that is too long',
    { content: 'a', nothing: 'long' },
    'invalid',
    '/nothing',
    'nothing must have 3 characters or fewer; it has 4',
  ],
  [
    'neither null nor a text',
    { content: 'a', nothing: 5 },
    'invalid',
    '/nothing',
    'nothing must be a string or null',
  ],
  [
    'none of several types',
    { content: 'a', mixed: 'x' },
    'invalid',
    '/mixed',
    'mixed must be a whole number or true or false',
  ],
  [
    'a value under a free name',
    { content: 'a', counts: { a: 1, 'b c': 'x' } },
    'invalid',
    '/counts/b c',
    'counts["b c"] must be a whole number',
  ],
  ['an empty object', { content: 'a', some: {} }, 'invalid', '/some', 'some must not be empty'],
  [
    'the branch that the type names',
    { content: 'a', steps: [{ type: 'wait', minutes: 0 }] },
    'invalid',
    '/steps/0/minutes',
    'steps[0].minutes must be a whole number from 1 to 1380',
  ],
  [
    'a field of another branch',
    { content: 'a', steps: [{ type: 'wait', text: 'x' }] },
    'unknown_field',
    '/steps/0/text',
    'steps[0].text is not a known field: the fields of steps[0] are: type, minutes',
  ],
  [
    'a type that names no branch',
    { content: 'a', steps: [{ type: 'mesage' }] },
    'invalid',
    '/steps/0/type',
    'steps[0].type must be one of: message, wait, condition; did you mean message?',
  ],
  [
    'no type to tell the branch by',
    { content: 'a', steps: [{ text: 'x' }] },
    'required',
    '/steps/0/type',
    'steps[0].type is required (one of: message, wait, condition)',
  ],
  [
    'a branch inside a branch',
    {
      content: 'a',
      steps: [{ type: 'condition', yes: [{ type: 'condition', yes: [{ type: 'message', text: '' }] }] }],
    },
    'invalid',
    '/steps/0/yes/0/yes/0/text',
    'steps[0].yes[0].yes[0].text must not be empty',
  ],
];

void t.test('what is wrong with a size has values for programs', async (t) => {
  t.strictSame(explained({ content: '123456' }).values, { reason: 'too_long', limit: 5, length: 6 });
  t.strictSame(explained({ content: '' }).values, { reason: 'empty' });
  t.strictSame(explained({ content: 'a', limit: 101 }).values, { reason: 'too_great', limit: 100 });
  t.equal(explained({ content: 'a', code: '9' }).values, undefined);
});

for (const [what, body, code, param, message] of cases) {
  void t.test(`${what}: ${message}`, async (t) => {
    const { values } = explained(body);
    t.throws(() => check(body), invalid(param, message, { code, ...(values && { values }) }));
    t.match(explained(body), { code, param, message });
  });
}

function explained(body: unknown): Partial<Pick<Problem, 'code' | 'param' | 'message' | 'values'>> {
  try {
    check(body);
    return {};
  } catch (error) {
    const { code, param, message, values } = error as Problem;
    return { code, param, message, values };
  }
}

void t.test('a valid value passes: on every level, with every field given', async (t) => {
  t.strictSame(
    explained({
      content: 'a',
      scheduledAt: '2026-05-04T10:00:00+02:00',
      nothing: null,
      mixed: true,
      media: [{ kind: 'video', url: 'https://example.org/a.mp4' }],
      counts: { anything: 1 },
      tiktokSettings: {},
      steps: [{ type: 'condition', yes: [{ type: 'wait', minutes: 1380 }] }],
    }),
    {},
  );
});

void t.test(
  'field names of the caller are shortened, and cannot break the sentence or the pointer',
  async (t) => {
    const long = 'x'.repeat(1_000_000);
    const answer = explained({ content: 'a', [long]: 1 }) as { param: string; message: string };
    t.ok(
      answer.param.length < 80 && answer.message.length < 600,
      `${answer.param.length} ${answer.message.length}`,
    );
    t.equal(pointer(['a/b', 'm~n', 0]), '/a~1b/m~0n/0');
    t.equal(fieldName(['a b']), '"a b"');
    t.equal(fieldName(['a', 'b"c', 2, 'd-e']), 'a["b\\"c"][2].d-e');
    t.equal(fieldName([]), '');
    t.ok(fieldName(['\ud800'.repeat(80)]).isWellFormed());
  },
);

void t.test('a hundred thousand errors cost no more than the first one', async (t) => {
  const began = performance.now();
  t.match(explained({ content: 'a', steps: Array.from({ length: 100_000 }, () => ({})) }), {
    param: '/steps/0/type',
  });
  t.ok(performance.now() - began < 500);
});

void t.test('an ambiguous union is explained by the branch that matches furthest', async (t) => {
  const schema = Type.Union([
    Type.Object({ a: Type.Object({ b: Type.Integer() }) }, closed),
    Type.Object({ a: Type.String() }, closed),
  ]);
  t.match(explain(schema, { a: { b: 'x' } }), { param: '/a/b', message: 'a.b must be a whole number' });
});

void t.test('an error that only the compiled check finds also gets a sentence', async (t) => {
  const schema = { type: 'object', not: { required: ['a'] } } as TSchema;
  t.match(explain(schema, { a: 1 }), { code: 'invalid', param: '', message: /^the body must |does not fit/ });
  t.match(explain(Type.Object({}), 5), { message: 'the body must be an object' });
});

void t.test('a suggestion is made if it is likely, and not otherwise', async (t) => {
  const known = ['content', 'accountIds', 'useNextSlot', 'draft', 'media'];
  t.equal(nearest('contents', known), 'content');
  t.equal(nearest('account_ids', known), 'accountIds');
  t.equal(nearest('ACCOUNTIDS', known), 'accountIds');
  t.equal(nearest('useNextSolt', known), 'useNextSlot');
  t.equal(nearest('meida', known), 'media');
  t.equal(nearest('text', known), null);
  t.equal(nearest('id', known), null);
  t.equal(nearest('x'.repeat(1000), known), null);
  t.equal(nearest('', known), null);
});
