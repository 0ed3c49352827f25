/**
 * A comment-to-DM rule: a person who comments a keyword gets a direct message (docs/contract.md, Comment-to-DM rules). The rule
 * is active or paused, and changes by edits; a `private_reply` actor answers each comment that it matches.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';

/** What a rule says. A type, not an interface: XState requires an index signature for JSON. */
export type RuleTerms = {
  /** The network's id of the post that is watched; null: `postId` says it, or every post. */
  mediaId: string | null;
  /** Our own post that is watched; null: `mediaId` says it, or every post. */
  postId: string | null;
  /** Empty: every comment matches. */
  keywords: string[];
  match: 'contains' | 'exact';
  dmText: string;
  publicReplies: string[];
  /** A public reply is left out when its turn comes more than so many minutes after the message; null: never. */
  publicReplyLateMinutes: number | null;
};

export type CommentRuleInput = RuleTerms & { ruleId: string; accountId: string; active: boolean };

export type CommentRuleContext = CommentRuleInput & {
  /** How often it was edited. */
  revision: number;
};

export type CommentRuleEvent =
  | { type: 'edit'; changes: Partial<RuleTerms> }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'delete' };

export const commentRule = setup({
  types: {
    context: {} as CommentRuleContext,
    events: {} as CommentRuleEvent,
    input: {} as CommentRuleInput,
  },
  actions: {
    keepChanges: assign(({ context }, { changes }: { changes: Partial<RuleTerms> }) => ({
      ...changes,
      revision: context.revision + 1,
    })),
  },
  guards: { startsPaused: ({ context }) => !context.active },
}).createMachine({
  id: 'comment_rule',
  options: { maxIterations: 100 },
  context: ({ input }) => ({ ...input, revision: 0 }),
  initial: 'starting',
  on: { delete: '.deleted', edit: { actions: by('keepChanges') } },
  states: {
    starting: { always: [{ guard: 'startsPaused', target: 'paused' }, { target: 'active' }] },
    active: { description: 'New comments are compared with it.', on: { pause: 'paused' } },
    paused: { description: 'It matches nothing.', on: { resume: 'active' } },
    deleted: { type: 'final' },
  },
});
