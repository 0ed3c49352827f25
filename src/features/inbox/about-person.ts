/** What is known of the person of a conversation beside its messages (docs/contract.md, Comments and inbox). */
import { Type } from 'typebox';
import { END_REASONS } from '../../../machines/flow/setup.ts';
import { listNewestComments, listNewestRuleAnswers, listNewestRuns } from '../../../store/about-person.ts';
import { workspaceOf } from '../../api/principal.ts';
import { choice, idParams, instant, nullable, text, workspaceQuery } from '../../api/schemas.ts';
import { operation } from './context.ts';
import { personOf } from './person.ts';
import { conversationExample } from './schemas.ts';

/** As many of each as a person looks through beside a conversation. */
const MAX_SHOWN = 20;

const CommentOfPerson = Type.Object({
  id: text("The network's own id of the comment."),
  networkPostId: nullable(text('The post it stands below, as the network names it.')),
  postId: nullable(text('The same post of this service; null if it was made elsewhere, or removed here.')),
  text: text('Empty for comments of a picture alone.'),
  rating: nullable(Type.Integer({ description: 'Of a review.' })),
  done: Type.Boolean({ description: 'Nothing is left to be done with it.' }),
  createdAt: nullable(instant("When it was written, by the network's clock.")),
});

const RunOfPerson = Type.Object({
  id: text('The run.'),
  automationId: text('Its automation.'),
  automationName: text('What it is called now.'),
  reason: nullable(choice(END_REASONS, 'How it ended; null if it has not.')),
  startedAt: instant('When it started.'),
});

const RuleAnswerOfPerson = Type.Object({
  id: text("The entry of the rule's activity."),
  ruleId: text('The rule.'),
  status: choice(['queued', 'sent', 'failed', 'skipped'], '`queued`: it waits for its turn.'),
  reason: nullable(text("Why it failed or was skipped, as in the rule's activity.")),
  keyword: nullable(text('The keyword that matched; null means the rule matches every comment.')),
  commentId: text("The network's own id of the comment."),
  commentText: text('What the person wrote.'),
  dmText: text('The message of the rule.'),
  seenAt: nullable(instant('When it was first known that the person has seen it; null if it is not.')),
  answeredAt: nullable(instant('When the person first wrote after it; null if they have not.')),
  createdAt: instant('When the comment matched.'),
});

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const getPerson = operation({
  id: 'getPerson',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/inbox/{id}/person' },
  tag: 'Inbox',
  summary: 'Read what is known of the person of a conversation',
  description: `Comments of the person below posts of the same account, their runs of automations, and what comment-to-DM rules did with their comments: up to ${MAX_SHOWN} of each, the newest first. Accounts do not share people: the same person at another account is another one.`,
  params: idParams('conversation'),
  query: workspaceQuery,
  result: Type.Object({
    comments: Type.Array(CommentOfPerson),
    runs: Type.Array(RunOfPerson),
    ruleAnswers: Type.Array(RuleAnswerOfPerson),
    counts: Type.Object(
      {
        comments: count('Comments of the person.'),
        runs: count('Their runs, of those that are kept.'),
        ruleAnswers: count('Entries about them, of those that are kept.'),
      },
      { description: 'How many there are in all.' },
    ),
  }),
  errors: { 404: 'There is no such conversation in the workspace' },
  example: {
    params: { id: conversationExample.id },
    result: {
      comments: [
        {
          id: '17858893269000001',
          networkPostId: '17895695668004550',
          postId: 'post_01JD0000000000000000000001',
          text: 'Link please!',
          rating: null,
          done: true,
          createdAt: '2026-05-04T07:58:00.000Z',
        },
      ],
      runs: [
        {
          id: 'run_01JD0000000000000000000001',
          automationId: 'auto_01JD0000000000000000000001',
          automationName: 'Opening hours',
          reason: 'completed' as const,
          startedAt: '2026-05-04T08:00:00.000Z',
        },
      ],
      ruleAnswers: [
        {
          id: 'preply_01JD0000000000000000000001',
          ruleId: 'rule_01JD0000000000000000000001',
          status: 'sent' as const,
          reason: null,
          keyword: 'link',
          commentId: '17858893269000001',
          commentText: 'Link please!',
          dmText: 'Hi fan1, here it is: https://example.com/bread',
          seenAt: null,
          answeredAt: '2026-05-04T08:00:00.000Z',
          createdAt: '2026-05-04T07:58:04.000Z',
        },
      ],
      counts: { comments: 1, runs: 1, ruleAnswers: 1 },
    },
  },
  handle: async (call) => {
    const { sql } = call.context;
    const { person } = await personOf(sql, workspaceOf(call, call.query.workspace), call.params.id);
    const [comments, runs, ruleAnswers] = await Promise.all([
      listNewestComments(sql, person, MAX_SHOWN),
      listNewestRuns(sql, person, MAX_SHOWN),
      listNewestRuleAnswers(sql, person, MAX_SHOWN),
    ]);
    return {
      body: {
        comments: comments.rows,
        runs: runs.rows,
        ruleAnswers: ruleAnswers.rows,
        counts: { comments: comments.count, runs: runs.count, ruleAnswers: ruleAnswers.count },
      },
    };
  },
});
