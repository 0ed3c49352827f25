/** A result takes its place in the answer of the library when it is sent. */
import * as fc from 'fast-check';
import t from 'tap';
import { objectMark, textMark, withResult } from '../../src/faces/mcp/late-text.ts';

/** What the library makes of a result with marks, with its fields in any order. */
const answerOf = (fields: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, result: fields });
const content = [
  { type: 'text', text: textMark },
  { type: 'text', text: 'a note' },
];

void t.test('the result is there as text and as an object, whatever is in it', async (t) => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (result, isTextFirst) => {
      const structuredContent = objectMark();
      const fields = isTextFirst ? { content, structuredContent } : { structuredContent, content };
      const text = JSON.stringify(result);
      const sent = JSON.parse(withResult(answerOf(fields), text)) as { result: typeof fields };
      t.strictSame(sent.result.content, [{ type: 'text', text }, content[1]]);
      t.equal(JSON.stringify(sent.result.structuredContent), text);
    }),
    { numRuns: 200 },
  );
});

void t.test('a line of an event stream stays one line', async (t) => {
  const line = `data: ${answerOf({ content, structuredContent: objectMark() })}`;
  const sent = withResult(`event: message\n${line}\n\n`, '{\n  "a": "b\\nc"\r\n}');
  t.equal(sent.split('\n').length, 4);
  const { result } = JSON.parse(sent.split('\n')[1]!.slice('data: '.length)) as {
    result: { structuredContent: object };
  };
  t.strictSame(result.structuredContent, { a: 'b\nc' });
});

void t.test('an answer without the marks stays as it is', async (t) => {
  const refused = answerOf({ error: { code: -32_603 } });
  t.equal(withResult(refused, '{}'), refused);
});
