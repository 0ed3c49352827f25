/**
 * A post, with the statuses of docs/contract.md, Posts. It decides when to publish and whether publishing succeeded. A
 * `delivery` actor sends the post to one account. The post starts it, and it reports its end to the post. The post's text
 * is in its row and not in the snapshot: the machine only needs accounts and times.
 */
import { assign, setup } from 'xstate';
import { type Approval, type ApprovalRequest, type Decision, plannedAt } from './approval.ts';
import { by } from './by.ts';
import type { ActEnded } from './comment-act.ts';
import type { DeliveryEnd, DeliveryEvent, DeliveryInput } from './delivery/index.ts';
import { effect, now } from './durable.ts';
import {
  type CommentStart,
  commentsOf,
  isCommented,
  type FirstComments,
  withEndedComment,
  withStartedComment,
} from './first-comment.ts';

/** One account of the post, and the permanent delivery of this pair. */
export type Target = {
  accountId: string;
  deliveryId: string;
  platform: string;
  onUnknown: 'retry' | 'hold';
  /** How many posts the network gets of a thread. Absent means one. */
  parts?: number;
  /** What is commented below the post when it is live. Absent means nothing. */
  firstComment?: string;
};

/** The result of a target; absent until its delivery is started. */
type TargetResult = {
  status: 'sending' | 'published' | 'failed' | 'cancelled';
  /** With `published`: why a part of its thread is not live. */
  error: string | null;
};

export type PostInput = {
  postId: string;
  targets: Target[];
  /** Epoch ms; for a draft only a place in the calendar. */
  dueAt: number | null;
  /** Absent means false. */
  draft?: boolean;
  /** Some account gets a preview of a page. Absent means no. */
  linksToPages?: boolean;
  /** It has to be approved before it goes out. Absent means no. */
  approval?: Approval;
};

export type PostContext = {
  postId: string;
  targets: Target[];
  dueAt: number | null;
  draft: boolean;
  /** Counts the rounds of publishing. A report from an earlier round has a smaller number and is recognised by it. */
  round: number;
  results: { [accountId: string]: TargetResult };
  /** Accounts whose delivery actor exists. A later round sends it a message instead of starting another. */
  started: string[];
  error: string | null;
  publishedAt: number | null;
  /** Pages are to be read before the post is sent, for their previews. */
  linksToPages: boolean;
  /** First comments that were started, by account. An account gets one, however often the post is sent again. */
  firstComments: FirstComments;
  /** What counts of it depends on the state (`approvalOf`). null means that nobody was asked. */
  approval: Approval | null;
  /** The state to which it returns if somebody takes its removal back. null means that it is not being removed. */
  removedFrom: RemovableState | null;
};

/** States in which a removal can be taken back. */
type RemovableState = 'draft' | 'awaiting_approval' | 'rejected' | 'scheduled' | 'published' | 'failed';

/** How long a removal can be taken back, ms. */
export const REMOVAL_MS = 10_000;

/** What a request says of a post that it changes. `approval`: what of it counts afterwards; absent means the same as before. */
type Edit = { targets?: Target[]; linksToPages?: boolean; approval?: Approval | null };

export type PostEvent =
  /** New accounts and, on a draft, a new place in the calendar. */
  | ({ type: 'edit'; dueAt?: number | null } & Edit)
  | ({ type: 'schedule'; at: number } & Edit)
  | ({ type: 'publish' } & Edit)
  /** It has to be approved before it goes out. */
  | ({ type: 'ask'; request: ApprovalRequest } & Edit)
  /** `at`: when it goes out, epoch ms; in the past means at once. `plan`: fingerprint of what is approved. */
  | { type: 'approve'; at: number; plan: string; decision: Decision }
  | { type: 'reject'; decision: Decision }
  /** Sends again where it failed: to these accounts, or to all without a copy. No time changes. */
  | { type: 'retry'; accountIds?: string[] }
  /** Back to drafts. */
  | ({ type: 'shelve'; dueAt?: number | null } & Edit)
  | { type: 'remove' }
  /** Removes it after `REMOVAL_MS`, unless somebody takes that back. Callers see no post meanwhile. */
  | { type: 'discard' }
  /** Takes a removal back. */
  | { type: 'restore' }
  /** What was written about the post is deleted. */
  | { type: 'records.deleted' }
  /** The pages that the post links to were read, or could not be. */
  | { type: 'pages.read' }
  | DeliveryEnd
  /** A first comment is written, or is not. */
  | ActEnded;

