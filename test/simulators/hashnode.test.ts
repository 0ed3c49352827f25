/** The Hashnode simulator: documents are held to its schema, and pictures to the rules of the upload. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import { manifest } from '../../adapters/hashnode/manifest.ts';
import type { Json } from '../../machines/outcome.ts';
import { hashnode as network } from '../../simulators/hashnode/index.ts';
import { setScene, type Scene } from '../contract/drive.ts';

const scene = () => setScene({ adapter: manifest, network, notSecret: ['publicationId'] });

interface Answer {
  data?: { [field: string]: { [name: string]: Json } | null } | null;
  errors?: { message: string; extensions: { code: string } }[];
}

async function ask(
  { sandbox, account }: Scene,
  query: string,
  variables: { [name: string]: Json } = {},
): Promise<Answer & { status: number }> {
  const response = await sandbox.fetch(`${account.endpoints['api']}/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.credentials['token']}` },
    body: JSON.stringify({ query, variables }),
  });
  return { ...((await response.json()) as Answer), status: response.status };
}

const REFUSED: [
  what: string,
  code: string,
  message: RegExp,
  query: string,
  variables?: { [name: string]: Json },
][] = [
  ['text that is no document', 'GRAPHQL_PARSE_FAILED', /Syntax Error/, '{'],
  ['a field that does not exist', 'GRAPHQL_VALIDATION_FAILED', /"email"/, '{ me { email } }'],
  [
    'an argument that is missing',
    'GRAPHQL_VALIDATION_FAILED',
    /first/,
    '{ me { publications { edges { node { id } } } } }',
  ],
  ['an object without its fields', 'GRAPHQL_VALIDATION_FAILED', /subfields/, '{ me }'],
  [
    'the input type of before',
    'GRAPHQL_VALIDATION_FAILED',
    /Unknown type "CreateImageUploadURLInput"/,
    'mutation($i: CreateImageUploadURLInput!){ createImageUploadURL(input:$i){ presignedPut { url } } }',
  ],
  [
    'the upload form of before',
    'GRAPHQL_VALIDATION_FAILED',
    /"presignedPost"/,
    'mutation($i: CreateImageUploadInput!){ createImageUploadURL(input:$i){ presignedPost { url fields } } }',
  ],
  [
    'an input field that does not exist',
    'BAD_USER_INPUT',
    /"subtitle"/,
    'mutation($i: CreateDraftInput!){ createDraft(input:$i){ draft { id } } }',
    { i: { publicationId: 'x', subtitle: 'x' } },
  ],
];
for (const [what, code, message, query, variables] of REFUSED) {
  void t.test(`${what} is refused: ${code}`, async () => {
    const answer = await ask(scene(), query, variables);
    equal(answer.errors?.[0]?.extensions.code, code);
    match(answer.errors[0].message, message);
    equal(answer.data ?? null, null);
  });
}

void t.test('a response has what was asked for and nothing else', async () => {
  const { data, status } = await ask(scene(), '{ me { username } }');
  equal(status, 200);
  deepEqual(Object.keys(data?.['me'] ?? {}), ['username']);
});

void t.test(
  'the storage takes one type for a minute, and the confirmation deletes what is too large',
  async () => {
    const made = scene();
    const address = async () => {
      const { data } = await ask(
        made,
        'mutation($i: CreateImageUploadInput!){ createImageUploadURL(input:$i){ presignedPut { url key } } }',
        { i: { contentType: 'image/png' } },
      );
      return data?.['createImageUploadURL']?.['presignedPut'] as { url: string; key: string };
    };
    const put = async (url: string, bytes: number, type = 'image/png') =>
      (
        await made.sandbox.fetch(url, {
          method: 'PUT',
          headers: { 'content-type': type },
          body: new Uint8Array(bytes),
        })
      ).status;
    const confirm = (key: string) =>
      ask(made, 'mutation($i: ConfirmImageUploadInput!){ confirmImageUpload(input:$i){ ok cdnUrl } }', {
        i: { key },
      });

    const small = await address();
    equal((await confirm(small.key)).errors?.[0]?.extensions.code, 'NOT_FOUND', 'nothing was stored yet');
    equal(await put(small.url, 10, 'image/jpeg'), 403, 'another type than was signed');
    equal(await put(small.url, 10), 200);
    const confirmed = (await confirm(small.key)).data?.['confirmImageUpload'];
    equal(confirmed?.['ok'], true);
    ok(URL.canParse(confirmed['cdnUrl'] as string));

    const large = await address();
    equal(await put(large.url, 8_000_001), 200, 'a signed PUT cannot limit the size');
    deepEqual({ ...(await confirm(large.key)).data?.['confirmImageUpload'] }, { ok: false, cdnUrl: null });
    equal((await confirm(large.key)).errors?.[0]?.extensions.code, 'NOT_FOUND', 'it was deleted');

    const late = await address();
    made.clock.now += 60_001;
    equal(await put(late.url, 10), 403);
  },
);
