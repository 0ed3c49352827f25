/**
 * A post: spec section 3.1, row by row. It owns the timing and the verdict; each account's sending is a `delivery`
 * actor that the post starts and that tells it how it ended. The post's text lives in its row, not in here: the
 * machine decides with accounts and times alone.
 */
import { assign, setup } from 'xstate';
import type { DeliveryEnd, DeliveryEvent, DeliveryInput } from './delivery.ts';
import { effect, now } from './durable.ts';

/** One account a post is for, with the delivery that serves the pair for good. */
export type Target = { accountId: string; deliveryId: string; platform: string; onUnknown: 'retry' | 'hold' };

/** What became of a target: absent until its delivery is started. */
export type TargetResult = {
  status: 'sending' | 'published' | 'failed' | 'cancelled';
  error: string | null;
};

export type PostInput = {
  postId: string;
  targets: Target[];
  /** Epoch ms; on a draft only a place in the calendar. */
  dueAt: number | null;
  draft: boolean;
};

export type PostContext = {
  postId: string;
  targets: Target[];
  dueAt: number | null;
  draft: boolean;
  /** Counts the rounds of publishing, so that a late end of an earlier one is told apart. */
  round: number;
  results: { [accountId: string]: TargetResult };
  /** Accounts whose delivery actor exists: a later round asks it instead of starting another. */
  started: string[];
  error: string | null;
  publishedAt: number | null;
};

export type PostEvent =
  /** New accounts and, on a draft, a new place in the calendar. */
  | { type: 'edit'; targets?: Target[]; dueAt?: number | null }
  | { type: 'schedule'; at: number; targets?: Target[] }
  | { type: 'publish'; targets?: Target[] }
  /** Back to drafts. */
  | { type: 'shelve'; targets?: Target[]; dueAt?: number | null }
  | { type: 'remove' }
  | DeliveryEnd;

type Start = { kind: 'delivery'; id: string; input: DeliveryInput };
type Message = { to: string; event: DeliveryEvent };

