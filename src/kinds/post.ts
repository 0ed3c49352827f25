/** The kind `post`: what the engine and the introspection need to know of posts. machines/post.ts makes the decisions. */
import { post as machine, type PostContext } from '../../machines/post.ts';
import type { Persisted } from '../../machines/durable.ts';
import { updateErrorWords } from '../../store/post-words.ts';
import { readPostWork } from '../../store/posts.ts';
import { defineKind, type HandlersOf, statusOf } from '../engine/kind.ts';
import type { ExplainTools, ManualAction, Offer, Standing, Subject } from '../engine/kind-view.ts';
import { stateName } from '../engine/state-name.ts';
import { isoOrNull } from '../base/time.ts';
import {
  aboutPost,
  deliveredExample,
  failedExample,
  networksOf,
  postNeedsAttention,
} from './views/post-events.ts';
import { errorWords } from './views/post-words.ts';
import { postExample } from './views/post.ts';
import { spanningPost } from './spanning-post.ts';
import { unchanged, withContext } from './with-context.ts';
import { butFailed } from './views/but-failed.ts';
import { initialValues } from './initial-values.ts';

type PostStatus = 'draft' | 'scheduled' | 'publishing' | 'published' | 'failed' | 'removed';

/** Lists find posts that wait for an approval by a shelf of their own. Their status is `draft`. */
const AWAITED = 'awaiting_approval';

/** States that callers see as another status. */
const SHOWN_AS: { readonly [state: string]: PostStatus } = {
  reading_pages: 'publishing',
  awaiting_approval: 'draft',
  rejected: 'draft',
  removing: 'removed',
  deleting_records: 'removed',
};

/** The columns of a post's row that its machine decides. Times are epoch ms. */
export function projectPost(snapshot: Persisted): {
  status: PostStatus;
  scheduledAt: number | null;
  publishedAt: number | null;
  error: string | null;
} {
  const context = snapshot.context as PostContext;
  const state = statusOf(snapshot);
  return {
    status: SHOWN_AS[state] ?? (state as PostStatus),
    scheduledAt: context.dueAt,
    publishedAt: context.publishedAt,
    error: context.error,
  };
}

/** The error by whose words a search finds a post. */
function searchedError(snapshot: Persisted): string | null {
  const { status, error } = projectPost(snapshot);
  return status === 'removed' ? null : error;
}

/** What of a snapshot says how a post's approval stands, as the store reads it. */
export const approvalSide = ({ value, context }: Persisted): { value: unknown; context: PostContext } => ({
  value,
  context: context as PostContext,
});

export const post = defineKind({
  name: 'post',
  idPrefix: 'post',
  machine,
  version: 6,
  upgrades: {
    1: withContext({ linksToPages: false }),
    2: withContext({ firstComments: {} }),
    3: withContext({ approval: null }),
    4: unchanged,
    5: withContext({ removedFrom: null }),
  },
  defaults: {
    1: initialValues(machine),
    2: initialValues(machine),
    3: initialValues(machine),
    4: initialValues(machine),
    5: initialValues(machine),
    6: initialValues(machine),
  },
  listColumns: (snapshot, before) => {
    const { status, scheduledAt, publishedAt, error } = projectPost(snapshot);
    // a post that is published at its time keeps the shelf of scheduled posts until it has ended, so that two of its
    // steps change no index
    const staysPut =
      status === 'publishing' &&
      before.shelf === 'scheduled' &&
      scheduledAt !== null &&
      scheduledAt <= before.now;
    const isAwaited = statusOf(snapshot) === AWAITED;
    const shelf = status === 'removed' ? null : isAwaited ? AWAITED : staysPut ? 'scheduled' : status;
    return { status, shelf, plannedAt: scheduledAt, reachedAt: publishedAt, reason: error };
  },
  // a new post has no error, and its row is written beside
  beside: {
    changes: (snapshot, before) => before !== null && searchedError(snapshot) !== searchedError(before),
    statement: (db, actors) =>
      updateErrorWords(
        db,
        actors.map(({ id, snapshot }) => ({ id, words: errorWords(searchedError(snapshot)) })),
      ),
  },
  feedEvent: {
    change: ({ id, snapshot }, before) => {
      const data = changeOf(id, snapshot);
      if (
        before &&
        before.value === snapshot.value &&
        same(data, changeOf(id, before)) &&
        !commented(snapshot, before)
      )
        return null;
      // callers saw no post before, either
      if (before && data.status === 'removed' && projectPost(before).status === 'removed') return null;
      const type = data.status === 'removed' ? 'post.removed' : before ? 'post.updated' : 'post.created';
      return { type, resource: { type: 'post', id }, postId: id, accountIds: accountsOf(snapshot), data };
    },
  },
  isKept: true,
  announcements: {
    'post.published': aboutPost('A post went out on at least one account', {
      ...postExample,
      status: 'published',
      publishedAt: '2026-05-04T08:00:01.000Z',
      deliveries: [deliveredExample()],
      networks: networksOf([deliveredExample()]),
    }),
    'post.failed': aboutPost('A post went out on no account', {
      ...postExample,
      status: 'failed',
      error: `${postExample.accountIds[0]}: Post text is too long`,
      deliveries: [failedExample()],
      networks: [],
    }),
    'post.needs_attention': postNeedsAttention,
  },
  effects: {
    readPages: { answers: ['pages.'], with: 'network' },
    deleteRecords: { answers: ['records.'], with: 'network' },
  },
  restingStates: ['published', 'failed'],
  retention: null,
  view: {
    remembers: { postId: 'postId', accounts: 'targets', error: 'error' },
    spanning: spanningPost,
    describe: async (db, rows) => {
      const texts = await readPostWork(
        db,
        rows.map(({ id }) => id),
      );
      const contents = new Map(texts.map(({ id, content }) => [id, content]));
      return new Map(
        rows.map(({ id }) => [id, { title: short(contents.get(id) ?? '') || 'a post without a text' }]),
      );
    },
    waitsForPerson: () => null,
    timers: {
      due: {
        title: 'Publish now',
        detail: 'The post goes out at once and not at its time.',
        needs: 'publishing',
      },
    },
    actions,
    senders: { 'delivery.ended': 'family', 'act.ended': 'family' },
    explain: {
      sentence,
    },
  },
});

