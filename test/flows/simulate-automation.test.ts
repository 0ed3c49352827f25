/** What an automation would say in a talk: the answer of the operation, its refusals, and that nothing is stored. */
import t from 'tap';
import { DEFAULT_TERMS } from '../../src/base/plans/plan.ts';
import { setPlan } from '../../src/features/workspaces/set-plan.ts';
import { startService } from '../support/service.ts';

const steps = [
  {
    id: 'ask',
    type: 'message',
    text: 'Follow, then tap',
    choices: [
      {
        label: 'I follow now',
        steps: [
          {
            id: 'gate',
            type: 'condition',
            check: 'follows',
            yes: [
              {
                id: 'link',
                type: 'message',
                text: 'Here, {first_name}',
                button: { title: 'Open', url: 'https://example.org' },
              },
            ],
            no: [{ id: 'team', type: 'handoff' }],
          },
        ],
      },
    ],
  },
];
const automation = { trigger: { type: 'keyword', keywords: ['guide'] }, steps };

void t.test('a talk is played to its end, or to a time, without a plan and without a row', async (t) => {
  const { call, service, workspaceId, accounts } = await startService(t);
  const made = await call('POST', '/v1/dm-automations', { accountId: accounts['instagram'], ...automation });
  t.equal(made.status, 200, JSON.stringify(made.body));
  await setPlan(service, { workspaceId, ...DEFAULT_TERMS, plan: 'none' });
  service.context.forgetPrincipals();
  const rows = async () => {
    const [row] = await service.sql<{ rows: string }[]>`
      select json_build_array((select count(*) from actors), (select count(*) from definitions),
        (select count(*) from conversations))::text as rows`;
    return row!.rows;
  };
  const before = await rows();
  const simulate = (body: object) => call('POST', '/v1/dm-automations/simulate', body);
  const contact = { username: 'ann', name: 'Ann Lee', follows: 'no' };

  const talk = [{ at: '+0m', say: 'Guide!' }, { at: '+1h', follow: true }, { tap: 'I follow now' }];
  const { status, body } = await simulate({ automation, contact, transcript: talk });
  t.equal(status, 200, JSON.stringify(body));
  t.strictSame(body, {
    messages: [
      { at: '+0m', stepId: 'ask', text: 'Follow, then tap', button: null, choices: ['I follow now'] },
      {
        at: '+1h',
        stepId: 'link',
        text: 'Here, Ann',
        button: { title: 'Open', url: 'https://example.org' },
        choices: [],
      },
    ],
    path: ['ask', 'gate', 'link'],
    end: { reason: 'completed', at: '+1h', detail: null },
    waiting: null,
    warnings: [],
  });

  const silent = await simulate({ automation, transcript: [{ say: 'guide' }] });
  t.match(silent.body, { end: { reason: 'window_closed', at: '+24h' }, waiting: null });
  const early = await simulate({ automation, transcript: [{ say: 'guide' }], until: '+3h' });
  t.match(early.body, { end: null, waiting: { for: 'tap', until: '+24h' } });
  const other = await simulate({ automation, transcript: [{ say: 'hello' }] });
  t.strictSame(
    { ...other.body, warnings: other.body.warnings.map(({ code }) => code) },
    { messages: [], path: [], end: null, waiting: null, warnings: ['not_started'] },
  );
  const blocked = await simulate({ automation, transcript: [{ refuse: 'blocked' }, { say: 'guide' }] });
  t.match(blocked.body.end, { reason: 'failed', detail: 'the person blocked the account' });
  const ref = { ...automation, trigger: { type: 'ref', ref: 'bio' } };
  const opened = await simulate({ automation: ref, transcript: [{ openRef: true }] });
  t.match(opened.body, {
    path: ['ask'],
    warnings: [{ code: 'ref_needs_entry', path: '/automation/trigger' }],
  });
  const { id } = made.body.automation;
  const stored = await simulate({ automationId: id, contact, transcript: talk });
  t.strictSame(stored.body, body, 'one that exists says the same');
  t.equal(await rows(), before, 'nothing is stored');
});

