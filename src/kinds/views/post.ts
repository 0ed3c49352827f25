/** A post as callers see it (docs/contract.md, Posts). */
import type {
  AltText,
  LinkPreviewSetting,
  Override,
  SkippedAccount,
  ThreadPart,
} from '../../../store/post-extras.ts';
import type { PostRow } from '../../../store/posts.ts';
import { localTime } from '../../base/time.ts';
import { approvalView, type ApprovalView, WAITS_FOR_APPROVAL } from './approval.ts';
import { type CommentsState, type FirstCommentView, firstCommentView } from './first-comment.ts';
import { deliveryView, type DeliveryView, type PartView } from './delivery.ts';

/** A delivery of a post, with the numbers of its parts. */
interface DeliveryWithMetrics extends DeliveryView {
  thread: PartWithMetrics[];
  firstComment: FirstCommentView | null;
}

interface PartWithMetrics extends PartView {
  metrics: Metrics | null;
}

type Metrics = { views: number; likes: number; comments: number; shares: number };

export interface PublicPost extends ApprovalView {
  id: string;
  content: string;
  status: string;
  scheduledAt: string | null;
  scheduledLocal: string | null;
  timezone: string;
  publishedAt: string | null;
  accountIds: string[];
  media: string[];
  overrides: Override[];
  altText: AltText;
  skipped: SkippedAccount[];
  /** null means the first address of the text, where a network shows a preview only if told. */
  linkPreview: LinkPreviewSetting | null;
  thread: ThreadPart[];
  firstComment: string | null;
  labels: string[];
  /** The series that made it; null if a person did. */
  seriesId: string | null;
  metrics: Metrics | null;
  error: string | null;
  warnings: string[];
  /** Live on some of its accounts and not, or not whole, on others. Absent means it is not. */
  partial?: true;
  /** The caller does not reach all of its accounts. Absent means they do. */
  limited?: true;
  deliveries: DeliveryWithMetrics[];
  createdAt: string;
  updatedAt: string;
  [option: string]: unknown;
}

/** @param post as read from the store; the options of each network are returned under the names of the API */
export function publicPost(post: PostRow): PublicPost {
  const comments = post.comments ?? NO_COMMENTS;
  const approval = approvalView(post);
  const waits = approval.approval === 'requested';
  const commentOf = (id: string, platform: string) =>
    firstCommentView(post.extras, { id, platform }, comments);
  const deliveries = post.deliveries.map((snapshot): DeliveryWithMetrics => {
    const view = withParts(deliveryView(snapshot), post.partMetrics);
    return { ...view, firstComment: commentOf(view.accountId, view.platform) };
  });
  const started = new Map(deliveries.map((delivery) => [delivery.accountId, delivery]));
  return {
    id: post.id,
    content: post.content,
    status: post.status,
    ...approval,
    scheduledAt: post.scheduledAt,
    scheduledLocal: post.scheduledAt === null ? null : localTime(Date.parse(post.scheduledAt), post.timezone),
    timezone: post.timezone,
    publishedAt: post.publishedAt,
    accountIds: post.accountIds,
    media: post.media,
    overrides: post.extras.overrides ?? [],
    altText: post.extras.altText ?? {},
    skipped: post.extras.skipped ?? [],
    thread: post.extras.thread ?? [],
    linkPreview: post.extras.linkPreview ?? null,
    firstComment: post.extras.firstComment ?? null,
    labels: post.labels,
    seriesId: post.seriesId,
    metrics: post.metrics,
    error: post.error,
    warnings: waits ? [WAITS_FOR_APPROVAL, ...post.warnings] : post.warnings,
    ...(isPartial(post, started) && { partial: true as const }),
    deliveries: [
      ...post.accountIds.map((id, index): DeliveryWithMetrics => {
        const platform = post.platforms[index]!;
        return started.get(id) ?? { ...pending(id, platform), firstComment: commentOf(id, platform) };
      }),
      // accounts that were removed from the post after it was published there: what is live stays in the list
      ...deliveries.filter((delivery) => !post.accountIds.includes(delivery.accountId)),
    ],
    ...post.options,
    createdAt: post.createdAt,
    updatedAt: post.updatedAt,
  };
}

const NO_COMMENTS: CommentsState = {};

function withParts(
  view: DeliveryView,
  numbers: PostRow['partMetrics'],
): Omit<DeliveryWithMetrics, 'firstComment'> {
  const { accountId, thread = [] } = view;
  const metricsOf = ({ networkPostId }: PartView) =>
    (networkPostId !== null && numbers?.[`${accountId} ${networkPostId}`]) || null;
  return { ...view, thread: thread.map((part) => ({ ...part, metrics: metricsOf(part) })) };
}

/** Whether a post is live on some accounts and not, or not whole, on others. The status of such a post is `published`. */
function isPartial({ status, accountIds }: PostRow, started: Map<string, DeliveryView>): boolean {
  const isWhole = (delivery: DeliveryView | undefined) =>
    delivery?.status === 'published' && delivery.error === null;
  return status === 'published' && !accountIds.every((id) => isWhole(started.get(id)));
}

function pending(accountId: string, platform: string): Omit<DeliveryWithMetrics, 'firstComment'> {
  return {
    accountId,
    platform,
    status: 'pending',
    attempt: 0,
    nextAttemptAt: null,
    networkPostId: null,
    url: null,
    error: null,
    warnings: [],
    thread: [],
  };
}

/** The example of a post in the API documents. */
export const postExample = {
  id: 'post_01JD0000000000000000000001',
  content: 'Hello from all of us',
  status: 'publishing',
  approval: null,
  scheduledAt: '2026-05-04T08:00:00.000Z',
  scheduledLocal: '2026-05-04T10:00:00',
  timezone: 'Europe/Berlin',
  publishedAt: null,
  accountIds: ['acc_01JD0000000000000000000001'],
  media: [],
  overrides: [],
  altText: {},
  skipped: [],
  thread: [],
  linkPreview: null,
  firstComment: null,
  labels: [],
  seriesId: null,
  metrics: null,
  error: null,
  warnings: [],
  deliveries: [
    {
      accountId: 'acc_01JD0000000000000000000001',
      platform: 'bluesky',
      status: 'sending',
      attempt: 1,
      nextAttemptAt: null,
      networkPostId: null,
      url: null,
      error: null,
      warnings: [],
      thread: [],
      firstComment: null,
    },
  ],
  createdAt: '2026-05-04T08:00:00.000Z',
  updatedAt: '2026-05-04T08:00:00.000Z',
};