type Start = { kind: 'delivery'; id: string; input: DeliveryInput } | CommentStart;
type Message = { to: string; event: DeliveryEvent };

const base = setup({
  types: {
    context: {} as PostContext,
    events: {} as PostEvent,
    input: {} as PostInput,
  },
  actions: {
    startActors: effect<{ actors: Start[] }>(),
    tell: effect<{ messages: Message[] }>(),
    /** Informs the webhook endpoints of the workspace that chose this event. */
    announce: effect<{ event: 'post.published' | 'post.failed' | 'post.needs_attention' }>(),

    /** Reads the pages that the post links to, and stores their previews with the post. */
    readPages: effect<{ postId: string }>(),
    /** Deletes what was written about the post: notes, links of clients, the approved plan, the working copy. */
    deleteRecords: effect<{ postId: string }>(),

    retarget: assign(({ context }, params: Edit) => ({
      targets: params.targets ?? context.targets,
      ...(params.linksToPages !== undefined && { linksToPages: params.linksToPages }),
      ...(params.approval !== undefined && { approval: params.approval }),
    })),
    request: assign((_, { request }: { request: ApprovalRequest }) => ({
      approval: { state: 'requested' as const, request },
      dueAt: plannedAt(request),
    })),
    markApproved: assign(({ context }, { plan, decision }: { plan: string; decision: Decision }) =>
      context.approval === null
        ? {}
        : { approval: { state: 'approved' as const, request: context.approval.request, plan, decision } },
    ),
    markRejected: assign(({ context }, { decision }: { decision: Decision }) =>
      context.approval === null
        ? {}
        : { approval: { state: 'rejected' as const, request: context.approval.request, decision } },
    ),
    markRead: assign({ linksToPages: false }),
    keepDueAt: assign(({ context }, params: { dueAt?: number | null | undefined }) => ({
      dueAt: params.dueAt === undefined ? context.dueAt : params.dueAt,
    })),
    keepTime: assign((_, params: { at: number }) => ({ dueAt: params.at })),
    /** A post that is live somewhere keeps the time at which it was published. */
    dueNow: assign(({ context: { publishedAt, dueAt } }) => ({
      dueAt: publishedAt !== null && dueAt !== null && dueAt <= now() ? dueAt : now(),
    })),
    /** A new round: the targets that are not live yet, or the requested ones among them. */
    openRound: assign(({ context }, { only, isOpen }: { only: string[] | undefined; isOpen: boolean }) => {
      if (isOpen) return {};
      const results = { ...context.results };
      for (const { accountId } of unsent(context)) {
        const isLeftOut = only !== undefined && !only.includes(accountId) && results[accountId] !== undefined;
        if (!isLeftOut) results[accountId] = { status: 'sending', error: null };
      }
      return { round: context.round + 1, error: null, draft: false, results };
    }),
    markStarted: assign(({ context }) => ({
      started: [...new Set([...context.started, ...sending(context).map((target) => target.accountId)])],
    })),
    clearError: assign({ error: null }),
    recordEnd: assign(({ context }, end: DeliveryEnd) => {
      // A post that is live whole counts, whichever round sent it; any other end counts only for its own round.
      if (!isWhole(end) && end.round !== context.round) return {};
      if (isLate(end, context.results[end.accountId])) return {};
      const result = { status: end.status, error: end.error };
      return { results: { ...context.results, [end.accountId]: result } };
    }),
    markComment: assign(({ context }, end: DeliveryEnd) => withStartedComment(context, end)),
    recordComment: assign(({ context }, end: ActEnded) => withEndedComment(context, end)),
    sumUp: assign(({ context }) => ({ error: errorOf(context) })),
    stampPublished: assign(({ context }) => ({ publishedAt: context.publishedAt ?? now() })),
    markDraft: assign({ draft: true, error: null }),
    markRemoval: assign((_, { from }: { from: RemovableState }) => ({ removedFrom: from })),
    endRemoval: assign({ removedFrom: null }),
  },
  guards: {
    isAsked: ({ context }) => context.approval !== null,
    isDraft: ({ context }) => context.draft,
    isDue: ({ context }) => (context.dueAt ?? 0) <= now(),
    isPast: (_, params: { at: number }) => params.at <= now(),
    hasPages: ({ context }) => context.linksToPages,
    isDueWithPages: ({ context }) => context.linksToPages && (context.dueAt ?? 0) <= now(),
    /** As the post will be after the event. */
    willHavePages: ({ context }, edit: Edit) => linksToPages(context, edit),
    isPastWithPages: ({ context }, params: Edit & { at: number }) =>
      linksToPages(context, params) && params.at <= now(),
    /** Most posts: an effect without actors to start would be in the journal of each. */
    isUncommented: ({ context }, end: DeliveryEnd) => !isCommented(context, end),
    isNotLive: ({ context }, end: DeliveryEnd) => !isLive(context, end),
    isLiveUncommented: ({ context }, end: DeliveryEnd) => isLive(context, end) && !isCommented(context, end),
    hasUnsent: ({ context }, event: Retry) => hasUnsent(context, event),
    hasUnsentWithPages: ({ context }, event: Retry) => context.linksToPages && hasUnsent(context, event),
    allEndedOneLive: ({ context }) => allEnded(context) && statuses(context).includes('published'),
    allEnded: ({ context }) => allEnded(context),
    failedAndIsLive: ({ context }) =>
      context.removedFrom === 'failed' && statuses(context).includes('published'),
    wasIn: ({ context }, { state }: { state: RemovableState }) => context.removedFrom === state,
  },
  delays: {
    removal: REMOVAL_MS,
    due: ({ context }) => Math.max(0, (context.dueAt ?? 0) - now()),
  },
});

