/** Keywords that match the same are one keyword: of rules, and of automations. */
import t from 'tap';
import { startService } from '../support/service.ts';

const twenty = Array.from({ length: 20 }, (_, n) => `word${n}`);

void t.test('keywords that match the same count once, and stay as they were written first', async (t) => {
  const { call, accounts } = await startService(t, { platforms: ['instagram'] });
  const accountId = accounts['instagram'];
  const rule = {
    accountId,
    dmText: 'Here',
    keywords: ['Café', ...twenty.slice(1), 'cafe', 'WORD1', 'word1 '],
  };
  const made = await call('POST', '/v1/comment-dm-rules', rule);
  t.equal(made.status, 200, JSON.stringify(made.body));
  t.strictSame(made.body.rule.keywords, ['Café', ...twenty.slice(1)]);
  const path = `/v1/comment-dm-rules/${made.body.rule.id}` as const;
  const more = await call('PATCH', path, { keywords: [...twenty, 'one more', 'One  more'] });
  t.match(more, {
    status: 400,
    body: { param: '/keywords', error: /20 items or fewer that differ; it has 21/ },
  });
  const changed = await call('PATCH', path, { keywords: ['LINK', 'link', 'Link', 'recipe'] });
  t.strictSame(changed.body.rule.keywords, ['LINK', 'recipe']);
  const empty = await call('PATCH', path, { keywords: ['ok', 'OK', '\u200b'] });
  t.match(empty, { status: 400, body: { param: '/keywords/2' } }, 'the place is that in the request');
  const tried = {
    rule: { keywords: [...twenty, 'more'], dmText: 'x' },
    comments: [{ text: 'x', from: 'ann' }],
  };
  t.match(await call('POST', '/v1/comment-dm-rules/simulate', tried), {
    status: 400,
    body: { param: '/rule/keywords' },
  });
});

void t.test('so are those of triggers and conditions', async (t) => {
  const { call, accounts } = await startService(t, { platforms: ['instagram'] });
  const keywords = ['Price', ...twenty.slice(1), 'price', 'PRICE'];
  const automation = (trigger: string[], condition: string[]) => ({
    accountId: accounts['instagram'],
    trigger: { type: 'keyword', keywords: trigger },
    steps: [
      {
        type: 'condition',
        check: 'keyword',
        keywords: condition,
        yes: [],
        no: [{ type: 'message', text: 'x' }],
      },
    ],
  });
  const made = await call('POST', '/v1/dm-automations', automation(keywords, keywords));
  t.equal(made.status, 200, JSON.stringify(made.body));
  t.strictSame(made.body.automation.trigger.keywords, ['Price', ...twenty.slice(1)]);
  t.strictSame(made.body.automation.steps[0].keywords, ['Price', ...twenty.slice(1)]);
  const many = [...twenty, 'more'];
  t.match(await call('POST', '/v1/dm-automations', automation(many, ['x'])), {
    status: 400,
    body: { param: '/trigger/keywords' },
  });
  t.match(await call('POST', '/v1/dm-automations', automation(['x'], many)), {
    status: 400,
    body: { param: '/steps/0/keywords' },
  });
});
