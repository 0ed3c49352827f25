/** What a post of X says as a comment: one that is a reply. The same in lists and in webhooks. */
import type { Json } from '../../machines/outcome.ts';
import { at, textAt } from '../lib/http.ts';
import type { Comment, CommentAttachment } from '../port/comments.ts';
import { attachmentsIn, listOf, wordsOf } from './words.ts';

interface ReplyRow {
  id: string;
  /** The post at the root of the conversation. */
  networkPostId: string;
  /** The reply that this one answers; null where it answers the root. */
  parentId: string | null;
  text: string;
  from: { id: string | null; username: string | null; name: string | null };
  isOwn: boolean;
  /** Each by the address at X that shows it. */
  attachments: CommentAttachment[];
  /**
   * It mentions the account, answers the account's post or quotes one: others take no reply of an app (policy of
   * 23 February 2026). Null if it quotes a post, and whose is not known.
   */
  takesReply: boolean | null;
}

const NOT_MENTIONED =
  'X takes replies of apps only where the author mentioned the account or quoted it: answer in X itself, or quote the post in one of your own.';

/** What may be done with a reply. Nothing is said of answering where that is not known. */
export function permissionsOf(takesReply: boolean | null): Pick<Comment, 'can' | 'cannot'> {
  return {
    can: { ...(takesReply !== null && { reply: takesReply }), hide: false, delete: false },
    ...(takesReply === false && { cannot: { reply: NOT_MENTIONED } }),
  };
}

/**
 * @param included users and posts that came with the row
 * @param account `username`: null where the caller does not know it
 * @returns null for a post that is no reply, such as the root of a conversation
 */
export function replyRow(
  row: Json,
  included: { users: Json[]; posts: Json[] },
  account: { remoteId: string; username: string | null },
): ReplyRow | null {
  const id = textAt(row, 'id');
  const networkPostId = textAt(row, 'conversation_id');
  const answered = answeredBy(row);
  if (id === null || networkPostId === null || answered === null) return null;
  const author = textAt(row, 'author_id');
  const person = included.users.find((user) => textAt(user, 'id') === author);
  const isOwn = author === account.remoteId;
  return {
    id,
    networkPostId,
    parentId: answered === networkPostId ? null : answered,
    text: withoutAddressees(row, isOwn ? String.raw`\w{1,15}` : handleIn(row, account)),
    from: { id: author, username: textAt(person, 'username'), name: textAt(person, 'name') },
    isOwn,
    attachments: attachmentsIn(row),
    takesReply:
      isOwn || answered === networkPostId || mentions(row, account) || quotes(row, included.posts, account),
  };
}

function mentions(row: Json, account: { remoteId: string; username: string | null }): boolean {
  return listOf(at(row, 'entities', 'mentions')).some(
    (one) =>
      textAt(one, 'id') === account.remoteId ||
      (account.username !== null &&
        textAt(one, 'username')?.toLowerCase() === account.username.toLowerCase()),
  );
}

/**
 * Whether a post quotes one of the account. A quote names its post by id, and links to it by the author's name. Null means the
 * post did not come along, and the account's name is not known.
 */
function quotes(
  row: Json,
  posts: Json[],
  account: { remoteId: string; username: string | null },
): boolean | null {
  const quoted = referencesOf(row).filter((one) => textAt(one, 'type') === 'quoted');
  const links = listOf(at(row, 'entities', 'urls')).map((link) => textAt(link, 'expanded_url') ?? '');
  const found = quoted.map((one) => {
    const id = textAt(one, 'id');
    const post = posts.find((other) => textAt(other, 'id') === id);
    const author = textAt(post, 'author_id');
    // posts do not come along where X knows the old names alone
    if (author !== null) return author === account.remoteId;
    return account.username === null ? null : links.some((link) => isLinkTo(link, account.username, id));
  });
  return found.includes(true) || (found.includes(null) ? null : false);
}

/** Whether a link leads to a post under somebody's name: `https://x.com/ann/status/1`. */
function isLinkTo(link: string, username: string | null, id: string | null): boolean {
  const { name, post } = /^https?:\/\/[^/]+\/(?<name>\w+)\/status\/(?<post>\d+)/.exec(link)?.groups ?? {};
  return post !== undefined && post === id && name?.toLowerCase() === username?.toLowerCase();
}

/** What came with the rows of a response or with an event. */
export function includedIn(body: Json): { users: Json[]; posts: Json[] } {
  const listed = (name: string) => listOf(at(body, 'includes', name));
  return { users: listed('users'), posts: [...listed('tweets'), ...listed('posts')] };
}

/** Posts that this one answers or quotes. The name depends on the age of the description (tweets, posts). */
function referencesOf(row: Json): Json[] {
  return [at(row, 'referenced_tweets'), at(row, 'referenced_posts')].flatMap(listOf);
}

/** The post that this one answers. */
function answeredBy(row: Json): string | null {
  const answered = referencesOf(row).find((one) => textAt(one, 'type') === 'replied_to');
  return textAt(answered, 'id') ?? textAt(row, 'in_reply_to_tweet_id');
}

/** The account's handle: given, or as the post mentions it. */
function handleIn(row: Json, account: { remoteId: string; username: string | null }): string | null {
  const mentions = listOf(at(row, 'entities', 'mentions'));
  const mention = mentions.find((one) => textAt(one, 'id') === account.remoteId);
  const handle = account.username ?? textAt(mention, 'username');
  return handle !== null && /^\w+$/.test(handle) ? handle : null;
}

/**
 * X writes the handles of those who are answered before the words. Of a person's reply the account's own handle is left
 * out; of the account's own reply all, since they were not in what it sent.
 */
function withoutAddressees(row: Json, handle: string | null): string {
  const { words } = wordsOf(row);
  if (handle === null) return words;
  return words.replace(new RegExp(String.raw`^(?:@(?:${handle})\s+)+`, 'i'), '');
}