const publishAtOnce = { target: 'publishing', actions: [by('retarget'), 'dueNow'] } as const;
const readFirst = { target: 'reading_pages', actions: [by('retarget'), 'dueNow'] } as const;
const publish = [{ guard: by('willHavePages'), ...readFirst }, publishAtOnce] as const;
const shelve = { target: 'draft', actions: [by('retarget'), by('keepDueAt')] } as const;
const publishPast = [
  { guard: by('isPastWithPages'), ...readFirst },
  { guard: by('isPast'), ...publishAtOnce },
] as const;
const announce = (event: 'post.published' | 'post.failed' | 'post.needs_attention') =>
  ({ type: 'announce', params: { event } }) as const;
/** It waits for an approval, with the time that was asked for. */
const askAgain = { target: 'awaiting_approval', actions: [by('retarget'), by('request')] } as const;
const ask = {
  target: 'awaiting_approval',
  actions: [by('retarget'), by('request'), announce('post.needs_attention')],
} as const;
const discardFrom = <State extends RemovableState>(from: State) =>
  ({ target: 'removing', actions: { type: 'markRemoval', params: { from } } }) as const;
const restoreTo = <State extends RemovableState>(state: State) =>
  ({ guard: { type: 'wasIn', params: { state } }, target: state, actions: 'endRemoval' }) as const;
const approve = [
  {
    guard: by('isPastWithPages'),
    target: 'reading_pages',
    actions: [by('markApproved'), 'dueNow'],
  },
  { guard: by('isPast'), target: 'publishing', actions: [by('markApproved'), 'dueNow'] },
  { target: 'scheduled', actions: [by('markApproved'), by('keepTime')] },
] as const;
const scheduleAt = { target: 'scheduled', actions: [by('retarget'), by('keepTime')] } as const;
const retry = [
  { guard: by('hasUnsentWithPages'), target: 'reading_pages' },
  { guard: by('hasUnsent'), target: 'publishing' },
] as const;
const openRound = {
  type: 'openRound',
  params: ({ event }: { event: PostEvent }) => ({
    only: event.type === 'retry' ? event.accountIds : undefined,
    // the round began when the pages were about to be read
    isOpen: event.type === 'pages.read',
  }),
} as const;
const recall = {
  type: 'tell',
  params: ({ context }: { context: PostContext }) => recallsOf(context),
} as const;

/** A post that goes live is commented where a first comment was asked for. */
const comment = [
  {
    type: 'startActors',
    params: ({ context, event }: { context: PostContext; event: PostEvent }) => ({
      actors: event.type === 'delivery.ended' ? commentsOf(context, event) : [],
    }),
  },
  by('markComment'),
] as const;

