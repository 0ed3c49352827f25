/** The webhook events about answers of comment-to-DM rules. */
import { Type } from 'typebox';
import type { PrivateReplyContext } from '../../../machines/private-reply.ts';
import { readAnnouncedReplies } from '../../../store/private-replies.ts';
import { nullable, text } from '../../api/schemas.ts';
import type { Announced } from '../../engine/kind.ts';
import { isoOf } from '../../base/time.ts';
import { announcedFields } from './announced.ts';

const ruleRef = { id: 'rule_01HV2ZK5J8Q2M4R6T8W0Y1A3C5' };
const exampleComment = {
  id: '17858893269000001',
  text: 'Link please!',
  mediaId: '17895695668004550',
  from: { id: '6781', username: 'ann' },
};

/** An event about an answer of a rule. */
export function announcedReply(summary: string, more: { [field: string]: unknown }): Announced {
  const example = {
    event: 'error' in more ? 'comment_dm.failed' : 'comment_dm.sent',
    timestamp: '2026-05-04T08:00:01.000Z',
    workspace: 'my-bakery',
    rule: ruleRef,
    comment: exampleComment,
    account: { id: 'acc_01HV2ZK5J8Q2M4R6T8W0Y1A3C5', platform: 'instagram', displayName: 'Café Luna' },
    ...more,
  };
  return { summary, schema: ReplyEvent, example, read: readEvents };
}

export const ReplyEvent = Type.Object({
  event: Type.String(),
  ...announcedFields,
  rule: Type.Object({ id: text('The rule.') }),
  comment: Type.Object({
    id: text("The network's own id."),
    text: text('What the person wrote.'),
    mediaId: nullable(text("The network's id of the post.")),
    from: Type.Object({ id: nullable(text('The person.')), username: nullable(text('Their handle.')) }),
  }),
  account: Type.Object({
    id: text('The account.'),
    platform: text('Its network.'),
    displayName: text('Its name.'),
  }),
  dm: nullable(
    Type.Object({
      messageId: nullable(text("The network's id; null if not named.")),
      text: text('What was sent.'),
    }),
  ),
  publicReply: nullable(Type.Object({ id: text('The reply.'), text: text('What was posted.') })),
  error: Type.Optional(text('Why it failed.')),
  networkCode: Type.Optional(
    nullable(text("The network's own code of its refusal; null if no response of the network refused it.")),
  ),
});

const readEvents: Announced['read'] = async (db, ids, { event, now }) => {
  const rows = await readAnnouncedReplies(db, ids);
  return new Map(
    rows.map((row) => {
      // values that are the kind's defaults are not stored
      const {
        messageId = null,
        publicReplyId = null,
        reason = null,
        networkCode = null,
      } = row.context as Partial<PrivateReplyContext>;
      const failed = event === 'comment_dm.failed';
      const body = {
        event,
        timestamp: isoOf(now),
        workspace: row.workspace,
        rule: { id: row.ruleId },
        comment: {
          id: row.commentId,
          text: row.text,
          mediaId: row.mediaId,
          from: { id: row.fromId, username: row.fromUsername },
        },
        account: { id: row.accountId, platform: row.platform, displayName: row.displayName },
        dm: failed ? null : { messageId, text: row.dmText },
        publicReply: publicReplyId === null ? null : { id: publicReplyId, text: row.publicText ?? '' },
        ...(failed && { error: reason ?? 'no reason was given', networkCode }),
      };
      return [row.id, body];
    }),
  );
};
