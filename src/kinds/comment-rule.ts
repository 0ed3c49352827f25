/** The kind `comment_rule`: one comment-to-DM rule. machines/comment-rule.ts makes the decisions. */
import { commentRule as machine, type CommentRuleContext } from '../../machines/comment-rule.ts';
import { defineKind, statusOf } from '../engine/kind.ts';
import { withContext } from './with-context.ts';
import { announcedComment } from './views/comment-received.ts';
import { describeRules } from '../../store/comment-rules.ts';
import { describeBy } from './views/titles.ts';
import { initialValues } from './initial-values.ts';
import { DAY_MS } from '../base/durations.ts';

// nodes of the release before read these from every row
const INITIAL = initialValues(machine, { stored: ['revision', 'activeSince', 'answersSince'] });

export const commentRule = defineKind({
  name: 'comment_rule',
  idPrefix: 'rule',
  machine,
  version: 3,
  upgrades: { 1: withContext({ then: null }), 2: withContext({ lastActive: null }) },
  defaults: { 1: INITIAL, 2: INITIAL, 3: INITIAL },
  listColumns: (snapshot) => {
    const status = statusOf(snapshot);
    return {
      status,
      shelf: status === 'deleted' ? null : status,
      plannedAt: null,
      reachedAt: null,
      reason: null,
    };
  },
  feedEvent: {
    change: ({ id, snapshot }, before) => {
      const { accountId, revision } = snapshot.context;
      const status = statusOf(snapshot);
      if (before && statusOf(before) === status && before.context.revision === revision) return null;
      const type =
        status === 'deleted' ? 'comment_rule.deleted' : `comment_rule.${before ? 'updated' : 'created'}`;
      const data = { id, accountId, active: status === 'active' };
      return { type, resource: { type: 'comment_rule', id }, data };
    },
  },
  announcements: { 'comment.received': announcedComment },
  effects: {},
  restingStates: ['active', 'paused'],
  retention: { label: 'deletedRules', retentionMs: 90 * DAY_MS },
  view: {
    remembers: { accountId: 'accountId' },
    describe: describeBy(describeRules),
    waitsForPerson: () => null,
    timers: {},
    actions: (_, offer) => [
      ...offer.event('send', { type: 'pause' }, { title: 'Pause', detail: 'It matches nothing.' }),
      ...offer.event(
        'send',
        { type: 'resume' },
        { title: 'Resume', detail: 'New comments are compared with it again.' },
      ),
    ],
    explain: {
      sentence: ({ snapshot }) => {
        const { keywords, match } = snapshot.context as CommentRuleContext;
        const words =
          keywords.length === 0
            ? 'every comment'
            : `comments that ${match === 'exact' ? 'are' : 'contain'} ${keywords.map((word) => `"${word}"`).join(' or ')}`;
        return `This rule is ${statusOf(snapshot)}; it answers ${words}.`;
      },
    },
  },
});