export const post = base.createMachine({
  id: 'post',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    draft: input.draft ?? false,
    round: 0,
    results: {},
    started: [],
    error: null,
    publishedAt: null,
    linksToPages: input.linksToPages ?? false,
    firstComments: {},
    approval: input.approval ?? null,
    removedFrom: null,
  }),
  initial: 'deciding',
  on: {
    remove: '.removed',
    'delivery.ended': [
      { guard: by('isUncommented'), actions: by('recordEnd') },
      { actions: [...comment, by('recordEnd')] },
    ],
    'act.ended': { actions: by('recordComment') },
  },
  states: {
    deciding: {
      description: 'Decides by the timing of a new post.',
      always: [
        { guard: 'isAsked', target: 'awaiting_approval', actions: announce('post.needs_attention') },
        { guard: 'isDraft', target: 'draft' },
        { guard: 'isDueWithPages', target: 'reading_pages', actions: 'dueNow' },
        { guard: 'isDue', target: 'publishing', actions: 'dueNow' },
        { target: 'scheduled' },
      ],
    },
    draft: {
      description: 'Saved for review. A time only places it on the calendar.',
      entry: 'markDraft',
      on: {
        edit: { actions: [by('retarget'), by('keepDueAt')] },
        schedule: [...publishPast, scheduleAt],
        publish,
        ask,
        shelve: { actions: [by('retarget'), by('keepDueAt')] },
        discard: discardFrom('draft'),
      },
    },
    awaiting_approval: {
      description:
        'Goes out at the time that was asked for if somebody approves it. Its time may pass before.',
      entry: 'markDraft',
      on: {
        edit: { actions: [by('retarget'), by('keepDueAt')] },
        ask: askAgain,
        approve,
        reject: { target: 'rejected', actions: by('markRejected') },
        schedule: [...publishPast, scheduleAt],
        publish,
        shelve,
        discard: discardFrom('awaiting_approval'),
      },
    },
    rejected: {
      description: 'A draft that was not approved, with the reason.',
      entry: 'markDraft',
      on: {
        edit: { actions: [by('retarget'), by('keepDueAt')] },
        ask,
        schedule: [...publishPast, scheduleAt],
        publish,
        shelve,
        discard: discardFrom('rejected'),
      },
    },
    scheduled: {
      description: 'Waits for its time as a row in the mailbox.',
      entry: 'clearError',
      after: { due: [{ guard: 'hasPages', target: 'reading_pages' }, { target: 'publishing' }] },
      on: {
        edit: { actions: by('retarget') },
        schedule: [...publishPast, { ...scheduleAt, reenter: true }],
        publish,
        ask,
        shelve,
        discard: discardFrom('scheduled'),
      },
    },
    reading_pages: {
      description: 'The pages that the post links to are read, for their previews.',
      entry: [openRound, { type: 'readPages', params: ({ context: { postId } }) => ({ postId }) }],
      on: {
        'pages.read': { target: 'publishing', actions: 'markRead' },
        shelve,
        remove: 'removed',
      },
    },
    publishing: {
      description: 'Deliveries are in progress, or wait for their next attempt.',
      entry: [
        openRound,
        { type: 'startActors', params: ({ context }) => ({ actors: newcomers(context) }) },
        { type: 'tell', params: ({ context }) => ({ messages: resends(context) }) },
        'markStarted',
      ],
      always: [
        { guard: 'allEndedOneLive', target: 'published', actions: announce('post.published') },
        { guard: 'allEnded', target: 'failed', actions: announce('post.failed') },
      ],
      on: {
        shelve: { target: 'draft', actions: [recall, by('retarget'), by('keepDueAt')] },
        remove: { target: 'removed', actions: recall },
      },
    },
    published: {
      description: 'Live on at least one account; the accounts that failed are listed in the error.',
      entry: ['sumUp', 'stampPublished'],
      on: {
        retry,
        shelve,
        discard: discardFrom('published'),
        'delivery.ended': [
          { guard: by('isUncommented'), actions: [by('recordEnd'), 'sumUp'] },
          { actions: [...comment, by('recordEnd'), 'sumUp'] },
        ],
      },
    },
    failed: {
      description: 'Live on no account. The error has the response of each network.',
      entry: 'sumUp',
      on: {
        edit: { actions: by('retarget') },
        schedule: [...publishPast, scheduleAt],
        publish,
        ask,
        retry,
        shelve,
        discard: discardFrom('failed'),
        // a person found a copy after the post had failed
        'delivery.ended': [
          {
            guard: by('isLiveUncommented'),
            target: 'published',
            actions: [by('recordEnd'), announce('post.published')],
          },
          { guard: by('isNotLive'), actions: [by('recordEnd'), 'sumUp'] },
          { target: 'published', actions: [...comment, by('recordEnd'), announce('post.published')] },
        ],
      },
    },
    removing: {
      description: 'Removed soon, unless somebody takes it back. Callers see no post.',
      after: { removal: 'deleting_records' },
      on: {
        restore: [
          // a person found a copy meanwhile
          {
            guard: 'failedAndIsLive',
            target: 'published',
            actions: ['endRemoval', announce('post.published')],
          },
          restoreTo('draft'),
          restoreTo('awaiting_approval'),
          restoreTo('rejected'),
          restoreTo('scheduled'),
          restoreTo('published'),
          restoreTo('failed'),
        ],
      },
    },
    deleting_records: {
      description: 'Nothing can be taken back: what was written about it is deleted.',
      entry: { type: 'deleteRecords', params: ({ context: { postId } }) => ({ postId }) },
      on: { 'records.deleted': 'removed' },
    },
    removed: {
      type: 'final',
      description: 'Removed from the service, never from the network.',
    },
  },
});

