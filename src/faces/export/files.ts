/**
 * The files of an export, each with the sentence that README.txt has about it (docs/export.md lists their fields). A line is a JSON object.
 */
import {
  exportAccountDays,
  exportAccountNumbers,
  exportConversationNotes,
  exportPostNotes,
  exportPostNumbers,
  exportPostSamples,
} from '../../../store/export-rows.ts';
import { listConversationsById } from '../../../store/conversations.ts';
import { readCommentPage } from '../../features/comments/index.ts';
import { publicConversation } from '../../features/inbox/index.ts';
import type { WorkspaceReader } from './reader.ts';

interface LinesFile {
  name: string;
  /** What a line is. */
  what: string;
  /** The lines, page by page. */
  pages: (reader: WorkspaceReader) => AsyncIterable<readonly object[]>;
}

export const LINES_FILES: readonly LinesFile[] = [
  {
    name: 'accounts.jsonl',
    what: 'Connected accounts, with their own posting schedules (schedule; null if the account follows the workspace). Not how Troupe gets in.',
    pages: accounts,
  },
  {
    name: 'account-groups.jsonl',
    what: 'Groups of accounts.',
    pages: (reader) => once(reader.list('listAccountGroups', 'accountGroups')),
  },
  {
    name: 'posts.jsonl',
    what: 'Posts of all statuses, the newest first: text, media, threads, labels, what single accounts get instead, and for each account its status and the address of what is live.',
    pages: (reader) => reader.pages('listPosts', 'posts'),
  },
  {
    name: 'post-notes.jsonl',
    what: 'What the team wrote about posts.',
    pages: (reader) => reader.rows(exportPostNotes),
  },
  {
    name: 'labels.jsonl',
    what: 'The labels that most posts have, with how many have them.',
    pages: (reader) => once(reader.list('listPostLabels', 'labels')),
  },
  {
    name: 'feeds.jsonl',
    what: 'Feeds whose items become posts.',
    pages: (reader) => once(reader.list('listFeeds', 'feeds')),
  },
  {
    name: 'series.jsonl',
    what: 'Series: posts that are made again and again, by a rule.',
    pages: (reader) => once(reader.list('listSeries', 'series')),
  },
  {
    name: 'comment-rules.jsonl',
    what: 'Comment-to-DM rules, with the counts of their activity.',
    pages: (reader) => once(reader.list('listCommentRules', 'rules')),
  },
  {
    name: 'automations.jsonl',
    what: 'Automations of direct messages, with their steps.',
    pages: automations,
  },
  {
    name: 'automation-versions.jsonl',
    what: 'Every version of every automation, with its steps (automationId says of which).',
    pages: automationVersions,
  },
  {
    name: 'post-templates.jsonl',
    what: 'Templates from which the team makes posts.',
    pages: (reader) => once(reader.list('listPostTemplates', 'postTemplates')),
  },
  {
    name: 'saved-replies.jsonl',
    what: 'Replies that the team keeps to use again.',
    pages: (reader) => once(reader.list('listSavedReplies', 'savedReplies')),
  },
  { name: 'comments.jsonl', what: "Comments below posts, with the account's own replies.", pages: comments },
  {
    name: 'conversations.jsonl',
    what: 'Conversations, each with the person and its labels.',
    pages: conversations,
  },
  {
    name: 'messages.jsonl',
    what: 'Direct messages (conversationId says of which conversation).',
    pages: messages,
  },
  {
    name: 'conversation-notes.jsonl',
    what: 'What the team wrote about conversations.',
    pages: (reader) => reader.rows(exportConversationNotes),
  },
  {
    name: 'post-numbers.jsonl',
    what: 'The last numbers of each post on each account, also of posts that were published elsewhere (postId is null then).',
    pages: (reader) => reader.rows(exportPostNumbers),
  },
  {
    name: 'post-numbers-history.jsonl',
    what: 'How those numbers grew (key is the key of a line of post-numbers.jsonl).',
    pages: (reader) => reader.rows(exportPostSamples),
  },
  {
    name: 'account-numbers.jsonl',
    what: 'The last numbers of each account.',
    pages: (reader) => reader.rows(exportAccountNumbers),
  },
  {
    name: 'account-days.jsonl',
    what: 'Numbers of accounts by day.',
    pages: (reader) => reader.rows(exportAccountDays),
  },
];

/** The one object of `workspace.json`. */
export async function workspaceFile(reader: WorkspaceReader, at: number): Promise<object> {
  const { slug, name, timezone } = reader.workspace;
  return {
    format: 1,
    exportedAt: new Date(at).toISOString(),
    workspace: { slug, name, timezone },
    postingSchedule: await reader.read('getPostingSchedule'),
    approvalSettings: await reader.read('getApprovalSettings'),
    inboxSettings: await reader.read('getInboxSettings'),
  };
}

async function* once(list: Promise<readonly object[]>): AsyncGenerator<readonly object[]> {
  yield await list;
}

async function* accounts(reader: WorkspaceReader): AsyncGenerator<object[]> {
  for (const account of await reader.list('listAccounts', 'accounts')) {
    const schedule =
      account['ownSchedule'] === true
        ? await reader.read('getPostingSchedule', { query: { accountId: account['id'] } })
        : null;
    yield [{ ...account, schedule }];
  }
}

async function* automations(reader: WorkspaceReader): AsyncGenerator<object[]> {
  for (const { id } of await reader.list('listDmAutomations', 'automations'))
    yield [(await reader.read('getDmAutomation', { params: { id } }))['automation'] as object];
}

async function* automationVersions(reader: WorkspaceReader): AsyncGenerator<object[]> {
  for (const { id } of await reader.list('listDmAutomations', 'automations'))
    for await (const versions of reader.pages('listDmAutomationVersions', 'versions', { params: { id } }))
      for (const { version: number } of versions) {
        const { version } = await reader.read('getDmAutomationVersion', { params: { id, number } });
        yield [{ automationId: id, ...(version as object) }];
      }
}

async function* comments({ context, workspace }: WorkspaceReader): AsyncGenerator<object[]> {
  const all = { platform: null, accountId: null, done: null, answered: null, rated: null };
  let before: string | null = null;
  do {
    const page = { workspaceId: workspace.id, heldTo: null, ...all, before, limit: 500 };
    const read: Awaited<ReturnType<typeof readCommentPage>> = await readCommentPage(context, page);
    yield read.comments;
    before = read.next;
  } while (before !== null);
}

async function* conversationRows({ context, workspace }: WorkspaceReader) {
  const limit = 200;
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: Awaited<ReturnType<typeof listConversationsById>> = await listConversationsById(context.sql, {
      workspaceId: workspace.id,
      after,
      limit,
    });
    yield page;
    after = page.length === limit ? page.at(-1)?.id : undefined;
  }
}

async function* conversations(reader: WorkspaceReader): AsyncGenerator<object[]> {
  for await (const rows of conversationRows(reader)) yield rows.map(publicConversation);
}

async function* messages(reader: WorkspaceReader): AsyncGenerator<object[]> {
  for await (const rows of conversationRows(reader))
    for (const { id } of rows)
      for await (const page of reader.pages('getConversationMessages', 'messages', { params: { id } }))
        yield page.map((message) => ({ conversationId: id, ...message }));
}
