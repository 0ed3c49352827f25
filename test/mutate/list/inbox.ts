/** Work on conversations keeps to the workspace and to what the person reaches; answers close what they answer, and nothing else. */
import { changesIn, type Mutant } from '../mutant.ts';

const work = ['test/inbox/work.test.ts'];
const files = ['test/inbox/files.test.ts'];
const answered = ['test/comments/answered.test.ts'];
const person = ['test/flows/rule-people.test.ts'];
const chart = ['test/machines/conversation.test.ts'];

export const inboxMutants: Mutant[] = [
  ...changesIn('store/conversations.ts', work, [
    [
      'labels of other workspaces are counted',
      "where c.workspace_id = ${workspaceId} and c.labels <> '{}'",
      "where c.labels <> '{}'",
    ],
    [
      'labels of accounts that the person does not reach are counted',
      "and c.labels <> '{}' ${ofReached(db, 'c.account_id', heldTo)}",
      "and c.labels <> '{}'",
    ],
  ]),
  ...changesIn('src/features/inbox/notes.ts', work, [
    [
      'anybody deletes a note',
      '      insistOnMayDeleteNote(await listConversationNotes(tx, of), noteId, { principal, workspace });\n',
      '',
    ],
    [
      'the number of notes is not limited',
      "      insistOnRoomForNote('conversation', await listConversationNotes(tx, of));\n",
      '',
    ],
  ]),
  ...changesIn('store/about-person.ts', person, [
    [
      'what rules sent to other people is shown',
      'from (select id from comments where ${isTheirs(db, person)}) c',
      'from (select id from comments where ${isTheirs(db, person)} or true) c',
    ],
    [
      'comments of other people are shown',
      'where ${isTheirs(db, person)} and seq is not null and deleted_at is null',
      'where (${isTheirs(db, person)} or true) and seq is not null and deleted_at is null',
    ],
  ]),
  ...changesIn('store/forget-person.ts', person, [
    [
      'the activity of rules keeps the words of a person who is forgotten',
      "update private_replies set text = '',",
      'update private_replies set text = text,',
    ],
  ]),
  ...changesIn('store/media.ts', files, [
    [
      'files of other workspaces are sent',
      'where workspace_id = ${workspaceId} and name = ${name}',
      'where ${workspaceId} <> name and name = ${name}',
    ],
  ]),
  ...changesIn('src/features/inbox/files.ts', files, [
    [
      'an address elsewhere counts as hosted',
      'media.addressOf(name) === url ?',
      "media.addressOf(name) !== '' ?",
    ],
    ['the size of a file is not compared', 'held.bytes > rule.maxBytes', 'held.bytes > Infinity'],
  ]),
  ...changesIn('src/features/inbox/look-up.ts', files, [
    [
      'a lost file is never found',
      'if (target.hasFile) return attachments.length > 0 &&',
      'if (target.hasFile) return attachments.length < 0 &&',
    ],
  ]),
  ...changesIn('src/features/comments/answered.ts', answered, [
    [
      'a reply by hand closes the whole thread',
      'mentions(reply.text, comment.fromUsername) ||',
      'reply.text !== null ||',
    ],
    [
      'a reply closes what was written after it',
      'comment.createdAt !== null && comment.createdAt <= (reply.createdAt ?? 0)',
      'comment.createdAt !== null && reply.createdAt !== null',
    ],
    [
      'what has no answer of its own is closed with what stands below it',
      'privateReplyAt !== null || answers.has(id)',
      'privateReplyAt !== null || answers.size >= 0 || id === null',
    ],
  ]),
  ...changesIn('machines/conversation.ts', chart, [
    [
      'the end of an earlier snooze ends the next one',
      'until === context.snoozedUntil',
      'until <= (context.snoozedUntil ?? 0)',
    ],
    [
      'an answer forgets what was written after it',
      'wroteAt > at ? wroteAt : null',
      'wroteAt > at ? null : null',
    ],
  ]),
];