export const post = setup({
  types: {
    context: {} as PostContext,
    events: {} as PostEvent,
    input: {} as PostInput,
  },
  actions: {
    startActors: effect<{ actors: Start[] }>(),
    tell: effect<{ messages: Message[] }>(),
    /** Tell the outside: webhook endpoints of the workspace that chose this event. */
    announce: effect<{ event: 'post.published' | 'post.failed' }>(),

    retarget: assign(({ context }, params: { targets?: Target[] | undefined }) => ({
      targets: params.targets ?? context.targets,
    })),
    keepDueAt: assign(({ context }, params: { dueAt?: number | null | undefined }) => ({
      dueAt: params.dueAt === undefined ? context.dueAt : params.dueAt,
    })),
    dueNow: assign(() => ({ dueAt: now() })),
    /** A new round: every target that is not live yet, and only those (spec 3.1: retry only the failed accounts). */
    openRound: assign(({ context }) => {
      const results = { ...context.results };
      for (const { accountId } of context.targets) {
        if (results[accountId]?.status !== 'published')
          results[accountId] = { status: 'sending', error: null };
      }
      return { round: context.round + 1, error: null, draft: false, results };
    }),
    markStarted: assign(({ context }) => ({
      started: [...new Set([...context.started, ...context.targets.map((target) => target.accountId)])],
    })),
    recordEnd: assign(({ context }, end: DeliveryEnd) => {
      // What is live is live, whatever round sent it; any other end counts only for the round it belongs to.
      if (end.status !== 'published' && end.round !== context.round) return {};
      const result = { status: end.status, error: end.error };
      return { results: { ...context.results, [end.accountId]: result } };
    }),
    sumUp: assign(({ context }) => ({ error: errorOf(context) })),
    stampPublished: assign(({ context }) => ({ publishedAt: context.publishedAt ?? now() })),
    markDraft: assign({ draft: true, error: null }),
  },
  guards: {
    isDraft: ({ context }) => context.draft,
    isDue: ({ context }) => (context.dueAt ?? 0) <= now(),
    isPast: (_, params: { at: number }) => params.at <= now(),
    allEndedOneLive: ({ context }) => allEnded(context) && statuses(context).includes('published'),
    allEnded: ({ context }) => allEnded(context),
  },
  delays: {
    due: ({ context }) => Math.max(0, (context.dueAt ?? 0) - now()),
  },
}).createMachine({
  id: 'post',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    round: 0,
    results: {},
    started: [],
    error: null,
    publishedAt: null,
  }),
  initial: 'deciding',
  on: {
    remove: '.removed',
    'delivery.ended': { actions: { type: 'recordEnd', params: ({ event }) => event } },
  },
  states: {
    deciding: {
      description: 'Where a new post goes: the timing says.',
      always: [
        { guard: 'isDraft', target: 'draft' },
        { guard: 'isDue', target: 'publishing', actions: 'dueNow' },
        { target: 'scheduled' },
      ],
    },
    draft: {
      description: 'Saved for review. A time only places it on the calendar.',
      entry: 'markDraft',
      on: {
        edit: {
          actions: [
            { type: 'retarget', params: ({ event }) => event },
            { type: 'keepDueAt', params: ({ event }) => event },
          ],
        },
        schedule: [
          {
            guard: { type: 'isPast', params: ({ event }) => event },
            target: 'publishing',
            actions: [{ type: 'retarget', params: ({ event }) => event }, 'dueNow'],
          },
          {
            target: 'scheduled',
            actions: [
              { type: 'retarget', params: ({ event }) => event },
              { type: 'keepDueAt', params: ({ event }) => ({ dueAt: event.at }) },
            ],
          },
        ],
        publish: {
          target: 'publishing',
          actions: [{ type: 'retarget', params: ({ event }) => event }, 'dueNow'],
        },
        shelve: {
          actions: [
            { type: 'retarget', params: ({ event }) => event },
            { type: 'keepDueAt', params: ({ event }) => event },
          ],
        },
      },
    },
    scheduled: {
      description: 'Waits for its time as a row in the mailbox.',
      after: { due: 'publishing' },
      on: {
        edit: { actions: { type: 'retarget', params: ({ event }) => event } },
        schedule: [
          {
            guard: { type: 'isPast', params: ({ event }) => event },
            target: 'publishing',
            actions: [{ type: 'retarget', params: ({ event }) => event }, 'dueNow'],
          },
          {
            target: 'scheduled',
            reenter: true,
            actions: [
              { type: 'retarget', params: ({ event }) => event },
              { type: 'keepDueAt', params: ({ event }) => ({ dueAt: event.at }) },
            ],
          },
        ],
        publish: {
          target: 'publishing',
          actions: [{ type: 'retarget', params: ({ event }) => event }, 'dueNow'],
        },
        shelve: {
          target: 'draft',
          actions: [
            { type: 'retarget', params: ({ event }) => event },
            { type: 'keepDueAt', params: ({ event }) => event },
          ],
        },
      },
    },
    publishing: {
      description: 'Deliveries are under way, or wait for their next attempt.',
      entry: [
        'openRound',
        { type: 'startActors', params: ({ context }) => ({ actors: newcomers(context) }) },
        { type: 'tell', params: ({ context }) => ({ messages: resends(context) }) },
        'markStarted',
      ],
      always: [
        { guard: 'allEndedOneLive', target: 'published' },
        { guard: 'allEnded', target: 'failed' },
      ],
      on: {
        shelve: {
          target: 'draft',
          actions: [
            { type: 'tell', params: ({ context }) => ({ messages: recalls(context) }) },
            { type: 'retarget', params: ({ event }) => event },
            { type: 'keepDueAt', params: ({ event }) => event },
          ],
        },
        remove: {
          target: 'removed',
          actions: { type: 'tell', params: ({ context }) => ({ messages: recalls(context) }) },
        },
      },
    },
    published: {
      description: 'Live on at least one account; the accounts that failed are listed in the error.',
      entry: ['sumUp', 'stampPublished', { type: 'announce', params: { event: 'post.published' } }],
      on: {
        shelve: {
          target: 'draft',
          actions: [
            { type: 'retarget', params: ({ event }) => event },
            { type: 'keepDueAt', params: ({ event }) => event },
          ],
        },
      },
    },
    failed: {
      description: 'Live on no account. The error holds the answer of each network.',
      entry: ['sumUp', { type: 'announce', params: { event: 'post.failed' } }],
      on: {
        edit: { actions: { type: 'retarget', params: ({ event }) => event } },
        schedule: [
          {
            guard: { type: 'isPast', params: ({ event }) => event },
            target: 'publishing',
            actions: [{ type: 'retarget', params: ({ event }) => event }, 'dueNow'],
          },
          {
            target: 'scheduled',
            actions: [
              { type: 'retarget', params: ({ event }) => event },
              { type: 'keepDueAt', params: ({ event }) => ({ dueAt: event.at }) },
            ],
          },
        ],
        publish: {
          target: 'publishing',
          actions: [{ type: 'retarget', params: ({ event }) => event }, 'dueNow'],
        },
        shelve: {
          target: 'draft',
          actions: [
            { type: 'retarget', params: ({ event }) => event },
            { type: 'keepDueAt', params: ({ event }) => event },
          ],
        },
      },
    },
    removed: {
      type: 'final',
      description: 'Removed from the service, never from the network.',
    },
  },
});

function unsent({ targets, results }: PostContext): Target[] {
  return targets.filter(({ accountId }) => results[accountId]?.status !== 'published');
}

/** Deliveries to start: targets that no earlier round reached. */
function newcomers(context: PostContext): Start[] {
  const { postId, round, started } = context;
  return unsent(context)
    .filter(({ accountId }) => !started.includes(accountId))
    .map((target) => ({ kind: 'delivery', id: target.deliveryId, input: { ...target, postId, round } }));
}

/** What the deliveries of earlier rounds are told in a new one. */
function resends(context: PostContext): Message[] {
  const { round, started } = context;
  return unsent(context)
    .filter(({ accountId }) => started.includes(accountId))
    .map(({ deliveryId, onUnknown }) => ({ to: deliveryId, event: { type: 'send', round, onUnknown } }));
}

/** Cancels for the deliveries that have not ended; one whose call is under way ends as its answer says. */
function recalls({ targets, results, round }: PostContext): Message[] {
  return targets
    .filter(({ accountId }) => results[accountId]?.status === 'sending')
    .map(({ deliveryId }) => ({ to: deliveryId, event: { type: 'cancel', round } }));
}

function statuses(context: PostContext): (TargetResult['status'] | 'pending')[] {
  return context.targets.map(({ accountId }) => context.results[accountId]?.status ?? 'pending');
}

function allEnded(context: PostContext): boolean {
  return statuses(context).every((status) => status !== 'sending' && status !== 'pending');
}

/** One line for each account that has no copy of the post: `<accountId>: <the network's answer>` (decisions, Posts). */
function errorOf(context: PostContext): string | null {
  const lines = context.targets.flatMap(({ accountId }) => {
    const result = context.results[accountId];
    if (!result || result.status === 'published') return [];
    return [`${accountId}: ${result.error ?? result.status}`];
  });
  return lines.length > 0 ? lines.join('\n') : null;
}
