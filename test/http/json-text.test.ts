import t from 'tap';
import * as fc from 'fast-check';
import { jsonOf, keepJson } from '../../src/api/json-text.ts';
import { property } from '../support/property.ts';

void t.test('a body has the same JSON, whether texts of its parts are kept or not', async (t) => {
  property(t, { arbitrary: fc.jsonValue(), runs: 300 }, (value) => {
    const body = { post: value, list: [value, value], nothing: undefined, at: new Date(0) };
    const plain = JSON.stringify(body);
    const before = jsonOf(body);
    if (typeof value === 'object' && value !== null) keepJson(value);
    const after = jsonOf(body);
    if (before !== plain || after !== plain) throw new Error(`${plain}\n${before}\n${after}`);
  });
  const kept = { id: 'post_1' };
  keepJson(kept);
  for (const body of [kept, [kept], [kept, { other: 1 }], null, 'text', 7, [], {}, [undefined, kept]])
    t.equal(jsonOf(body), JSON.stringify(body));
});
