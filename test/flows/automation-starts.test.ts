/** What opens a run, and what a rule's message keeps from starting one, with people of the sandbox. */
import t from 'tap';
import { withRule } from '../comments/with-rule.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import type { Answer } from '../support/service.ts';

type Body = Answer['body'];

void t.test(
  'thanks for the message of a rule starts nothing for some minutes, and a run begins with the disclosure',
  async (t) => {
    const world = await withRule(t);
    const { call, accounts, service } = world.running;
    const { keepMessagesDays, copyFiles } = (await call('GET', '/v1/inbox-settings')).body;
    const disclosure = 'You are writing with a bot.';
    t.equal(
      (await call('PUT', '/v1/inbox-settings', { keepMessagesDays, copyFiles, disclosure })).status,
      200,
    );
    const terms = {
      accountId: accounts['instagram'],
      steps: [
        { type: 'message', text: 'Hello' },
        { type: 'message', text: 'Bye' },
      ],
    };
    const any = {
      ...terms,
      trigger: { type: 'any_message', ignoreRuleAnswersMinutes: 10 },
      reentry: 'always',
    };
    const { automation } = (await call('POST', '/v1/dm-automations', { ...any, cooldownHours: 0 })).body;
    const say = (words: string) =>
      controlOf(world.running.sandbox)('people', {
        network: 'instagram',
        person: { username: 'ann' },
        act: { say: words },
      });
    const conversation = async (): Promise<Body> => (await call('GET', '/v1/inbox')).body.conversations[0];
    const runs = async (): Promise<Body[]> =>
      (await call('GET', `/v1/dm-automations/${automation.id}/runs`)).body.runs;
    const heard = (words: string) =>
      eventually(async () => {
        const one = await conversation();
        if (!one) return false;
        const { messages } = (await call('GET', `/v1/inbox/${one.id}/messages`)).body;
        return messages.some(({ text }: Body) => text === words);
      });

    const commentId = await world.comment('ann', 'link');
    await world.entry(commentId, (one) => one.status === 'sent');
    await say('thank you');
    await heard('thank you');
    t.strictSame(await runs(), []);
    t.equal((await conversation()).pausedUntil, null, 'the message of the rule is no answer by hand');
    // the network's clock goes on by itself: the message of the rule is made older instead
    await service.sql`
      update actors set snapshot = jsonb_set(snapshot::jsonb, '{context,messagedAt}', to_jsonb(${Date.now() - 11 * 60_000}::float8))
      where kind = 'private_reply'`;
    await say('one question');
    await eventually(async () => (await runs())[0]?.reason === 'completed');
    const { id } = await conversation();
    const { messages } = (await call('GET', `/v1/inbox/${id}/messages`)).body;
    t.strictSame(
      messages
        .flatMap(({ by, text }: Body) => (by === 'automation' && text !== 'Hi ann, here it is' ? [text] : []))
        .toReversed(),
      [`${disclosure}\n\nHello`, 'Bye'],
    );
    t.match(
      await call('PATCH', `/v1/dm-automations/${automation.id}`, {
        trigger: { type: 'keyword', keywords: ['a'], ignoreRuleAnswersMinutes: 5 },
      }),
      {
        status: 400,
        body: { param: '/trigger/ignoreRuleAnswersMinutes' },
      },
    );
  },
);
