/**
 * A comment-to-DM rule: a person who comments a keyword gets a direct message (docs/contract.md, Comment-to-DM rules). The rule
 * is active or paused, and changes by edits; a `private_reply` actor answers each comment that it matches.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';
import { now } from './durable.ts';

/** What a rule says. A type, not an interface: XState requires an index signature for JSON. */
export type RuleTerms = {
  /** The network's id of the post that is watched; null means `postId` says it, or every post. */
  mediaId: string | null;
  /** Our own post that is watched; null means `mediaId` says it, or every post. */
  postId: string | null;
  /** It waits for the first post of the account published since this, epoch ms; null means it waits for none. */
  nextPostSince: number | null;
  /** Empty: every comment matches. */
  keywords: string[];
  match: 'contains' | 'exact';
  dmText: string;
  publicReplies: string[];
  /** A public reply is left out when its turn comes more than so many minutes after the message; null means never. */
  publicReplyLateMinutes: number | null;
  /** Addresses in the message are replaced by short ones that count their clicks. */
  trackLinks: boolean;
  /** The automation that starts with a person's first answer to the message; null means the automations' own triggers apply. */
  then: { automationId: string } | null;
};

/** Absent terms: addresses are not replaced, and no automation starts. */
export type CommentRuleInput = Omit<RuleTerms, 'trackLinks' | 'then'> &
  Partial<RuleTerms> & { ruleId: string; accountId: string; active: boolean };

export type CommentRuleContext = RuleTerms & {
  ruleId: string;
  accountId: string;
  /** Whether it started active. */
  active: boolean;
  /** How often it was edited. */
  revision: number;
  /** Since when it is active, epoch ms: a comment is judged by the rules that were active when it was made. null means paused. */
  activeSince: number | null;
  /** It was asked to answer comments made since this too, epoch ms; null means it was not. */
  answersSince: number | null;
  /** When it was active before it was paused last, epoch ms. null means it was not, or an older version did not keep it. */
  lastActive: { since: number; until: number } | null;
};

export type CommentRuleEvent =
  | { type: 'edit'; changes: Partial<RuleTerms> }
  /** The post that it waited for is published. */
  | { type: 'post.found'; mediaId: string }
  /** Comments made since this, epoch ms, are to be answered too. */
  | { type: 'reach_back'; since: number }
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
    keepPost: assign(({ context }, { mediaId }: { mediaId: string }) => ({
      mediaId,
      nextPostSince: null,
      revision: context.revision + 1,
    })),
    keepActive: assign(() => ({ activeSince: now() })),
    keepPaused: assign(({ context: { activeSince } }) => ({
      activeSince: null,
      answersSince: null,
      ...(activeSince !== null && { lastActive: { since: activeSince, until: now() } }),
    })),
    reachBack: assign(({ context }, { since }: { since: number }) => ({
      answersSince: Math.min(since, context.answersSince ?? since),
    })),
  },
  guards: {
    startsPaused: ({ context }) => !context.active,
    waitsForPost: ({ context }) => context.nextPostSince !== null,
  },
}).createMachine({
  id: 'comment_rule',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    trackLinks: input.trackLinks ?? false,
    then: input.then ?? null,
    revision: 0,
    activeSince: null,
    answersSince: null,
    lastActive: null,
  }),
  initial: 'starting',
  on: {
    delete: '.deleted',
    edit: { actions: by('keepChanges') },
    'post.found': { guard: 'waitsForPost', actions: by('keepPost') },
  },
  states: {
    starting: { always: [{ guard: 'startsPaused', target: 'paused' }, { target: 'active' }] },
    active: {
      description: 'New comments are compared with it.',
      entry: 'keepActive',
      on: { pause: 'paused', reach_back: { actions: by('reachBack') } },
    },
    paused: { description: 'It matches nothing.', entry: 'keepPaused', on: { resume: 'active' } },
    deleted: { type: 'final' },
  },
});
