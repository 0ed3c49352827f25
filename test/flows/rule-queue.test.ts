/** The queue of an account's rules: when one is paused, the messages of the others take its places. */
import t from 'tap';
import { withRule } from '../comments/with-rule.ts';
import { eventually } from '../support/eventually.ts';
import type { ReadSchema } from '../support/typed-calls.ts';

/** 700 messages an hour, one after the other. */
const GAP_MS = Math.ceil(3_600_000 / 700);

void t.test('pausing a rule gives its places to the messages of others', async (t) => {
  const world = await withRule(t, { publicReplies: [] });
  const { call, accounts, service, advance } = world.running;
  const accountId = accounts['instagram']!;
  await call('PUT', '/v1/comment-dm-rules/settings', { accountId, evenPace: true });
  const menu = (
    await call('POST', '/v1/comment-dm-rules', { accountId, keywords: ['menu'], dmText: 'The menu' })
  ).body.rule;
  const of = { link: world.rule.id, menu: menu.id };
  const entry = (
    ruleId: string,
    commentId: string,
    isWanted: (one: ReadSchema<'CommentRuleActivity'>) => boolean,
  ) =>
    eventually(async () => {
      const { events } = (await call('GET', `/v1/comment-dm-rules/${ruleId}/events?queued=true`)).body;
      return events.find((one) => one.comment.id === commentId && isWanted(one));
    });
  const hasPlace = ({ status, nextAt }: ReadSchema<'CommentRuleActivity'>) =>
    status === 'queued' && nextAt !== null;
  const waits = async (person: string, word: keyof typeof of) => {
    const id = await world.comment(person, word);
    return entry(of[word], id, hasPlace);
  };
  const first = await world.comment('ann', 'link');
  await entry(of.link, first, ({ status }) => status === 'sent');
  const [claim] = await service.context.directory<{ at: number }[]>`
    select (extract(epoch from claimed_at) * 1000)::float8 as at from answered_comments`;
  const sentAt = claim!.at;
  for (const person of ['bob', 'cleo', 'dora']) await waits(person, 'link');
  const behind = await waits('ed', 'menu');
  t.equal(behind.place, 4);
  const isAt = ({ nextAt }: ReadSchema<'CommentRuleActivity'>, at: number, words: string) =>
    t.ok(
      Math.abs(Date.parse(nextAt) - at) < GAP_MS / 2,
      `${words}: ${nextAt}, not ${new Date(at).toISOString()}`,
    );
  isAt(behind, sentAt + 4 * GAP_MS, 'the fourth after the first');

  t.equal((await call('PATCH', `/v1/comment-dm-rules/${of.link}`, { active: false })).status, 200);
  const moved = await entry(
    of.menu,
    behind.comment.id,
    ({ place, nextAt }) => place === 1 && nextAt < behind.nextAt,
  );
  isAt(moved, sentAt + GAP_MS, 'its place and its time are those of the first one');
  const after = await waits('fay', 'menu');
  t.match(after, { place: 2 });
  isAt(after, sentAt + 2 * GAP_MS, 'and who comes later is right behind');
  advance(2 * GAP_MS);
  for (const one of [behind, after]) await entry(of.menu, one.comment.id, ({ status }) => status === 'sent');
});
