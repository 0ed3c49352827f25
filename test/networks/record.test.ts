/** What is recorded of calls: bodies by their kind, what is read, and no secret. */
import { deepEqual, doesNotMatch, equal } from 'node:assert/strict';
import t from 'tap';
import { bodyOf, responseBodyOf } from './record/body.ts';
import { watchReads, type Reads } from './record/reads.ts';
import type { CallRecord } from './record/records.ts';
import { redacted } from './record/redact.ts';

void t.test('reads are paths, with whether something was there', async () => {
  const reads: Reads = {};
  const json = watchReads({ data: [{ id: '1', owner: { name: 'Rosa' } }] }, reads) as {
    data: { id: string; owner: { name: string }; mast?: string }[];
  };
  const [first] = json.data;
  equal(first?.owner.name, 'Rosa');
  equal(first.mast, undefined);
  deepEqual(reads, { data: true, 'data[].owner': true, 'data[].owner.name': true, 'data[].mast': false });
  equal(json.data.includes(first), true, 'a value is equal to itself');
});

void t.test('bodies are kept by their kind', async () => {
  const body = (content: string | URLSearchParams | FormData | Uint8Array<ArrayBuffer>, type?: string) =>
    bodyOf(
      new Request('https://boats.example', {
        method: 'POST',
        body: content,
        ...(type === undefined ? {} : { headers: { 'content-type': type } }),
      }),
    );
  deepEqual(await body('{"a":1}', 'application/json'), { kind: 'json', json: { a: 1 } });
  deepEqual(await body(new URLSearchParams({ a: '1' })), { kind: 'form', fields: [['a', '1']] });
  const form = new FormData();
  form.set('a', '1');
  form.set('file', new File(['xyz'], 'boat.png', { type: 'image/png' }));
  deepEqual(await body(form), {
    kind: 'multipart',
    fields: [
      ['a', '1'],
      ['file', { type: 'image/png', bytes: 3 }],
    ],
  });
  deepEqual(await body(new Uint8Array(3), 'video/mp4'), { kind: 'other', type: 'video/mp4', bytes: 3 });
  deepEqual(await bodyOf(new Request('https://boats.example')), { kind: 'none' });
});

void t.test('a response is kept as JSON, and a stream that stays open is not waited for', async () => {
  deepEqual(await responseBodyOf(Response.json({ a: [1] })), { a: [1] });
  equal(await responseBodyOf(new Response('<p>no JSON</p>')), null);
  equal(await responseBodyOf(new Response(null, { status: 204 })), null);
  const open = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('\r\n')),
  });
  const response = new Response(open, { headers: { 'content-type': 'application/json' } });
  equal(await responseBodyOf(response.clone()), null);
  const reader = response.body!.getReader();
  equal(new TextDecoder().decode((await reader.read()).value), '\r\n', 'the caller reads it all the same');
  await reader.cancel();
});

void t.test('a record has no secret', async () => {
  const record: CallRecord = {
    by: 'adapter',
    site: 'adapters/boats/oauth.ts:1',
    method: 'POST',
    url: 'https://boats.example/bot1:sesame/x?access_token=sesame&limit=5&X-Amz-Signature=sesame',
    headers: {},
    body: {
      kind: 'form',
      fields: [
        ['client_secret', 'sesame'],
        ['code', 'sesame'],
        ['grant_type', 'code'],
      ],
    },
    response: {
      status: 200,
      headers: {},
      body: { access_token: 'sesame', error: { code: 'INVALID' }, accounts: [{ token: 'sesame' }] },
    },
    reads: {},
  };
  const kept = redacted(record);
  doesNotMatch(JSON.stringify(kept), /sesame/);
  deepEqual(kept.body, {
    kind: 'form',
    fields: [
      ['client_secret', 'hidden'],
      ['code', 'hidden'],
      ['grant_type', 'code'],
    ],
  });
  deepEqual(kept.response?.body, {
    access_token: 'hidden',
    error: { code: 'INVALID' },
    accounts: [{ token: 'hidden' }],
  });
  equal(new URL(kept.url).searchParams.get('limit'), '5');
  deepEqual(
    redacted({ ...record, url: 'https://boats.example/webhooks/12/sesame?wait=true' }).url,
    'https://boats.example/webhooks/12/hidden?wait=true',
  );
});
