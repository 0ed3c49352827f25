/** What a call about a post would send, and whether the caller may make it, before anybody has agreed to it (docs/mcp.md, Confirmations). */
import type { MediaItem, Plan } from '../../../adapters/port/publish.ts';
import type { Db } from '../../../store/connect.ts';
import type { AltText, SkippedAccount } from '../../../store/post-extras.ts';
import { requirePlan } from '../../api/plan.ts';
import type { Call } from '../../api/operation.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { needsApproval } from '../../api/roles.ts';
import { isoOf } from '../../base/time.ts';
import { insistOnCreate, insistOnDelete, insistOnUpdate } from './allowed.ts';
import { beforeOf, changeByWriter } from './approval/after-change.ts';
import type { PostsContext } from './context.ts';
import { type ReadAccounts, readTiming, type Timing } from './draft.ts';
import { findPostsOfTextIn, timedWarnings } from './duplicates.ts';
import type { RequestedPreview } from './link-preview.ts';
import { liveAccounts } from './refused.ts';
import { contentAfter, contentOf, planFor, type PlanRequest, timingOf, timingRequired } from './request.ts';
import { isAboutLabels, refuseWhileOut, refuseWhilePartlyOut } from './change.ts';
import { postToChange } from './limited.ts';

/** The same for the same request, as long as nothing has changed meanwhile. */
export interface ForeseenPost {
  /** `now`, `next_slot`, or an instant (ISO 8601 in UTC). */
  when: string;
  warnings: string[];
  accounts: {
    accountId: string;
    platform: string;
    name: string;
    text: string;
    title: string | null;
    media: string[];
    /** By URL. Absent means that no medium has a description. */
    altText?: AltText;
    /** The parts after the first. Absent means that the network gets one post. */
    thread?: ForeseenPart[];
    /** The preview of a page; what the request does not say comes from the page. Absent means none. */
    linkPreview?: Omit<RequestedPreview, 'needsPage'>;
    /** Absent means none. */
    firstComment?: string;
  }[];
  /** Accounts that are left out because their network will refuse the post. Absent means none. */
  skipped?: SkippedAccount[];
}

interface ForeseenPart {
  text: string;
  media: string[];
  altText?: AltText;
}

type Body = { [field: string]: unknown };
type ForeseeCall = Pick<Call<PostsContext>, 'context' | 'principal' | 'now'> & {
  /** Where posts and accounts are read. */
  reads: { db: Db; readAccounts: ReadAccounts };
};

const skips = (body: Body) => body['skipRefused'] === true;

/**
 * @param body of a create
 * @returns `nothing`: it would send nothing, because it is a draft
 * @throws Problem as the create would
 */
export async function foreseeCreate(call: ForeseeCall, body: Body): Promise<ForeseenPost | 'nothing'> {
  const workspace = workspaceOf(call, body['workspace'] as string | undefined);
  const timing = timingRequired(body, workspace);
  insistOnCreate({ principal: call.principal, workspace }, timing);
  if (timing.kind === 'draft' || needsApproval(call.principal, workspace)) return 'nothing';
  return foresee(call, workspace, { content: contentOf(body, {}), timing, skipRefused: skips(body) });
}

/**
 * @param body of a PATCH
 * @returns null if it sends nothing and ends what was to be sent; `nothing`: nothing changes of what is sent, because the post is a
 *   draft and stays one, or has failed and is not sent again
 * @throws Problem as the PATCH would
 */
export async function foreseeUpdate(
  call: ForeseeCall,
  id: string,
  body: Body,
): Promise<ForeseenPost | 'nothing' | null> {
  const workspace = workspaceOf(call, body['workspace'] as string | undefined);
  const timing = readTiming(timingOf(body), workspace.timezone);
  const before = await postToChange(call.reads.db, { id, workspace });
  insistOnUpdate({ principal: call.principal, workspace }, before.status, timing);
  if (isAboutLabels(body)) return 'nothing';
  const isResting = before.status === 'draft' || before.status === 'failed';
  if (timing?.kind === 'draft') return isResting ? 'nothing' : null;
  refuseWhilePartlyOut(before, body);
  refuseWhileOut(before);
  const planned: Timing | null =
    before.status === 'scheduled' && before.scheduledAt !== null
      ? { kind: 'at', at: Date.parse(before.scheduledAt) }
      : null;
  const due = timing ?? planned;
  if (due === null) return 'nothing';
  const request = {
    content: await contentAfter(body, before, call.reads.readAccounts),
    timing: due,
    skipRefused: skips(body),
    live: liveAccounts(before),
  };
  if (needsApproval(call.principal, workspace)) {
    const change = changeByWriter(beforeOf(before), request.content, { timing, now: call.now });
    if (change.kind !== 'plain') return isResting ? 'nothing' : null;
  }
  return foresee(call, workspace, request, id);
}

/** @throws Problem as the DELETE would */
export async function foreseeDelete(call: ForeseeCall, id: string, body: Body): Promise<void> {
  const workspace = workspaceOf(call, body['workspace'] as string | undefined);
  const before = await postToChange(call.reads.db, { id, workspace });
  insistOnDelete(call.principal, before.status);
}

async function foresee(
  call: ForeseeCall,
  workspace: Membership,
  request: PlanRequest,
  postId?: string,
): Promise<ForeseenPost> {
  requirePlan(workspace, 'publishing', call.now);
  const { timing } = request;
  const { content, plans, warnings } = await planFor(call, call.reads.readAccounts, workspace, request);
  const { skipped } = content.extras;
  const timed = await timedWarnings(findPostsOfTextIn(call.reads.db), {
    workspaceId: workspace.id,
    content,
    accounts: plans.map(({ account }) => account),
    dueAt: timing.kind === 'at' ? timing.at : timing.kind === 'now' ? call.now : null,
    isDraft: false,
    ...(postId !== undefined && { postId }),
  });
  return {
    when: whenOf(timing),
    warnings: [...warnings, ...timed],
    accounts: plans.map(({ account, title, thread, requestedPreview, firstComment, ...first }) => ({
      accountId: account.id,
      platform: account.platform,
      name: account.displayName,
      title,
      ...partOf(first),
      ...(thread && { thread: thread.map(partOf) }),
      ...previewOf(requestedPreview),
      ...(firstComment && { firstComment: firstComment.text }),
    })),
    ...(skipped && { skipped }),
  };
}

function previewOf(preview: RequestedPreview | null): { linkPreview?: Omit<RequestedPreview, 'needsPage'> } {
  if (preview === null) return {};
  const { needsPage: _, ...linkPreview } = preview;
  return { linkPreview };
}

function partOf({ text, media }: Pick<Plan, 'text' | 'media'>): ForeseenPart {
  return { text, media: media.map(({ url }) => url), ...altTextOf(media) };
}

function altTextOf(media: readonly MediaItem[]): { altText?: AltText } {
  const described = media.flatMap(({ url, alt }) => (alt === undefined ? [] : [[url, alt]]));
  return described.length === 0 ? {} : { altText: Object.fromEntries(described) };
}

function whenOf(timing: Timing): string {
  switch (timing.kind) {
    case 'now':
      return 'now';
    case 'slot':
      return 'next_slot';
    case 'at':
      return isoOf(timing.at);
    case 'draft':
      return 'never';
    default:
      return timing satisfies never;
  }
}
