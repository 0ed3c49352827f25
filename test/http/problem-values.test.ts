/** What a caller is told of a problem beside its sentence. */
import t from 'tap';
import { Problem } from '../../src/api/problem.ts';
import { problemBody } from '../../src/faces/http/response.ts';

void t.test('values are told as they are, without secrets of this service', async (t) => {
  const secret = `trp_${'a'.repeat(43)}`;
  const problem = new Problem('rule_limit', `no more, ${secret}`, {
    values: { limit: 200, reason: `sent ${secret}` },
  });
  const { error, values } = problemBody(problem, 'req_1');
  t.equal(values?.['limit'], 200);
  for (const text of [error, String(values?.['reason'])]) t.notMatch(text, /trp_a/, text);
  t.equal(problemBody(new Problem('internal', 'x'), 'req_1').values, undefined);
});
