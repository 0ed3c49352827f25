import * as fc from 'fast-check';
import t from 'tap';
import { framingOf } from '../../src/faces/http/framing.ts';
import { requestIdOf } from '../../src/faces/http/request-id.ts';

void t.test('a request without length or encoding has no body', async (t) => {
  t.same(framingOf(['host', 'x', 'content-type', 'application/json']), { bodyLength: 0 });
});

void t.test('only one length in digits, or one chunked encoding, is accepted', async (t) => {
  t.same(framingOf(['content-length', '12']), { bodyLength: 12 });
  t.same(framingOf(['content-length', '0']), { bodyLength: 0 });
  t.same(framingOf(['transfer-encoding', 'chunked']), { bodyLength: null });
  t.same(framingOf(['transfer-encoding', 'Chunked']), { bodyLength: null });
  for (const value of ['', '-1', '+1', '1 ', '1.0', '1e3', '0x1', '1,1', '9'.repeat(16), '١'])
    t.match(framingOf(['content-length', value]), { fault: String }, `Content-Length: ${value}`);
  for (const value of [
    '',
    'identity',
    'xchunked',
    'gzip, chunked',
    'chunked, chunked',
    'chunked;q=1',
    'chunked,',
  ])
    t.match(framingOf(['transfer-encoding', value]), { fault: String }, `Transfer-Encoding: ${value}`);
});

void t.test('a repeated header, or both headers together, are ambiguous', async (t) => {
  const lengths = fc.constantFrom('content-length', 'transfer-encoding');
  const others = fc.array(fc.tuple(fc.constantFrom('host', 'accept', 'x-a'), fc.string()), { maxLength: 5 });
  fc.assert(
    fc.property(others, lengths, lengths, others, (before, one, two, after) => {
      const value = (name: string) => (name === 'content-length' ? '5' : 'chunked');
      const headers = [...before, [one, value(one)], ...after, [two, value(two)]] as [string, string][];
      t.ok('fault' in framingOf(headers.flat()));
    }),
    { numRuns: 50 },
  );
});

void t.test('a request id is kept if it is visible ASCII, and ours is valid too', async (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (given) => {
      const id = requestIdOf(given);
      t.match(id, /^[\x21-\x7e]{1,128}$/);
      if (/^[\x21-\x7e]{1,128}$/.test(given)) t.equal(id, given);
    }),
    { numRuns: 100 },
  );
  t.not(requestIdOf(''), requestIdOf(''));
});
