/** The kind `comment_act`: one thing that is done with a comment. machines/comment-act.ts makes the decisions. */
import {
  commentAct as machine,
  type CommentActContext,
  type CommentAction,
} from '../../machines/comment-act.ts';
import type { Persisted } from '../../machines/durable.ts';
import { defineKind, type HandlersOf, statusOf } from '../engine/kind.ts';
import { stateName } from '../engine/state-name.ts';
import { redactText } from '../base/redact.ts';
import { withContext } from './with-context.ts';
import { describeByAccount } from './views/titles.ts';
import { butFailed } from './views/but-failed.ts';
import { DAY_MS } from '../base/durations.ts';

export const commentAct = defineKind({
  name: 'comment_act',
  idPrefix: 'act',
  machine,
  version: 3,
  upgrades: { 1: withContext({ reportTo: null }), 2: withContext({ isDuplicate: false }) },
  listColumns: null,
  feedEvent: {
    change: ({ id, snapshot }, before) => {
      const data = actView(snapshot);
      if (before && JSON.stringify(actView(before)) === JSON.stringify(data)) return null;
      const { action, reportTo } = snapshot.context;
      const ofPost = action === 'first_comment' && reportTo !== null && { postId: reportTo };
      return { type: 'comment_act.updated', resource: { type: 'comment_act', id }, ...ofPost, data };
    },
  },
  announcements: {},
  effects: {
    actOnComment: { answers: ['acted.'], with: 'network' },
    lookForReply: { answers: ['looked.'], with: 'network' },
    refreshForComment: { answers: ['refresh.'], with: 'network' },
    storeAct: { answers: ['act.stored'], with: 'network' },
  },
  restingStates: [],
  retention: { label: 'commentActs', retentionMs: 30 * DAY_MS },
  view: {
    remembers: { accountId: 'accountId', platform: 'platform', error: 'error' },
    describe: describeByAccount,
    waitsForPerson: (state) =>
      state === 'unknown' ? 'nobody knows whether it was done: look below the post at the network' : null,
    timers: {
      backoff: {
        title: 'Try again now',
        detail: 'The wait is skipped; the attempt counts as the next one.',
        isNextTry: true,
      },
      nextLook: {
        title: 'Look again now',
        detail: 'Looks at once whether the reply is there.',
        isNextTry: true,
      },
    },
    actions: (_, offer) =>
      offer.answers([
        {
          event: 'acted.rejected',
          title: 'Give up',
          detail: 'As if the network had refused it.',
          make: ({ reason }) => ({ type: 'acted.rejected', reason }),
        },
      ]),
    explain: {
      sentence: ({ row, snapshot }, { failureOf }, names) => {
        const { action, error, tries, accountId, platform } = snapshot.context as CommentActContext;
        const why = error === null ? '' : `: "${redactText(error)}"`;
        const but = butFailed(failureOf(row));
        const state = stateName(snapshot.value).replaceAll('_', ' ');
        const name = names.get(accountId);
        const where =
          action === 'first_comment' ? ` on ${platform}${name === undefined ? '' : ` (${name})`}` : '';
        return `${WORDS[action]}${where} is ${state}, attempt ${tries}${why}.${but}`;
      },
    },
  },
});

const WORDS: { [action in CommentAction]: string } = {
  reply: 'This reply to a comment',
  hide: 'Hiding this comment',
  unhide: 'Showing this comment again',
  delete: 'Deleting this comment',
  private_reply: 'This private answer to a comment',
  first_comment: 'The first comment',
};

/** What live events say of it. `status`: `sending` until it is `done`, `failed` or `unknown`. */
function actView(snapshot: Persisted) {
  const { accountId, commentId, action, resultId, error } = snapshot.context as CommentActContext;
  const state = statusOf(snapshot);
  const status = ['done', 'failed', 'unknown'].includes(state) ? state : 'sending';
  return { accountId, commentId, action, status, resultId, error };
}

export type CommentActHandlers = HandlersOf<typeof commentAct>;
