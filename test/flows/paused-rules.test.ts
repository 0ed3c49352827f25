/** A comment is judged by the rules that were active when it was written, whenever its event arrives. */
import t from 'tap';
import { withRule } from '../comments/with-rule.ts';
import { controlOf } from '../support/sandbox-control.ts';

void t.test(
  'a comment whose event arrives after its rule was paused is an entry: skipped, paused',
  async (t) => {
    const world = await withRule(t);
    const { call, sandbox, accounts } = world.running;
    const control = controlOf(sandbox);
    await control('webhooks', { network: 'instagram', hold: true });
    const before = await world.comment('ann', 'link');
    const path = `/v1/comment-dm-rules/${world.rule.id}` as const;
    world.running.advance(3_100); // networks count whole seconds
    t.equal((await call('PATCH', path, { active: false })).status, 200);
    world.running.advance(1_100);
    const after = await world.comment('bob', 'link');
    await control('webhooks', { network: 'instagram', hold: false });
    t.match(await world.entry(before), { status: 'skipped', reason: 'paused', dm: null });
    const explained = await call(
      'GET',
      `/v1/comment-dm-rules/explain?accountId=${accounts['instagram']}&commentId=${before}`,
    );
    t.match(explained.body, { status: 'skipped', ruleId: world.rule.id, explanation: /paused/ });
    const { events } = (await call('GET', `${path}/events?queued=true`)).body;
    t.notOk(JSON.stringify(events).includes(after), 'what was written later has none');
  },
);
