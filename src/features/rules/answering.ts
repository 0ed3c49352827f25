/** How the rules of an account answer: pace, public replies, testers, and when a rule may answer the same person again. */
import { Type } from 'typebox';
import { type Answering, readAnswering, saveAnswering } from '../../../store/answering.ts';
import { freePerson } from '../../../store/private-replies.ts';
import { idempotent } from '../../api/idempotent.ts';
import { workspaceOf } from '../../api/principal.ts';
import {
  closed,
  idParams,
  instant,
  model,
  nullable,
  resourceId,
  text,
  workspaceField,
} from '../../api/schemas.ts';
import { recordedIn } from '../../api/recorded.ts';
import { isoOf } from '../../base/time.ts';
import { operation } from './context.ts';
import { KEYED_ERRORS, ruleAccount, ruleIn } from './operations.ts';
import { ruleExample } from './views.ts';

const MAX_TESTERS = 50;
const fields = {
  evenPace: Type.Boolean({
    description:
      'true: messages leave one after the other, 700 spread over an hour. false: as fast as the network takes them, up to 700 in any hour.',
  }),
  publicReplySeconds: Type.Integer({
    minimum: 0,
    maximum: 3_600,
    description:
      'Seconds between two public replies, at least; up to a third more, at random. Networks take many within a short time for spam. 0: no wait.',
  }),
  testers: Type.Array(
    Type.String({ minLength: 1, maxLength: 64, pattern: '^@?[^@\\s]+$', 'x-must': 'be a handle' }),
    {
      maxItems: MAX_TESTERS,
      description:
        'Handles of people who try rules: they are never a `duplicate`, are marked in the activity and are not in the stats.',
    },
  ),
};

const AnsweringSettings = model(
  'CommentRuleSettings',
  Type.Object({
    accountId: text('The account.'),
    ...fields,
    heldReason: nullable(
      text("Why no message of the account is sent now, in the network's words; null if nothing holds them."),
    ),
    publicRepliesOffUntil: nullable(
      instant('The network took a public reply for spam: none is made until then. null if they are made.'),
    ),
    publicRepliesOffReason: nullable(text("The network's words; null if they are made.")),
  }),
);

const example = {
  accountId: ruleExample.accountId,
  evenPace: false,
  publicReplySeconds: 30,
  testers: ['my.second.account'],
  heldReason: null,
  publicRepliesOffUntil: null,
  publicRepliesOffReason: null,
};

function publicSettings(accountId: string, row: Answering, now: number) {
  const { evenPace, publicReplySeconds, testers, heldReason, publicRepliesOffUntil: until } = row;
  const isOff = until !== null && until > now;
  return {
    accountId,
    evenPace,
    publicReplySeconds,
    testers,
    heldReason,
    publicRepliesOffUntil: isOff ? isoOf(until) : null,
    publicRepliesOffReason: isOff ? row.publicRepliesOffReason : null,
  };
}

const errors = { 404: 'There is no such account in the workspace' };

export const getRuleSettings = operation({
  id: 'getCommentRuleSettings',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/comment-dm-rules/settings' },
  tag: 'Comment-to-DM rules',
  summary: 'Read how the rules of an account answer',
  description: 'Also what holds their messages and public replies now.',
  query: Type.Object({ accountId: resourceId('account'), ...workspaceField }, closed),
  result: Type.Object({ settings: AnsweringSettings }),
  errors,
  example: { query: { accountId: ruleExample.accountId }, result: { settings: example } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = await ruleAccount(call.context, workspace, call.query);
    return { body: { settings: publicSettings(id, await readAnswering(call.context.sql, id), call.now) } };
  },
});

export const setRuleSettings = operation({
  id: 'setCommentRuleSettings',
  audit: { kind: 'account', id: '/body/accountId' },
  accountLimit: 'followed',
  rest: { method: 'put', path: '/v1/comment-dm-rules/settings' },
  scope: 'manage',
  tag: 'Comment-to-DM rules',
  summary: 'Set how the rules of an account answer',
  description: 'What is left out stays as it is. Messages that wait keep their places.',
  body: Type.Object(
    {
      accountId: resourceId('account'),
      evenPace: Type.Optional(fields.evenPace),
      publicReplySeconds: Type.Optional(fields.publicReplySeconds),
      testers: Type.Optional(fields.testers),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ settings: AnsweringSettings }),
  errors,
  example: {
    body: { accountId: ruleExample.accountId, testers: ['my.second.account'] },
    result: { settings: example },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { sql } = call.context;
    const { id } = await ruleAccount(call.context, workspace, call.body);
    const { testers } = call.body;
    await recordedIn(sql, call, async (tx) => {
      const before = await readAnswering(tx, id);
      const { evenPace = before.evenPace, publicReplySeconds = before.publicReplySeconds } = call.body;
      const handles = testers?.map((handle) => handle.replace(/^@/, '').toLowerCase()) ?? before.testers;
      const changed = { evenPace, publicReplySeconds, testers: [...new Set(handles)] };
      await saveAnswering(tx, { accountId: id, ...changed });
    });
    return { body: { settings: publicSettings(id, await readAnswering(sql, id), call.now) } };
  },
});

export const forgetRulePerson = operation({
  id: 'forgetCommentRulePerson',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/comment-dm-rules/{id}/forget' },
  scope: 'answer',
  tag: 'Comment-to-DM rules',
  summary: 'Let a person have the message of a rule again',
  description:
    'The rule forgets that the person has had its message: their next comment that matches gets it. The activity stays. A message that waits or is on its way is not affected.',
  params: idParams('comment_rule'),
  body: Type.Object(
    {
      person: Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'Their handle, or the id that the network gives them: `comment.from` of the activity.',
      }),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({
    forgotten: Type.Boolean({ description: 'false: the rule knows no such person whose message was sent.' }),
  }),
  errors: { ...KEYED_ERRORS, 404: 'There is no such rule in the workspace' },
  example: { params: { id: ruleExample.id }, body: { person: 'ann' }, result: { forgotten: true } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { id } = call.params;
    await ruleIn(call.context.sql, { id, workspace });
    const person = call.body.person.replace(/^@/, '');
    return idempotent(call, async (tx) => ({
      result: { forgotten: await freePerson(tx, { ruleId: id, person }) },
    }));
  },
});
