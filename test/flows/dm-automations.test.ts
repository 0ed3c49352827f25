/** Automations of direct messages over the real server: people of the sandbox write, tap and wait. */
import t from 'tap';
import type { Test } from 'tap';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { type Answer, startService } from '../support/service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
type Body = Answer['body'];

/** The service with an Instagram account, and people who can write to it. */
async function withPeople(t: Test) {
  const running = await startService(t, { platforms: ['instagram'], subscribes: true });
  const { sandbox, call, accounts } = running;
  const accountId = accounts['instagram']!;
  const control = controlOf(sandbox);
  const act = (username: string, what: object) =>
    control('people', { network: 'instagram', person: { username, name: 'Ann Fan' }, act: what });
  await eventually(async () => {
    const [row] = await running.service.sql`select receiving from accounts where platform = 'instagram'`;
    return row!['receiving'] !== null;
  });
  const make = async (body: object) => {
    const answer = await call('POST', '/v1/dm-automations', { accountId, ...body });
    t.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.automation;
  };
  const runs = async (id: string): Promise<Body[]> =>
    (await call('GET', `/v1/dm-automations/${id}/runs`)).body.runs;
  /** Waits until the newest run is as wanted. */
  const run = (id: string, isWanted: (run: Body) => boolean) =>
    eventually(async () => {
      const [newest] = await runs(id);
      return newest && isWanted(newest) && newest;
    });
  const ended = (id: string, reason: string) => run(id, (one) => one.reason === reason);
  const stats = async (id: string) => (await call('GET', `/v1/dm-automations/${id}`)).body.automation.stats;
  const conversation = async () => (await call('GET', '/v1/inbox')).body.conversations[0];
  /** What the person was sent, oldest first. */
  const said = async (): Promise<Body[]> => {
    const { id } = await conversation();
    const { messages } = (await call('GET', `/v1/inbox/${id}/messages`)).body;
    return messages.filter(({ direction }: Body) => direction === 'out').toReversed();
  };
  const saidBy = async (count: number) =>
    eventually(async () => {
      const list = await said();
      return list.length >= count && list.every(({ status }) => status === 'sent') && list;
    });
  return { ...running, accountId, control, act, make, runs, run, ended, stats, conversation, said, saidBy };
}

const keyword = (...keywords: string[]) => ({ type: 'keyword', keywords });
const message = (text: string, more: object = {}) => ({ type: 'message', text, ...more });

void t.test('a keyword starts an automation; a choice goes on; the run is listed with its log', async (t) => {
  const { act, make, run, ended, stats, said, saidBy } = await withPeople(t);
  const made = await make({
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
  t.match(made, {
    active: true,
    name: 'price',
    trigger: { match: 'contains' },
    stats: { started: 0, completed: 0, handedOff: 0, clicks: 0 },
    version: 1,
  });
  await act('ann', { say: 'What is the price?' });
  await run(made.id, ({ steps, status }) => status === 'active' && steps.length === 1);
  await saidBy(1);
  await act('ann', { tap: 'A present' });
  const end = await ended(made.id, 'completed');
  t.match(end, {
    status: 'ended',
    error: null,
    contact: { username: 'ann', name: 'Ann Fan' },
    explanation: 'The person went through all steps.',
    steps: [
      { type: 'message', stepId: made.steps[0].id, path: '/steps/0', detail: 'A present' },
      { type: 'message', path: '/steps/0/choices/1/steps/0', detail: null },
    ],
  });
  t.strictSame(
    (await said()).map(({ text, by }) => [text, by]),
    [
      ['Hi Ann, for whom?', 'automation'],
      ['It costs 7', 'automation'],
    ],
  );
  t.strictSame(await stats(made.id), { started: 1, completed: 1, handedOff: 0, clicks: 0 });
  await act('ann', { say: 'price again' });
  await act('ann', { say: 'and the price' });
  t.equal((await stats(made.id)).started, 1, 'once is once');
});
