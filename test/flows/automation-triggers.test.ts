/** Triggers end to end: on a Page of facebook, by stories of instagram; the limit, and who went through once. */
import t from 'tap';
import type { Test } from 'tap';
import { prune } from '../../src/service/retention.ts';
import { kinds } from '../../src/kinds/index.ts';
import { keyword, message, withPeople } from '../automations/with-people.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { startService } from '../support/service.ts';
import { untilReceiving } from '../support/until-receiving.ts';

const DAY = 24 * 3_600_000;
const always = { reentry: 'always', cooldownHours: 0 };

/** A Page, whose people write to it in Messenger. */
async function withPage(t: Test) {
  const running = await startService(t, { platforms: ['facebook'], subscribes: true });
  const { sandbox, call, accounts, service } = running;
  const control = controlOf(sandbox);
  await untilReceiving(service, 'facebook');
  const make = async (body: object) => {
    const answer = await call('POST', '/v1/dm-automations', { accountId: accounts['facebook'], ...body });
    t.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  const act = (username: string, what: object) =>
    control('people', { network: 'facebook', person: { username, name: 'Ann Fan' }, act: what });
  const runsOf = async (id: string) => (await call('GET', `/v1/dm-automations/${id}/runs`)).body.runs;
  const received = async (username: string): Promise<string[]> =>
    (await control(`people?network=facebook&username=${username}`)).messages
      .filter(({ byAccount }: { byAccount: boolean }) => byAccount)
      .map(({ text }: { text: string }) => text);
  /** The person has been sent exactly this, and the automation has counted so many runs that are through. */
  const through = (id: string, count: number) =>
    eventually(async () => {
      const runs = await runsOf(id);
      return runs.filter(({ reason }) => reason === 'completed').length === count && runs[0];
    });
  return { ...running, make, act, runsOf, received, through };
}

void t.test('on a Page: a keyword, an m.me link and any message each start theirs', async (t) => {
  const { make, act, through, received, call } = await withPage(t);
  const { automation: price } = await make({
    trigger: keyword('price'),
    steps: [
      message('Hi {first_name}, for whom?', {
        choices: [
          { label: 'For me', steps: [message('It costs 5')] },
          { label: 'A present', steps: [message('It costs 7')] },
        ],
      }),
    ],
  });
  const { automation: ref, warnings } = await make({
    trigger: { type: 'ref', ref: 'spring' },
    steps: [message('Welcome to the sale')],
    ...always,
  });
  const { automation: any } = await make({ trigger: { type: 'any_message' }, steps: [message('Hello')] });
  t.match(ref.link, /^https:\/\/m\.me\/[^?]+\?ref=spring$/);
  t.match(
    warnings.find(({ code }) => code === 'ref_needs_entry'),
    { path: '/trigger', message: /icebreaker or a get-started button/ },
    'new people come by a get-started button only, so the owner is told',
  );

  await act('ann', { say: 'the PRICE please' });
  await eventually(async () => (await received('ann')).length === 1);
  await act('ann', { tap: 'A present' });
  t.match(await through(price.id, 1), { contact: { name: 'Ann Fan' }, steps: [{ detail: 'A present' }, {}] });
  await eventually(async () => (await received('ann')).length === 2);
  t.strictSame(await received('ann'), ['Hi Ann, for whom?', 'It costs 7']);

  await act('bob', { openRef: 'spring' });
  await through(ref.id, 1);
  await eventually(async () => (await received('bob')).length === 1);
  t.strictSame(
    await received('bob'),
    ['Welcome to the sale'],
    'somebody who is new, by the get-started button',
  );
  await act('bob', { openRef: 'spring' });
  await through(ref.id, 2);
  await act('bob', { openRef: 'autumn' });
  await act('bob', { say: 'Are you there?' });
  await through(any.id, 1);
  await eventually(async () => (await received('bob')).length === 3);
  t.strictSame(await received('bob'), ['Welcome to the sale', 'Welcome to the sale', 'Hello']);
  t.equal(
    (await call('GET', `/v1/dm-automations/${ref.id}`)).body.automation.stats.started,
    2,
    'autumn is none of it',
  );
});

void t.test('story triggers may name one story, and leave bare reactions alone', async (t) => {
  const { act, make, runs, ended, service, conversation } = await withPeople(t);
  const [account] = await service.sql`select remote_id as id from accounts where platform = 'instagram'`;
  // the sandbox has one story for each account
  const story = `1809${String(account!['id']).slice(-13)}`;
  const other = await make({
    trigger: { type: 'story_reply', mediaId: '18090000000000000' },
    steps: [message('Of another story')],
    ...always,
  });
  const made = await make({
    trigger: { type: 'story_reply', mediaId: story, ignoreReactions: true },
    steps: [message('Thanks for your answer')],
    ...always,
  });
  const heard = (text: string) => eventually(async () => (await conversation())?.lastMessage.text === text);
  await act('ann', { replyStory: '❤️' });
  await heard('❤️');
  t.strictSame([await runs(made.id), await runs(other.id)], [[], []], 'a heart is no answer');
  await act('ann', { replyStory: 'Lovely ❤️' });
  await ended(made.id, 'completed');
  t.equal((await runs(other.id)).length, 0);
  await heard('Thanks for your answer');
  await act('ann', { say: 'Lovely' });
  await heard('Lovely');
  t.equal((await runs(made.id)).length, 1, 'what is no answer to a story starts nothing');
});

void t.test('the 101st automation of a workspace is refused', async (t) => {
  const { call, accounts } = await startService(t, { platforms: ['instagram'] });
  const make = () =>
    call('POST', '/v1/dm-automations', {
      accountId: accounts['instagram'],
      trigger: keyword('price'),
      steps: [message('5')],
      active: false,
    });
  for (let count = 0; count < 100; count += 1) t.equal((await make()).status, 200);
  t.match(await make(), { status: 403, body: { code: 'automation_limit' } });
  const { automations } = (await call('GET', '/v1/dm-automations')).body;
  t.equal(automations.length, 100);
  t.equal((await call('DELETE', `/v1/dm-automations/${automations[0].id}`)).status, 200);
  t.equal((await make()).status, 200, 'one that is deleted makes room');
});

void t.test('who went through an automation once does not after its run is pruned', async (t) => {
  const { act, make, runs, run, ended, call, service, conversation } = await withPeople(t);
  const made = await make({ trigger: keyword('price'), steps: [message('It costs 5')] });
  await act('ann', { say: 'price' });
  await ended(made.id, 'completed');
  const before = (await call('GET', `/v1/dm-automations/${made.id}/stats`)).body;
  const pruneAt = (days: number) =>
    prune({ sql: service.sql, directory: service.directory }, kinds, service.context.clock() + days * DAY);
  await pruneAt(89);
  t.equal((await runs(made.id)).length, 1, 'kept for 90 days');
  await pruneAt(91);
  t.strictSame(await runs(made.id), []);
  t.strictSame((await call('GET', `/v1/dm-automations/${made.id}/stats`)).body, before, 'its numbers stay');
  await act('ann', { say: 'the price again' });
  await eventually(async () => (await conversation())?.lastMessage.text === 'the price again');
  t.strictSame(await runs(made.id), []);
  const { id } = await conversation();
  t.match((await call('GET', `/v1/dm-automations/explain?conversationId=${id}`)).body, {
    status: 'nothing',
    reason: 'once',
  });
  await act('bob', { say: 'price' });
  await run(made.id, ({ contact }) => contact.username === 'bob');
});

void t.test(
  'whether a person follows decides; where the network does not say, it counts as yes and is counted apart',
  async (t) => {
    const { act, make, runs, ended, call, sandbox, conversation } = await withPeople(t);
    const made = await make({
      trigger: keyword('guide'),
      steps: [
        {
          id: 'gate',
          type: 'condition',
          check: 'follows',
          yes: [message('Here it is')],
          no: [message('Follow us first')],
        },
      ],
      ...always,
    });
    const leftBy = async () => {
      const { versions } = (await call('GET', `/v1/dm-automations/${made.id}/stats`)).body;
      return versions[0].steps.find(({ stepId }) => stepId === 'gate').left;
    };
    const got = (count: number) =>
      eventually(
        async () =>
          (await call('GET', `/v1/dm-automations/${made.id}`)).body.automation.stats.completed === count,
      );
    await act('ann', { say: 'hello' });
    // her name is known then, so that a run asks the network for nothing but whether she follows
    await eventually(async () => (await conversation())?.contact.username === 'ann');
    await act('ann', { say: 'the guide please' });
    t.match(await ended(made.id, 'completed'), { steps: [{ stepId: 'gate', detail: 'no' }, {}] });
    await act('ann', { follow: true });
    await act('ann', { say: 'the guide now' });
    await got(2);
    sandbox.sandbox.faults.add({
      kind: 'status',
      status: 503,
      network: 'instagram',
      call: 'profile',
      times: 1,
    });
    await act('ann', { say: 'the guide once more' });
    await got(3);
    const [newest] = await runs(made.id);
    t.match(newest, { steps: [{ stepId: 'gate', detail: 'unknown' }, { path: '/steps/0/yes/0' }] });
    t.strictSame(await leftBy(), { no: 1, yes: 1, unknown: 1 });
  },
);
