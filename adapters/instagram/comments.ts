/**
 * Comments below the account's media (Instagram Platform, "Comment moderation"). There is one level of replies: a reply is
 * answered below its parent. Comment calls take no `fields`: the comment would be made and the call fail all the same.
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, at, textAt } from '../lib/http.ts';
import type { Access } from '../meta/access.ts';
import { askWithFewer, pageOf, readFailure, rowsIn, rowsOf } from '../meta/calls.ts';
import { change, RECENT_POSTS, recentComments, replyOneLevel } from '../meta/comment-calls.ts';
import { get, post, remove } from '../meta/request.ts';
import type { AccountAccess } from '../port/account.ts';
import type { Comment, CommentsPort, CommentsStep } from '../port/comments.ts';
import { commentIn, postIn } from './comment-rows.ts';
import { loginOf } from './login.ts';

/** The most that Instagram gives on a page. */
const PER_PAGE = 50;
/** Replies that come with a comment; more are requested. */
const REPLIES_WITHIN = 10;
/** How many more pages of replies are requested for one page of comments. What is left then makes it incomplete. */
const MORE_REPLY_PAGES = 10;
const POSTS_PER_PAGE = 25;

/** What an account may be refused, in the order in which it is left out. */
const PARTS = ['replies', 'from', 'like_count'];

export const comments: CommentsPort = {
  async list(step) {
    const { networkPostId, cursor } = step;
    if (networkPostId !== null) return commentsBelow(step, networkPostId, cursor);
    const latest = await posts(step, cursor, RECENT_POSTS);
    if (latest.kind !== 'page') return latest;
    return recentComments(latest, step.without ?? [], (id, without) =>
      commentsBelow({ ...step, without }, id, null),
    );
  },

  reply(step) {
    const { caller } = loginOf(step.account);
    return replyOneLevel(step, {
      access: accessOf(step.account),
      lookup: () => get(caller, encodeURIComponent(step.commentId), { fields: 'parent_id' }),
      parentIn: (comment) => textAt(comment, 'parent_id'),
      send: (below) => post(caller, `${below}/replies`, { message: step.text }),
    });
  },

  hide: (step) => setHidden(step, true),
  unhide: (step) => setHidden(step, false),

  delete: (step) =>
    change(
      step,
      accessOf(step.account),
      remove(loginOf(step.account).caller, encodeURIComponent(step.commentId)),
    ),

  async read(step) {
    const { account, commentId, now } = step;
    const { caller } = loginOf(account);
    const { answer } = await askWithFewer(step, PARTS.slice(1), (left) =>
      get(caller, encodeURIComponent(commentId), { fields: `${fieldsOf([...left, 'replies'])},media{id}` }),
    );
    const comment =
      answer.kind === 'response' && answer.status < 300
        ? commentIn(answer.json, textAt(answer.json, 'media', 'id') ?? '', null, step)
        : null;
    return comment ?? readFailure(accessOf(account), answer, now);
  },

  posts: (step) => posts(step, step.cursor, POSTS_PER_PAGE),

  /** `live_media` has a broadcast while it lasts. An account has one at a time. */
  async broadcasts({ account, fetch, signal, now }) {
    const path = `${encodeURIComponent(account.remoteId)}/live_media`;
    const answer = await ask(fetch, get(loginOf(account).caller, path, { fields: 'id' }), signal);
    const found = rowsIn(answer);
    if (found === null) return readFailure(accessOf(account), answer, now);
    const ids = found.rows.flatMap((row) => textAt(row, 'id') ?? []);
    return pageOf(ids, { cursor: found.cursor, without: [] });
  },
};

async function commentsBelow(step: CommentsStep, postId: string, cursor: string | null) {
  const { caller } = loginOf(step.account);
  const { answer, without } = await askWithFewer(step, PARTS, (left) =>
    get(caller, `${encodeURIComponent(postId)}/comments`, {
      fields: fieldsOf(left),
      limit: String(PER_PAGE),
      ...(cursor === null ? {} : { after: cursor }),
    }),
  );
  const found = rowsIn(answer);
  if (found === null) return readFailure(accessOf(step.account), answer, step.now);
  const collected = new Collected(step, without);
  for (const row of found.rows) await collected.add(row, postId);
  const isIncomplete = collected.isIncomplete || without.includes('replies');
  return pageOf(collected.items, { cursor: found.cursor, without, isIncomplete });
}

async function posts(step: CommentsStep, cursor: string | null, limit: number) {
  const { account, now } = step;
  const { answer, without } = await askWithFewer(step, ['children'], (left) =>
    get(loginOf(account).caller, `${encodeURIComponent(account.remoteId)}/media`, {
      fields: [
        'id,caption,media_type,media_url,thumbnail_url,permalink,timestamp,comments_count',
        ...(left.includes('children') ? [] : ['children{id}']),
      ].join(','),
      limit: String(limit),
      ...(cursor === null ? {} : { after: cursor }),
    }),
  );
  const found = rowsIn(answer);
  if (found === null) return readFailure(accessOf(account), answer, now);
  return pageOf(found.rows.flatMap(postIn), { cursor: found.cursor, without });
}

function setHidden(step: CommentsStep & { commentId: string }, hide: boolean) {
  const request = post(loginOf(step.account).caller, encodeURIComponent(step.commentId), { hide });
  return change(step, accessOf(step.account), request);
}

function accessOf(account: AccountAccess): Access {
  return { name: 'Instagram', scope: loginOf(account).scopes.comments };
}

function fieldsOf(without: string[]): string {
  const own = [
    'id,text,timestamp,username,hidden,parent_id',
    ...['from{id,username}', 'like_count'].filter((field) => !without.includes(field.split('{')[0] ?? '')),
  ].join(',');
  return without.includes('replies') ? own : `${own},replies.limit(${REPLIES_WITHIN}){${own}}`;
}

/** Collects comments with their replies, and requests replies that did not come with their comment. */
class Collected {
  readonly items: Comment[] = [];
  isIncomplete = false;
  readonly #step: CommentsStep;
  readonly #without: string[];
  #morePages = 0;

  constructor(step: CommentsStep, without: string[]) {
    this.#step = step;
    this.#without = [...without, 'replies'];
  }

  async add(row: Json, postId: string): Promise<void> {
    const comment = commentIn(row, postId, null, this.#step);
    if (comment === null) return;
    this.items.push(comment);
    const replies = rowsOf(at(row, 'replies'), REPLIES_WITHIN);
    this.#keep(replies?.rows ?? [], comment);
    let cursor = replies?.cursor ?? null;
    while (cursor !== null) cursor = await this.#more(comment, cursor);
  }

  /** @returns the next cursor; null at the end, and where no more is requested */
  async #more(comment: Comment, cursor: string): Promise<string | null> {
    const { account, fetch, signal } = this.#step;
    this.#morePages += 1;
    if (this.#morePages > MORE_REPLY_PAGES) {
      this.isIncomplete = true;
      return null;
    }
    const request = get(loginOf(account).caller, `${encodeURIComponent(comment.id)}/replies`, {
      fields: fieldsOf(this.#without),
      limit: String(PER_PAGE),
      after: cursor,
    });
    const found = rowsIn(await ask(fetch, request, signal));
    if (found === null) this.isIncomplete = true; // what came so far is not lost for it
    this.#keep(found?.rows ?? [], comment);
    return found?.cursor ?? null;
  }

  #keep(rows: Json[], parent: Comment): void {
    for (const row of rows) {
      const reply = commentIn(row, parent.networkPostId, parent.id, this.#step);
      if (reply !== null) this.items.push(reply);
    }
  }
}
