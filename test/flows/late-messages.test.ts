/** Messages that no event reported start their automation when they are read, or it is said why not. */
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { startService } from '../support/service.ts';
import { untilReceiving } from '../support/until-receiving.ts';

void t.test(
  'a message that is read late starts its automation if nobody answered and the window is open',
  async (t) => {
    const { call, accounts, sandbox, service, advance } = await startService(t, {
      platforms: ['instagram'],
      subscribes: true,
    });
    await untilReceiving(service, 'instagram');
    const control = controlOf(sandbox);
    const { automation } = (
      await call('POST', '/v1/dm-automations', {
        accountId: accounts['instagram'],
        trigger: { type: 'keyword', keywords: ['price'] },
        steps: [{ type: 'message', text: 'It is 12 euros' }],
      })
    ).body;
    const act = (username: string, what: object) =>
      control('people', { network: 'instagram', person: { username }, act: what });
    const inbox = async () => (await call('GET', '/v1/inbox')).body.conversations;
    const explained = async (username: string) => {
      // names are asked for behind the message
      const one = await eventually(async () =>
        (await inbox()).find(({ contact }) => contact.username === username),
      );
      return (await call('GET', `/v1/dm-automations/explain?conversationId=${one.id}`)).body;
    };
    await control('webhooks', { network: 'instagram', hold: true });
    await act('early', { say: 'price' });
    advance(25 * 3_600_000);
    await eventually(async () => (await inbox()).length === 1);
    // the next poll
    await act('ann', { say: 'price' });
    await act('bob', { say: 'price please' });
    advance(60_000);
    await act('bob', { human: 'Let me look' });
    advance(16 * 60_000);
    await eventually(async () => (await inbox()).length === 3);
    await eventually(async () => (await explained('ann')).status === 'started');
    t.match(await explained('early'), { status: 'nothing', reason: 'too_old' });
    t.match(await explained('bob'), {
      status: 'nothing',
      reason: 'answered',
      explanation: /had an answer by then/,
    });
    const { runs } = (await call('GET', `/v1/dm-automations/${automation.id}/runs`)).body;
    t.equal(runs.length, 1, 'once');
  },
);
