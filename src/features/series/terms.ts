/** Reads what a caller says of a series: the rule with its first time and zone, and what each post says. */
import type { Static } from 'typebox';
import { readAccounts } from '../../../store/accounts.ts';
import type { SeriesRow, SeriesTerms } from '../../../store/series.ts';
import { needsApproval } from '../../api/roles.ts';
import type { Call } from '../../api/operation.ts';
import type { Membership } from '../../api/principal.ts';
import { invalid, Problem } from '../../api/problem.ts';
import { nextOccurrence, readRule, type Recurrence, UnusableRule } from '../../base/recurrence.ts';
import { isTimeZone, wallTimeOf } from '../../base/time.ts';
import {
  type Content,
  contentAfter,
  contentOf,
  foreignFiles,
  planFor,
  type writtenBody,
  type writtenPatch,
} from '../posts/index.ts';
import type { SeriesContext } from './context.ts';

/** When a series repeats, as a caller says it. */
interface WrittenTimes {
  rule?: string;
  startsAt?: string;
  timezone?: string;
}

/**
 * Reads when a series repeats.
 * @param before what it was; null for a new one
 * @param of.now epoch ms: the rule needs a date after it
 * @throws Problem 400 that names the field
 */
export function readTimes(
  { rule, startsAt, timezone }: WrittenTimes,
  before: Recurrence | null,
  of: { timezone: string; now: number },
): Recurrence {
  const zone = timezone ?? before?.timezone ?? of.timezone;
  if (!isTimeZone(zone))
    throw invalid(
      '/timezone',
      `timezone "${zone.slice(0, 40)}" is no IANA time zone; use one such as Europe/Berlin`,
    );
  const local = startsAt === undefined ? before!.startsAt : wallTimeOf(startsAt, zone);
  if (local === null)
    throw invalid(
      '/startsAt',
      `startsAt "${startsAt!.slice(0, 40)}" is not a date and time; write it like 2026-05-04T10:00:00 (in ${zone}) or 2026-05-04T10:00:00Z`,
    );
  try {
    const times = {
      rule: rule === undefined ? before!.rule : readRule(rule),
      startsAt: local,
      timezone: zone,
    };
    if (nextOccurrence(times, of.now) !== null) return times;
  } catch (thrown) {
    if (!(thrown instanceof UnusableRule)) throw thrown;
    throw invalid('/rule', `rule cannot be used: ${thrown.message}`, { code: 'rule_invalid' });
  }
  throw invalid('/rule', 'rule has no date after now: choose a later end, or another first time', {
    code: 'rule_without_dates',
  });
}

type Reader = Pick<Call<SeriesContext>, 'context' | 'principal' | 'now'>;

/** What of a row of a series says what its posts are. */
export const contentOfRow = ({
  accountIds,
  content,
}: Pick<SeriesRow, 'accountIds' | 'content'>): Content => ({
  ...content,
  accountIds,
  options: content.options as Content['options'],
  extras: content.extras,
});

/** What a new series says. @throws Problem 400 that names the field of `post` */
export async function newContent(
  call: Reader,
  workspace: Membership,
  post: Static<typeof writtenBody>,
): Promise<{ content: Content; warnings: string[] }> {
  return inPost(async () => checked(call, workspace, contentOf(post, {})));
}

/** What a changed series says. @param post what changes. @throws Problem 400 that names the field of `post` */
export async function changedContent(
  call: Reader,
  workspace: Membership,
  { row, post }: { row: SeriesRow; post: Static<typeof writtenPatch> },
): Promise<{ content: Content; warnings: string[] }> {
  const read = (ids: string[]) => readAccounts(call.context.sql, ids);
  return inPost(async () => checked(call, workspace, await contentAfter(post, contentOfRow(row), read)));
}

async function checked({ context }: Reader, workspace: Membership, content: Content) {
  const [foreign] = foreignFiles(context, content);
  if (foreign !== undefined) {
    const index = content.media.indexOf(foreign);
    throw invalid(
      index < 0 ? '/media' : `/media/${index}`,
      `${foreign.slice(0, 200)} is not hosted here: a series needs its files for a long time. Host it with POST /v1/media, and use the address that it returns`,
      { code: 'media_not_hosted' },
    );
  }
  // what a network refuses now is refused at once, not when the first post is due
  const { content: kept, warnings } = await planFor({ context }, context.posts.readAccounts, workspace, {
    content,
    timing: { kind: 'now' },
  });
  return { content: kept, warnings };
}

/** Names the field in the body of a series: its post is a part of it. */
async function inPost<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.param === undefined) throw thrown;
    const { kind, message, code, values, accountId } = thrown;
    throw new Problem(kind, message, {
      code,
      param: `/post${thrown.param}`,
      ...(values !== undefined && { values }),
      ...(accountId !== undefined && { accountId }),
    });
  }
}

/** A series as it is stored. */
export function termsOf(
  { principal }: Reader,
  workspace: Membership,
  { times, content: { accountIds, ...content } }: { times: Recurrence; content: Content },
): SeriesTerms {
  return {
    ...times,
    accountIds,
    content,
    setBy: principal.userId,
    mayApprove: !needsApproval(principal, { ...workspace, approval: true }),
  };
}
