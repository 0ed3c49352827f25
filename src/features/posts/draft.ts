/**
 * Reads what a caller asked of a post: its time, its accounts, its media, and what each network would make of it. The
 * same reading serves create, PATCH and validate, so that none can promise what another refuses.
 */
import type { ThreadPart } from '../../../store/post-extras.ts';
import type { Content } from './content.ts';
import type { AccountRow } from '../../../store/accounts.ts';
import { unknownAccount } from '../../api/named-accounts.ts';
import type { Membership } from '../../api/principal.ts';
import { invalid } from '../../api/problem.ts';
import { mediaItems, skippedBecause } from '../media/index.ts';
import { parseInstant } from '../../base/time.ts';
import type { PostsContext } from './context.ts';
import { type PlannedComment, planComment } from './first-comment.ts';
import { contentFor } from './for-account.ts';
import { insistOnMembers } from './overrides.ts';
import { type AccountPlanned, planForAccount } from './plan-for-account.ts';
import { reaches } from '../../api/held.ts';

/** When a post is to go out. A draft's time is a place on the calendar. */
export type Timing =
  | { kind: 'draft'; at: number | null }
  | { kind: 'at'; at: number }
  | { kind: 'now' }
  | { kind: 'slot' };

export interface TimingFields {
  scheduledAt?: string;
  publishNow?: boolean;
  useNextSlot?: boolean;
  draft?: boolean;
}

/**
 * Exactly one timing, or `draft` with `scheduledAt` (docs/contract.md, Posts).
 * @returns null when the caller gave none
 * @throws Problem 400 when several are given, or the date is none
 */
export function readTiming(fields: TimingFields, timeZone: string): Timing | null {
  const inputs = [
    ...(fields.scheduledAt === undefined ? [] : ['scheduledAt']),
    ...(fields.publishNow === true ? ['publishNow'] : []),
    ...(fields.useNextSlot === true ? ['useNextSlot'] : []),
    ...(fields.draft === true ? ['draft'] : []),
  ];
  const both = inputs.length === 2 && fields.draft === true && fields.scheduledAt !== undefined;
  if (inputs.length > 1 && !both) {
    throw invalid(
      `/${inputs[1]}`,
      `${inputs.join(' and ')} cannot go together: give one of scheduledAt, useNextSlot, publishNow or draft`,
      { code: 'timing_conflict' },
    );
  }
  const at = fields.scheduledAt === undefined ? null : readInstant(fields.scheduledAt, timeZone);
  if (fields.draft === true) return { kind: 'draft', at };
  if (at !== null) return { kind: 'at', at };
  if (fields.publishNow === true) return { kind: 'now' };
  if (fields.useNextSlot === true) return { kind: 'slot' };
  return null;
}

function readInstant(text: string, timeZone: string): number {
  const at = parseInstant(text, timeZone);
  if (at === null) {
    throw invalid(
      '/scheduledAt',
      `scheduledAt "${text.slice(0, 40)}" is not a date and time; write it like 2026-05-04T10:00:00 (in ${timeZone}) or 2026-05-04T10:00:00Z`,
    );
  }
  return at;
}

/** Reads accounts by id, in no order; unknown ones are left out. */
export type ReadAccounts = (ids: string[]) => Promise<readonly AccountRow[]>;

/** What one account would get. */
export interface AccountPlan extends AccountPlanned {
  account: AccountRow;
  /** null if the account gets none. */
  firstComment: PlannedComment | null;
}

/**
 * Plans a post for each of its accounts.
 * @returns the plans in the order of the accounts, and warnings for media that is skipped. `accountWarnings` are those of the plans
 * @throws Problem 400 for an account that is unknown or of another workspace, and for a media URL that may not be fetched
 */
export async function planPost(
  readAccounts: ReadAccounts,
  context: Pick<PostsContext, 'adapters' | 'guard' | 'media'>,
  workspace: Membership,
  written: Content,
): Promise<{ plans: AccountPlan[]; warnings: string[] }> {
  const { accountIds, extras } = written;
  const skipped = [
    ...new Set(
      mediaLists(written).flatMap((list) => checkMedia(context, { ...list, networks: workspace.networks })),
    ),
  ];
  const accounts = accountsOf(await readAccounts(accountIds), workspace, accountIds);
  insistOnMembers(extras.overrides ?? [], accounts);
  checkPreviews(context, written, workspace);
  const plans = accounts.map((account) => {
    const adapter = context.adapters[account.platform];
    if (!adapter) {
      throw invalid('/accountIds', `publishing to ${account.platform} is not available on this server`, {
        values: { network: account.platform },
        code: 'platform_unavailable',
        accountId: account.id,
      });
    }
    insistOnContent(written, account);
    const { id, platform, limits, scopes } = account;
    const plan = planForAccount(adapter, written, { id, platform, limits });
    return withComment(account, plan, planComment(adapter, extras, { id, platform, limits, scopes }));
  });
  return {
    plans,
    warnings: skipped.map((url) => `media ${url} is skipped: ${skippedBecause(url)}`),
  };
}

