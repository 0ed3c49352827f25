/** Comments on a live broadcast: their messages leave before all others, and none after the broadcast has ended. */
import t from 'tap';
import { withRule } from '../comments/with-rule.ts';
import { eventually } from '../support/eventually.ts';
import type { Answer } from '../support/service.ts';

type Body = Answer['body'];
const HOUR = 3_600_000;
const HELD_MS = 5 * 60_000;

void t.test('a live comment is answered first, and not at all once the broadcast is over', async (t) => {
  const world = await withRule(t);
  const { call, accounts, advance, sandbox } = world.running;
  await call('PUT', '/v1/comment-dm-rules/settings', { accountId: accounts['instagram'], evenPace: true });
  const { mediaId } = await world.act('instagram', 'ann', { goLive: 'Baking at seven' });
  const live = async (username: string): Promise<string> =>
    (await world.act('instagram', username, { comment: { text: 'link', mediaId } })).commentId;
  const waits = (id: string) =>
    world.entry(id, ({ status, nextAt }: Body) => status === 'queued' && nextAt !== null);

  await world.entry(await world.comment('bob', 'link'));
  const waiting = await world.comment('cleo', 'link');
  t.equal((await waits(waiting)).place, 1);
  const sent = await world.entry(await live('dora'));
  t.match(sent, { status: 'sent', publicReply: null }, 'the network takes no reply below a live comment');
  t.match(await waits(waiting), { status: 'queued' }, 'though another one waited');
  const replies = sandbox.sandbox.calls
    .entries({ network: 'instagram' })
    .filter(({ call, status }) => call === 'replies/post' && Number(status) >= 400);
  t.strictSame(replies, []);

  // the first try is held for a fault of the account, and the broadcast ends before the next
  const { faults } = sandbox.sandbox;
  faults.add({
    network: 'instagram',
    call: 'messages',
    kind: 'status',
    status: 403,
    code: 200,
    subcode: 2_534_041,
  });
  const late = await live('ed');
  await world.entry(late, ({ reason, nextAt }: Body) => reason !== null && nextAt !== null);
  faults.clear('instagram');
  await world.act('instagram', 'ann', { endLive: true });
  advance(HELD_MS + 1_000); // one message tries, and the others wait for it
  await eventually(async () =>
    (await world.events()).some(
      ({ comment, status }) => [late, waiting].includes(comment.id) && status !== 'queued',
    ),
  );
  advance(HELD_MS + 1_000);
  t.match(await world.entry(late), { status: 'skipped', reason: 'live_over', dm: null });
  advance(HOUR);
  t.match(await world.entry(waiting), { status: 'sent' }, 'and the others go on');
  await t.rejects(live('fay'), /the broadcast .* is over/);
});
