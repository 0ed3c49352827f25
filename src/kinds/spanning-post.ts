/**
 * The actor of a post for people who reach some of its accounts only (docs/people.md): without the other accounts, their results, and
 * the messages to and from their deliveries. What its row holds is limited in views/limited-post.ts.
 */
import type { PostContext, PostInput, Target } from '../../machines/post.ts';
import type { Spanning } from '../engine/kind-view.ts';

type Reaches = (accountId: string) => boolean;

/** Events that name no account. Others are shown with their type alone. */
const OF_NO_ACCOUNT = new Set(
  'approve reject remove discard restore records.deleted pages.read resumed xstate.upgrade'.split(' '),
);

export const spanningPost: Spanning = {
  accountsOf: (context) => {
    const { targets = [], results = {} } = context as Partial<PostContext>;
    return [...new Set([...targets.map(({ accountId }) => accountId), ...Object.keys(results)])];
  },
  context: (context, reaches) => limitedContext(context as PostContext, reaches),
  event: (event, reaches) => limitedEvent(event, reaches) as typeof event | null,
  params: (type, params, { after, reaches }) => limitedParams(type, params, { context: after, reaches }),
};

function limitedContext(context: PostContext, reaches: Reaches): PostContext {
  const own = <Value>(all: { [accountId: string]: Value }) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => reaches(id)));
  const results = own(context.results);
  const errors = Object.entries(results).flatMap(([id, { error }]) =>
    error === null ? [] : `${id}: ${error}`,
  );
  return {
    ...context,
    targets: ownTargets(context.targets, reaches),
    results,
    started: context.started.filter(reaches),
    firstComments: own(context.firstComments),
    error: context.error === null || errors.length === 0 ? null : errors.join('\n'),
  };
}

const ownTargets = (targets: readonly Target[], reaches: Reaches): Target[] =>
  targets.filter(({ accountId }) => reaches(accountId));

/** Fields of an event that name accounts. */
interface Naming {
  type: string;
  accountId?: string;
  accountIds?: string[];
  targets?: Target[];
  input?: PostInput;
}

function limitedEvent(event: Naming, reaches: Reaches): Naming | null {
  const { type, accountId, accountIds, targets, input } = event;
  switch (type) {
    case 'started':
      return input === undefined
        ? { type }
        : { ...event, input: { ...input, targets: ownTargets(input.targets, reaches) } };
    case 'edit':
    case 'schedule':
    case 'publish':
    case 'ask':
    case 'shelve':
      return { ...event, ...(targets !== undefined && { targets: ownTargets(targets, reaches) }) };
    case 'retry':
      return { ...event, ...(accountIds !== undefined && { accountIds: accountIds.filter(reaches) }) };
    case 'delivery.ended':
      return accountId !== undefined && reaches(accountId) ? event : null;
    case 'act.ended':
      return null; // it does not say below which account's post the comment is
    default:
      return OF_NO_ACCOUNT.has(type) || type.startsWith('xstate.after.') ? event : { type };
  }
}

function limitedParams(
  type: string,
  params: unknown,
  { context, reaches }: { context: { targets?: Target[] }; reaches: Reaches },
): unknown {
  switch (type) {
    case 'startActors': {
      const { actors } = params as { actors: { input: { accountId: string } }[] };
      return { actors: actors.filter(({ input }) => reaches(input.accountId)) };
    }
    case 'tell': {
      const own = new Set(ownTargets(context.targets ?? [], reaches).map(({ deliveryId }) => deliveryId));
      const { messages } = params as { messages: { to: string }[] };
      return { messages: messages.filter(({ to }) => own.has(to)) };
    }
    case 'announce':
    case 'readPages':
    case 'deleteRecords':
      return params;
    default:
      return null;
  }
}
