/** What a call of a held tool is about: the words for who agrees to it, and the facts that have to stay as they are. */
import type { AccountRow } from '../../../store/accounts.ts';
import { findRule } from '../../../store/comment-rules.ts';
import { readPlacedComments } from '../../../store/comments.ts';
import type { Db } from '../../../store/connect.ts';
import { findConversation } from '../../../store/conversations.ts';
import { findAutomation } from '../../../store/dm-automations.ts';
import { findPost } from '../../../store/posts.ts';
import type { Membership } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import type { JsonObject } from '../http/json-body.ts';
import type { Bound } from './held.ts';
import { within } from '../../api/held.ts';

/** A thing that the call is about. */
export interface About {
  type: 'account' | 'post' | 'comment' | 'conversation' | 'rule' | 'automation';
  id: string;
  /** Its name, or how its text begins. */
  title: string;
}

interface BoundThing {
  /** null means the plan names it elsewhere. */
  about: About | null;
  /** What counts of it. */
  facts: object;
}

/** How the facts are read. */
export interface Reads {
  db: Db;
  /** Accounts by id, from every workspace; unknown ones are left out. */
  readAccounts: (ids: string[]) => Promise<readonly AccountRow[]>;
  /** Called before a comment is read. */
  beforeComment?: (find: { accountId: string; id: string }) => Promise<void>;
}

interface Looking {
  reads: Reads;
  workspace: Membership;
  args: JsonObject;
  /** The accounts that a post goes to. */
  accountIds: readonly string[];
}

/** Each returns null where there is nothing to bind, such as a comment that was never read. */
const LOOK: { [bound in Bound]: (looking: Looking) => Promise<BoundThing | null> } = {
  account: async ({ reads, workspace, args }) => {
    const id = args['accountId'] as string;
    const [account] = await reads.readAccounts([id]);
    if (account?.workspaceId !== workspace.id) throw notFound('account', id);
    const title = `${account.displayName} (${account.platform})`;
    return { about: { type: 'account', id, title }, facts: factsOf(account) };
  },

  accounts: async ({ reads, accountIds }) => {
    const accounts = await reads.readAccounts([...accountIds]);
    const inOrder = accounts.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    return { about: null, facts: inOrder.map(factsOf) };
  },

  post: async ({ reads: { db }, workspace, args }) => {
    const id = args['id'] as string;
    const post = await findPost(db, { id, ...within(workspace) });
    if (!post) throw notFound('post', id);
    const { content, accountIds, media, options, status, scheduledAt } = post;
    return {
      about: { type: 'post', id, title: titleOf(`${status}: ${content}`) },
      facts: { id, content, accountIds, media, options, status, scheduledAt },
    };
  },

  comment: async ({ reads: { db, beforeComment }, args }) => {
    const id = args['commentId'] as string;
    const accountId = args['accountId'] as string;
    await beforeComment?.({ accountId, id });
    const [comment] = await readPlacedComments(db, { accountId, ids: [id] });
    if (!comment) return null;
    const { text, fromId, fromUsername } = comment;
    const title = titleOf(`${fromUsername ?? 'somebody'}: ${text}`);
    return { about: { type: 'comment', id, title }, facts: { accountId, id, text, fromId, fromUsername } };
  },

  conversation: async ({ reads: { db }, workspace, args }) => {
    const id = (args['conversationId'] ?? args['id']) as string;
    const conversation = await findConversation(db, { id, ...within(workspace) });
    if (!conversation) throw notFound('conversation', id);
    const { name, username, platform, accountId, personId } = conversation;
    return {
      about: { type: 'conversation', id, title: `${name ?? username ?? 'a person'} (${platform})` },
      facts: { id, accountId, personId, name, username },
    };
  },

  rule: async ({ reads: { db }, workspace, args }) => {
    const id = args['id'] as string;
    const rule = await findRule(db, { id, ...within(workspace) });
    if (!rule) throw notFound('rule', id);
    // its counters, and which reply it uses next, are not terms of the rule
    const { rev: _rev, usedReplies: _used, activeSince: _since, answersSince: _answers, ...terms } = rule;
    const { lastActive: _last, liveMediaId: _live, ...facts } = terms;
    return {
      about: {
        type: 'rule',
        id,
        title: titleOf(`${rule.keywords.join(', ') || 'every comment'}: ${rule.dmText}`),
      },
      facts,
    };
  },

  automation: async ({ reads: { db }, workspace, args }) => {
    const id = args['id'] as string;
    const automation = await findAutomation(db, { id, ...within(workspace) });
    if (!automation) throw notFound('automation', id);
    const { name, version, trigger, definitionId, active } = automation;
    const { reentry, cooldownHours, requireTests } = automation;
    return {
      about: { type: 'automation', id, title: titleOf(`${name}, version ${version}`) },
      facts: { id, name, version, trigger, definitionId, active, reentry, cooldownHours, requireTests },
    };
  },
};

/** @throws Problem when one of them is not there */
export async function lookAt(binds: readonly Bound[], looking: Looking): Promise<BoundThing[]> {
  const things: BoundThing[] = [];
  for (const bound of binds) {
    const one = await LOOK[bound](looking);
    if (one) things.push(one);
  }
  return things;
}

/** As whom, and where, it goes out. */
const factsOf = ({ id, platform, remoteId, displayName, username }: AccountRow) => ({
  id,
  platform,
  remoteId,
  displayName,
  username,
});

const MAX_TITLE = 200;
const titleOf = (text: string): string => (text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE)}…` : text);