void t.test('tests are played beside the talk, and say how they would pass', async (t) => {
  const { call } = await startService(t);
  const { keepMessagesDays, copyFiles } = (await call('GET', '/v1/inbox-settings')).body;
  const disclosure = 'You are writing with a bot.';
  await call('PUT', '/v1/inbox-settings', { keepMessagesDays, copyFiles, disclosure });
  const transcript = [{ say: 'guide' }];
  const contact = { name: 'Ann Lee', follows: 'no' };
  const ask = { text: 'Follow, then tap', choices: ['I follow now'] };
  const acts = [{ say: 'guide' }, { after: '5m' }, 'follow', { tap: 'I follow now' }];
  const simulate = (tests: object[]) =>
    call('POST', '/v1/dm-automations/simulate', { automation, transcript, tests });
  const { body } = await simulate([{ name: 'acts alone', contact, talk: [...acts, { end: 'handoff' }] }]);
  t.match(body.messages[0].text, /^You are writing with a bot/);
  const [{ updated, ...verdict }] = body.tests;
  t.match(verdict, { name: 'acts alone', passes: false, message: /^line 1: step ask said/ });
  t.strictSame(
    updated,
    [
      { say: 'guide' },
      { bot: ask },
      ...acts.slice(1),
      { bot: { text: 'Here, Ann', button: 'Open' } },
      { end: 'completed' },
    ],
    'without the disclosure',
  );
  const again = await simulate([
    { name: 'as it said', contact, talk: updated },
    { name: 'another', talk: [{ say: 'guide' }, { bot: ask }, { bot: 'Hello' }] },
  ]);
  t.match(again.body.tests, [
    { name: 'as it said', passes: true, message: null, diff: [], updated },
    { name: 'another', passes: false },
  ]);
  t.notOk('tests' in (await call('POST', '/v1/dm-automations/simulate', { automation, transcript })).body);
  t.match(await simulate([{ name: 'one', talk: [{ say: 'a' }, { after: '1y' }] }]), {
    status: 400,
    body: { param: '/tests/0/talk/1/after' },
  });
  t.equal((await simulate(Array.from({ length: 21 }, () => ({ name: 'one', talk: acts })))).status, 400);
});

void t.test('a refusal names the field', async (t) => {
  const { call } = await startService(t);
  const transcript = [{ say: 'guide' }];
  const refusals: [param: string, body: object][] = [
    ['/automation/steps/0', { automation: { ...automation, steps: [{ type: 'message' }] }, transcript }],
    ['/automation/steps', { automation: { ...automation, steps: [] }, transcript }],
    [
      '/automation/steps/0',
      {
        automation: {
          ...automation,
          platform: 'facebook',
          steps: [{ type: 'condition', check: 'follows', yes: [], no: [] }],
        },
        transcript,
      },
    ],
    ['/automation/trigger', { automation: { ...automation, trigger: { type: 'keyword' } }, transcript }],
    ['/transcript/0', { automation, transcript: [{ say: 'guide', tap: 'Yes' }] }],
    ['/transcript/0', { automation, transcript: [{ at: '+1m' }] }],
    ['/transcript/0/at', { automation, transcript: [{ at: '5m', say: 'guide' }] }],
    [
      '/transcript/1/at',
      {
        automation,
        transcript: [
          { at: '+5m', say: 'guide' },
          { at: '+4m', click: true },
        ],
      },
    ],
    ['/transcript/0/mediaId', { automation, transcript: [{ say: 'guide', mediaId: '1' }] }],
    ['/automation', { transcript }],
    ['/until', { automation, transcript, until: '+91d' }],
  ];
  for (const [param, body] of refusals) {
    const { status, body: answer } = await call('POST', '/v1/dm-automations/simulate', body);
    t.match({ status, param: answer.param }, { status: 400, param }, `${param} ${JSON.stringify(answer)}`);
  }
});
