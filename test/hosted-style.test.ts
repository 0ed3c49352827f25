/** The style sheet of the hosted pages, which a merge can double without anybody noticing. */
import t from 'tap';
import { STYLE_TAG } from '../src/base/hosted-style.ts';

void t.test('no rule stands twice, and the outline of networks is inside of their frame', async (t) => {
  const rules = STYLE_TAG.text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.includes('{') && line.endsWith('}'));
  t.ok(rules.length > 60, `${rules.length} rules`);
  const twice = rules.filter((rule, index) => rules.indexOf(rule) !== index);
  t.same(twice, []);
  const selectors = rules.map((rule) => rule.slice(0, rule.indexOf('{')).trim());
  t.equal(selectors.filter((selector) => selector === ':focus-visible').length, 1);
  t.ok(selectors.includes('.networks :focus-visible'));
});