/** The first comment is judged with the post, and sent after it: what a delivery plans does not know it. */
function withComment(
  account: AccountRow,
  plan: AccountPlanned,
  { comment, warnings, refusals }: ReturnType<typeof planComment>,
): AccountPlan {
  if (warnings.length + refusals.length === 0) return { account, ...plan, firstComment: comment };
  return {
    account,
    ...plan,
    firstComment: comment,
    warnings: [...plan.warnings, ...warnings.map(({ message }) => message)],
    ...(warnings.length > 0 && { warningDetails: [...(plan.warningDetails ?? []), ...warnings] }),
    refusals: [...plan.refusals, ...refusals],
  };
}

/** Warnings of the accounts, each with the account it is about. */
export const accountWarnings = (plans: readonly AccountPlan[]): string[] =>
  plans.flatMap(({ account, warnings }) =>
    warnings.map((warning) => `${account.id} (${account.platform}): ${warning}`),
  );

/** The lists of media in a post, with the field in which each stands. */
function mediaLists({ media, extras }: Content): { media: string[]; path: string }[] {
  const ofThread = (thread: ThreadPart[] = [], path: string) =>
    thread.map((part, index) => ({ media: part.media ?? [], path: `${path}/${index}/media` }));
  const own = (extras.overrides ?? []).flatMap((entry, index) => [
    ...(entry.media ? [{ media: entry.media, path: `/overrides/${index}/media` }] : []),
    ...ofThread(entry.thread, `/overrides/${index}/thread`),
  ]);
  return [{ media, path: '/media' }, ...ofThread(extras.thread, '/thread'), ...own];
}

/**
 * @returns the URLs that are skipped, because of their extension
 * @throws Problem 400 for a URL that may not be fetched
 */
function checkMedia(
  context: Pick<PostsContext, 'guard' | 'media'>,
  { media, path, networks }: { media: string[]; path: string; networks: Membership['networks'] },
): string[] {
  const { skipped } = mediaItems(media);
  media.forEach((url, index) => {
    // what is skipped anyway is fetched by nobody
    if (skipped.includes(url) || context.media.isHosted(url)) return;
    const refused = context.guard.check(url, networks);
    if (refused)
      throw invalid(`${path}/${index}`, `media[${index}] cannot be used: ${refused.message}`, {
        code: 'media_url_refused',
      });
  });
  return skipped;
}

/** @throws Problem 400 for a preview whose page or picture may not be fetched */
function checkPreviews(
  { guard, media }: Pick<PostsContext, 'guard' | 'media'>,
  { extras }: Content,
  { networks }: Pick<Membership, 'networks'>,
): void {
  const settings = [
    { setting: extras.linkPreview, path: '/linkPreview' },
    ...(extras.overrides ?? []).map(({ linkPreview }, index) => ({
      setting: linkPreview,
      path: `/overrides/${index}/linkPreview`,
    })),
  ];
  for (const { setting, path } of settings) {
    if (!setting) continue;
    for (const field of ['url', 'image'] as const) {
      const url = setting[field];
      const refused = url === undefined || media.isHosted(url) ? null : guard.check(url, networks);
      if (refused)
        throw invalid(`${path}/${field}`, `${field} of linkPreview cannot be used: ${refused.message}`, {
          code: 'url_refused',
        });
    }
  }
}

/** @throws Problem 400 where an account would get neither text nor media */
function insistOnContent(written: Content, account: { id: string; platform: string }): void {
  const { text, media, contentPath } = contentFor(written, account);
  if (text.trim() !== '' || media.length > 0) return;
  throw invalid(contentPath, 'content must not be empty; write the text of the post', {
    code: 'content_required',
  });
}

function accountsOf(rows: readonly AccountRow[], workspace: Membership, accountIds: string[]): AccountRow[] {
  const found = new Map(rows.map((account) => [account.id, account]));
  return accountIds.map((id, index) => {
    const account = found.get(id);
    if (!account || account.workspaceId !== workspace.id || !reaches(workspace.heldTo, id))
      throw unknownAccount(workspace, { field: 'accountIds', index, id });
    return account;
  });
}

/** @throws Problem 400 for the first thing a network would refuse */
export function insistOnPlans(plans: AccountPlan[]): void {
  for (const { account, refusals } of plans) {
    const refusal = refusals[0];
    if (refusal) {
      throw invalid(refusal.param, `${account.platform} (${account.id}): ${refusal.message}`, {
        code: refusal.code,
        accountId: account.id,
        values: { ...refusal.values, network: account.platform },
      });
    }
  }
}

/** Refusals of a draft are said, not enforced: it can still be corrected. */
export function refusalsAsWarnings(plans: AccountPlan[]): string[] {
  return plans.flatMap(({ account, refusals }) =>
    refusals.map((refusal) => `${account.id} (${account.platform}) would refuse this: ${refusal.message}`),
  );
}
