/** What a client sees of a post: its content as each network would get it, its time, and what was changed of it. */
import type { ApprovalLinkRow } from '../../../../../store/approval-links.ts';
import { findApprovedPlan } from '../../../../../store/approved-plans.ts';
import { listNotes } from '../../../../../store/post-notes.ts';
import type { PostRow } from '../../../../../store/posts.ts';
import type { Membership } from '../../../../api/principal.ts';
import { Problem } from '../../../../api/problem.ts';
import { isoOf, isoOrNull } from '../../../../base/time.ts';
import { approvalView } from '../../../../kinds/views/approval.ts';
import { changedParts } from '../../../../kinds/views/plan-print.ts';
import { takeNextSlot } from '../../../workspaces/index.ts';
import type { Content } from '../../content.ts';
import type { PostsContext } from '../../context.ts';
import { type AccountPlan, planPost } from '../../draft.ts';
import { type Change, differenceOf } from '../difference.ts';
import { type ClientPage, kindOf, type AccountView } from './page.ts';

type Reading = Pick<PostsContext, 'sql' | 'adapters' | 'guard' | 'media' | 'posts'>;

/** A link with its post, as it is opened. `now`: epoch ms */
interface Opened {
  link: ApprovalLinkRow;
  workspace: Membership;
  post: PostRow;
  now: number;
}

/** The page without its form's values. */
type View = Pick<
  ClientPage,
  'heading' | 'sentences' | 'accounts' | 'changes' | 'accountNames' | 'when' | 'notes'
> & {
  canDecide: boolean;
};

export async function viewOf(context: Reading, opened: Opened): Promise<View> {
  const { link, workspace, post } = opened;
  const when = timesIn(workspace.timezone);
  const accounts = await planned(context, opened);
  const accountNames = new Map(accounts.map(({ id, network, account }) => [id, `${network}: ${account}`]));
  const notes = (await listNotes(context.sql, { postId: post.id, workspaceId: post.workspaceId })).flatMap(
    ({ authorId, text }) => (authorId === link.id ? [text] : []),
  );
  const words = { accountNames, when, notes };
  const { approval, approvalDetails } = approvalView(post);
  if (link.decision !== null) return { ...words, ...decided(opened, when) };
  if (approval !== 'requested') return { ...words, ...over(approval) };
  if (changedParts(link.plan, approvalDetails!.plan ?? '').length > 0)
    return { ...words, ...changed(opened), accounts };
  return {
    ...words,
    heading: 'Approve this post',
    sentences: [
      `${workspace.name} asks you to look at this post.`,
      await timeSentence(context, opened, when),
    ],
    accounts,
    changes: await sinceApproved(context, post),
    canDecide: true,
  };
}

type Outcome = Omit<View, 'accountNames' | 'when' | 'notes'>;
const NOTHING_SHOWN = { accounts: [], changes: null, canDecide: false };

function decided({ link, post, workspace }: Opened, when: ClientPage['when']): Outcome {
  const isApproved = link.decision === 'approved';
  const due = post.scheduledAt;
  const goesOut = isApproved && post.status === 'scheduled' && due !== null;
  return {
    ...NOTHING_SHOWN,
    heading: isApproved ? 'You approved this post' : 'You did not approve this post',
    sentences: [
      goesOut
        ? `It goes out on ${when(due)}. You can close this page.`
        : `${workspace.name} sees your decision. You can close this page.`,
    ],
  };
}

function over(approval: string | null): Outcome {
  const sentence =
    approval === 'approved'
      ? 'Somebody has approved this post already.'
      : approval === 'rejected'
        ? 'Somebody has rejected this post already.'
        : 'The post does not wait for an approval any more.';
  return { ...NOTHING_SHOWN, heading: 'Nothing to decide', sentences: [sentence] };
}

/** The post was changed after the link was made. */
function changed({ link, post, workspace }: Opened): Omit<Outcome, 'accounts'> {
  const time = isoOrNull(link.plannedAt?.getTime() ?? null) ?? link.timing;
  return {
    heading: 'This post was changed',
    sentences: [
      `It was changed after this link was made, so you cannot decide on it here. Ask ${workspace.name} for a new link.`,
    ],
    changes: { title: 'What was changed', list: differenceOf({ content: link.content, time }, post) },
    canDecide: false,
  };
}

async function sinceApproved(
  { sql }: Reading,
  post: PostRow,
): Promise<{ title: string; list: Change[] } | null> {
  const found = await findApprovedPlan(sql, { postId: post.id, workspaceId: post.workspaceId });
  if (!found) return null;
  const list = differenceOf({ content: found.plan, time: isoOrNull(found.plannedAt) }, post);
  return list.length === 0 ? null : { title: 'What was changed since it was approved', list };
}

async function timeSentence(
  { sql }: Reading,
  { link, post, workspace, now }: Opened,
  when: ClientPage['when'],
): Promise<string> {
  if (link.timing === 'publishNow') return 'If you approve it, it goes out at once.';
  if (link.timing === 'useNextSlot')
    return 'If you approve it, it goes out at the next free time of the schedule.';
  const at = link.plannedAt!.getTime();
  if (at > now) return `If you approve it, it goes out on ${when(isoOf(at))}.`;
  const passed = `It was planned for ${when(isoOf(at))}, which has passed.`;
  try {
    const slot = await takeNextSlot(sql, { workspace, accountIds: post.accountIds }, now, false);
    return `${passed} If you approve it now, it goes out at the next free time of the schedule: ${when(isoOf(slot))}.`;
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return `${passed} There is no free time in the schedule: ask ${workspace.name} to set another one.`;
  }
}

/** As each network would get it. Accounts that are gone are left out. */
async function planned(
  context: Reading,
  { post, workspace }: Opened,
): Promise<(AccountView & { id: string })[]> {
  const accounts = await context.posts.readAccounts(post.accountIds);
  const ids = new Set(accounts.flatMap(({ id, workspaceId }) => (workspaceId === workspace.id ? [id] : [])));
  const accountIds = post.accountIds.filter((id) => ids.has(id));
  const overrides = post.extras.overrides?.filter(
    (entry) => entry.accountIds?.every((id) => ids.has(id)) ?? true,
  );
  const content = {
    content: post.content,
    media: post.media,
    options: post.options as Content['options'],
    accountIds,
    extras: { ...post.extras, ...(overrides && { overrides }) },
    labels: [],
  };
  const { plans } = await planPost(context.posts.readAccounts, context, workspace, content);
  return plans.map((plan) => accountView(plan, context));
}

function accountView(plan: AccountPlan, { adapters, media }: Reading): AccountView & { id: string } {
  const { account, title, firstComment, linkPreview } = plan;
  return {
    id: account.id,
    network: adapters[account.platform]?.name ?? account.platform,
    account: account.displayName,
    title,
    parts: [plan, ...(plan.thread ?? [])].map(({ text, media: files }) => ({
      text,
      files: files.map(({ url, alt = '' }) => ({
        url,
        // pages show files of this service alone
        kind: media.isHosted(url) ? kindOf(url) : 'other',
        description: alt,
      })),
    })),
    preview: linkPreview ?? null,
    firstComment: firstComment?.text ?? null,
  };
}

function timesIn(timeZone: string): ClientPage['when'] {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone });
  return (time) => `${format.format(new Date(time))} (${timeZone})`;
}