/**
 * What counts of a post's approval: the request while the post waits for it, a rejection until the post is asked for again or gets a
 * time, and an approval ever after. Whether the approved plan is still the post's is for the caller to compare.
 */
export function approvalOf({ value, context }: { value: unknown; context: unknown }): Approval | null {
  const { approval } = context as PostContext;
  if (value === 'awaiting_approval' || value === 'rejected') return approval;
  return approval?.state === 'approved' ? approval : null;
}

const isLive = ({ targets }: PostContext, { accountId, status }: DeliveryEnd) =>
  status === 'published' && targets.some((target) => target.accountId === accountId);

const linksToPages = (context: PostContext, edit: Edit) => edit.linksToPages ?? context.linksToPages;

type Retry = { type: string; accountIds?: string[] };
const hasUnsent = (context: PostContext, { accountIds }: Retry) =>
  unsent(context).some(({ accountId }) => accountIds?.includes(accountId) ?? true);

function unsent({ targets, results }: PostContext): Target[] {
  return targets.filter(({ accountId }) => !isWhole(results[accountId]));
}

/** Whether a post is live with all its parts. */
export function isWhole(result: Pick<TargetResult, 'status' | 'error'> | undefined): boolean {
  return result?.status === 'published' && result.error === null;
}

/**
 * Whether a report arrives after a later one of the same round: a person may have found the copy of a delivery whose failure was reported
 * and had not arrived yet.
 */
const isLate = (end: DeliveryEnd, result: TargetResult | undefined): boolean =>
  result?.status === 'published' && (end.status !== 'published' || (isWhole(result) && !isWhole(end)));

/** The targets of the current round that have not ended. */
function sending({ targets, results }: PostContext): Target[] {
  return targets.filter(({ accountId }) => results[accountId]?.status === 'sending');
}

/** Deliveries to start: targets that no earlier round reached. */
function newcomers(context: PostContext): Start[] {
  const { postId, round, started } = context;
  return sending(context)
    .filter(({ accountId }) => !started.includes(accountId))
    .map(({ firstComment, ...target }) => ({
      kind: 'delivery',
      id: target.deliveryId,
      input: { ...target, postId, round, ...naming(firstComment) },
    }));
}

/** Messages of a new round to the deliveries of earlier rounds. */
function resends(context: PostContext): Message[] {
  const { round, started } = context;
  return sending(context)
    .filter(({ accountId }) => started.includes(accountId))
    .map(({ deliveryId, onUnknown, parts, firstComment }) => ({
      to: deliveryId,
      event: {
        type: 'send',
        round,
        onUnknown,
        ...(parts !== undefined && { parts }),
        ...naming(firstComment),
      },
    }));
}

/** A delivery names what is live only if it is commented: every report is stored. */
const naming = (firstComment: string | undefined) =>
  firstComment === undefined ? {} : { namesPost: true as const };

/** Cancels for the deliveries that have not ended. One with a call in progress ends with the result of that call. */
function recallsOf(context: PostContext): { messages: Message[] } {
  const { round } = context;
  const event = { type: 'cancel', round } as const;
  return { messages: sending(context).map(({ deliveryId }) => ({ to: deliveryId, event })) };
}

function statuses(context: PostContext): (TargetResult['status'] | 'pending')[] {
  return context.targets.map(({ accountId }) => context.results[accountId]?.status ?? 'pending');
}

function allEnded(context: PostContext): boolean {
  return statuses(context).every((status) => status !== 'sending' && status !== 'pending');
}

/** One line for each account that has no copy of the post, or not all of it: `<accountId>: <the network's response>`. */
function errorOf(context: PostContext): string | null {
  const lines = context.targets.flatMap(({ accountId }) => {
    const result = context.results[accountId];
    if (!result || isWhole(result)) return [];
    return [`${accountId}: ${result.error ?? result.status}`];
  });
  return lines.length > 0 ? lines.join('\n') : null;
}
