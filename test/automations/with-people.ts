/** A service with an Instagram account, and people of the sandbox who write to it: for tests of automations. */
import type { Test } from 'tap';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { startService } from '../support/service.ts';
import { untilReceiving } from '../support/until-receiving.ts';
import type { ReadSchema } from '../support/typed-calls.ts';

export const keyword = (...keywords: string[]) => ({ type: 'keyword', keywords });
export const message = (text: string, more: object = {}) => ({ type: 'message', text, ...more });

/** The service with an Instagram account, and people who can write to it. */
export async function withPeople(
  t: Test,
  options: Pick<Parameters<typeof startService>[1] & object, 'linksUrl' | 'mailServer'> = {},
) {
  const running = await startService(t, { platforms: ['instagram'], subscribes: true, ...options });
  const { sandbox, call, accounts } = running;
  const accountId = accounts['instagram']!;
  const control = controlOf(sandbox);
  const act = (username: string, what: object) =>
    control('people', { network: 'instagram', person: { username, name: 'Ann Fan' }, act: what });
  await untilReceiving(running.service, 'instagram');
  const make = async (body: object) => {
    const answer = await call('POST', '/v1/dm-automations', { accountId, ...body });
    t.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.automation;
  };
  const runs = async (id: string) => (await call('GET', `/v1/dm-automations/${id}/runs`)).body.runs;
  /** Waits until the newest run is as wanted. */
  const run = (id: string, isWanted: (run: ReadSchema<'DmRun'>) => boolean) =>
    eventually(async () => {
      const [newest] = await runs(id);
      return newest && isWanted(newest) && newest;
    });
  const ended = (id: string, reason: string) => run(id, (one) => one.reason === reason);
  const stats = async (id: string) => (await call('GET', `/v1/dm-automations/${id}`)).body.automation.stats;
  const conversation = async () => (await call('GET', '/v1/inbox')).body.conversations[0];
  /** What the person was sent, oldest first. */
  const said = async () => {
    const { id } = await conversation();
    const { messages } = (await call('GET', `/v1/inbox/${id}/messages`)).body;
    return messages.filter(({ direction }) => direction === 'out').toReversed();
  };
  const saidBy = async (count: number) =>
    eventually(async () => {
      const list = await said();
      return list.length >= count && list.every(({ status }) => status === 'sent') && list;
    });
  return { ...running, accountId, control, act, make, runs, run, ended, stats, conversation, said, saidBy };
}