export type PostHandlers = HandlersOf<typeof post>;

function changeOf(id: string, snapshot: Persisted) {
  const { status, scheduledAt, publishedAt, error } = projectPost(snapshot);
  return { id, status, scheduledAt: isoOrNull(scheduledAt), publishedAt: isoOrNull(publishedAt), error };
}

/** Every account that the post goes to, or went to. */
const accountsOf = ({ context }: Persisted): string[] => spanningPost.accountsOf(context as never);

/** Whether a first comment was started or has ended. */
function commented({ context }: Persisted, before: Persisted): boolean {
  const [one, other] = [context, before.context].map((side) => (side as PostContext).firstComments);
  return one !== other && JSON.stringify(one) !== JSON.stringify(other);
}

/** Compares two views. They are flat, so a loop over the fields is enough; it runs for every step. */
function same(a: object, b: object): boolean {
  for (const key in a) if (a[key as never] !== b[key as never]) return false;
  return true;
}

const MAX_TITLE_CHARS = 90;

function short(text: string): string {
  const line = text.trim().split('\n')[0]!;
  const characters = Array.from(line);
  return characters.length > MAX_TITLE_CHARS ? `${characters.slice(0, MAX_TITLE_CHARS - 1).join('')}…` : line;
}

function actions({ snapshot }: Subject, offer: Offer): ManualAction[] {
  const event = (action: ManualAction['action'], type: string, title: string, detail: string) =>
    offer.event(action, { type }, { title, detail, ...(type === 'publish' && { needs: 'publishing' }) });
  const recall = 'What is not sent yet is called back.';
  const unsent = 'To the accounts that have no copy.';
  return [
    ...(stateName(snapshot.value) === 'failed' ? event('retry', 'publish', 'Send again', unsent) : []),
    ...offer.answers(
      [
        {
          event: 'pages.read',
          title: 'Do not wait for the pages',
          detail: 'The post is sent without their previews.',
          make: () => ({ type: 'pages.read' }),
        },
      ],
      { harmless: true },
    ),
    ...event('cancel', 'shelve', 'Back to drafts', recall),
    ...event('send', 'publish', 'Publish now', unsent),
    ...event('send', 'shelve', 'Back to drafts', recall),
    ...event('send', 'restore', 'Take the removal back', 'It is again as it was.'),
    ...event('send', 'remove', 'Remove', 'From the service, never from the networks.'),
  ];
}

function sentence(
  { row, snapshot }: Standing,
  { now, when, span, children, failureOf }: ExplainTools,
): string {
  const { dueAt, targets, results, publishedAt, approval } = snapshot.context as PostContext;
  const state = stateName(snapshot.value);
  // a delivery that has ended is known here before the post has taken its report
  const ended = new Set(
    children.flatMap(({ row, snapshot: { value } }) => (value === 'published' ? row.id : [])),
  );
  const live = targets.filter(
    ({ accountId, deliveryId }) => results[accountId]?.status === 'published' || ended.has(deliveryId),
  ).length;
  const accounts = targets.length === 1 ? 'account' : 'accounts';
  const but = butFailed(failureOf(row));
  switch (state) {
    case 'draft': {
      const place = dueAt === null ? '' : `; ${when(dueAt)} is only its place on the calendar`;
      return `This post is a draft and goes out when somebody schedules or publishes it${place}.${but}`;
    }
    case 'awaiting_approval': {
      const time = dueAt === null ? '' : `; it is planned for ${when(dueAt)}`;
      const late = dueAt !== null && dueAt <= now ? ', which has passed' : '';
      return `This post waits until an owner or an approver approves it${time}${late}.${but}`;
    }
    case 'rejected': {
      const reason = approval?.state === 'rejected' ? approval.decision.reason : undefined;
      return `This post was not approved${reason === undefined ? '' : `: “${reason}”`} It is a draft until somebody asks again.${but}`;
    }
    case 'scheduled':
      return `This post is scheduled for ${when(dueAt ?? now)}, ${span((dueAt ?? now) - now)}; a timer in its mailbox waits until then.${but}`;
    case 'reading_pages':
      return `This post waits until the pages that it links to are read, for their previews; then it is sent.${but}`;
    case 'publishing':
      return `This post is being published: ${live} of ${targets.length} ${accounts} have it.${but}`;
    case 'published':
      return `This post is published: ${live} of ${targets.length} ${accounts} have it${publishedAt === null ? '' : `, the first since ${when(publishedAt)}`}.${but}`;
    case 'failed':
      return `This post failed: no account has it. It can be sent again.${but}`;
    case 'removing':
    case 'deleting_records':
      return `This post is being removed from the service; what was published before stays at the networks.${but}`;
    case 'removed':
      return `This post was removed from the service; what was published before stays at the networks.${but}`;
    default:
      return `This post is in the state "${state}".${but}`;
  }
}
