/** The webhook event about a comment that has arrived. */
import { Type } from 'typebox';
import { readReceived } from '../../../store/received-comments.ts';
import { choice, instant, nullable, text } from '../../api/schemas.ts';
import type { Announced } from '../../engine/kind.ts';
import { isoOf } from '../../base/time.ts';
import { announcedFields } from './announced.ts';

/** What a comment shows beside its words. */
export const CommentAttachments = Type.Array(
  Type.Object({
    type: text('image, video, sticker …'),
    url: nullable(text('It may expire. null if not named.')),
  }),
);

export const CommentEvent = Type.Object({
  event: choice(['comment.received'], 'Name of the event.'),
  ...announcedFields,
  comment: Type.Object({
    id: text("The network's own id."),
    text: text('What the person wrote.'),
    attachments: CommentAttachments,
    mediaId: nullable(text("The network's id of the post, or of the picture of a carousel.")),
    from: Type.Object({ id: nullable(text('The person.')), username: nullable(text('Their handle.')) }),
    parentId: nullable(text('The comment it answers; null means the post.')),
    createdAt: instant('When it was written, by the clock of the network.'),
  }),
  account: Type.Object({
    id: text('The account.'),
    platform: text('Its network.'),
    displayName: text('Its name.'),
  }),
});

/** What an announcement names in place of an actor. Ids of accounts have no space. */
export const receivedId = (accountId: string, commentId: string): string => `${accountId} ${commentId}`;

/** Every comment on an account with comment-to-DM rules, whether one matches or not. */
export const announcedComment: Announced = {
  summary: 'Somebody commented on an account with comment-to-DM rules',
  schema: CommentEvent,
  example: {
    event: 'comment.received',
    timestamp: '2026-05-04T08:00:01.000Z',
    workspace: 'my-bakery',
    comment: {
      id: '17858893269000001',
      text: 'Are you open on Sunday?',
      attachments: [],
      mediaId: '17895695668004550',
      from: { id: '6781', username: 'ann' },
      parentId: null,
      createdAt: '2026-05-04T08:00:00.000Z',
    },
    account: { id: 'acc_01HV2ZK5J8Q2M4R6T8W0Y1A3C5', platform: 'instagram', displayName: 'Café Luna' },
  },
  read: async (db, ids, { event, now }) => {
    const named = ids.map((id) => {
      const space = id.indexOf(' ');
      return { accountId: id.slice(0, space), id: id.slice(space + 1) };
    });
    const rows = await readReceived(db, named);
    return new Map(
      rows.map(({ workspace, accountId, platform, displayName, fromId, fromUsername, ...comment }) => {
        const { id, text: words, attachments, mediaId, parentId, createdAt } = comment;
        const from = { id: fromId, username: fromUsername };
        const body = {
          event,
          timestamp: isoOf(now),
          workspace,
          comment: { id, text: words, attachments, mediaId, from, parentId, createdAt },
          account: { id: accountId, platform, displayName },
        };
        return [receivedId(accountId, id), body];
      }),
    );
  },
};
