import type { Test } from 'tap';
import { eventually } from '../support/eventually.ts';
import type { ReadSchema } from '../support/typed-calls.ts';
import { people } from './people.ts';

/** A service with a rule, and people who comment. */
export async function withRule(t: Test, more: object = {}, options: Parameters<typeof people>[1] = {}) {
  const world = await people(t, { subscribes: true, ...options });
  const { call, accounts } = world.running;
  const body = {
    accountId: accounts['instagram'],
    keywords: ['link'],
    dmText: 'Hi {username}, here it is',
    publicReplies: ['Sent!', 'Look into your messages'],
    ...more,
  };
  const made = await call('POST', '/v1/comment-dm-rules', body);
  t.equal(made.status, 200, JSON.stringify(made.body));
  const { rule } = made.body;
  const comment = (username: string, text: string) => world.comment('instagram', username, text);
  const events = async () =>
    (await call('GET', `/v1/comment-dm-rules/${rule.id}/events?queued=true`)).body.events;
  /** Waits until a comment of a person has been answered or not. */
  const entry = (
    commentId: string,
    isWanted: (one: ReadSchema<'CommentRuleActivity'>) => unknown = (one) => one.status !== 'queued',
  ) => eventually(async () => (await events()).find((one) => one.comment.id === commentId && isWanted(one)));
  return { ...world, rule, comment, events, entry };
}
