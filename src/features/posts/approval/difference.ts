/**
 * What differs between a post as it was approved, or shown to somebody, and the post of now: for the page of the post and for the page of
 * a client's link. Pure. Accounts are compared by what each gets, so it does not matter whether a text is the post's or an override.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ApprovedPlan } from '../../../../store/approved-plans.ts';
import type { PostRow } from '../../../../store/posts.ts';
import { inOrder } from '../../../base/in-order.ts';
import { approvalView } from '../../../kinds/views/approval.ts';
import { firstCommentFor } from '../../../kinds/views/first-comment.ts';
import { contentFor, type OwnPart } from '../for-account.ts';

/** ISO 8601 in UTC, or the name of the field by which it was asked for; null means at no time that is known. */
type TimeText = string | null;

interface Plan {
  content: ApprovedPlan;
  time: TimeText;
}

interface File {
  url: string;
  /** Empty if it has none. */
  description: string;
}

export const CHANGE_PARTS = [
  'text',
  'files',
  'firstComment',
  'linkPreview',
  'option',
  'accountAdded',
  'accountRemoved',
  'time',
] as const;

export interface Change {
  part: (typeof CHANGE_PARTS)[number];
  /** The accounts that get it; empty for `option` and `time`. */
  accountIds: string[];
  /** Which post of the thread: 0 is the first. null if it is about none. */
  index: number | null;
  /** Of an option, as the API calls it. */
  name: string | null;
  /** null means that there was nothing, or that it is no text. */
  before: string | null;
  after: string | null;
  /** Of `files`; else empty. */
  filesBefore: File[];
  filesAfter: File[];
}

/**
 * What was changed of a post since a plan of it was looked at.
 * @param post of now. What is planned for an account that it does not go to any more is not compared
 */
export function differenceOf(before: Plan, post: PostRow): Change[] {
  const after: Plan = { content: post, time: isPlanned(post) ? timeOf(post) : before.time };
  const accounts = post.accountIds.map((id, index) => ({ id, platform: post.platforms[index]! }));
  const [old, current] = [new Set(before.content.accountIds), new Set(after.content.accountIds)];
  const both = accounts.filter(({ id }) => old.has(id) && current.has(id));
  return [
    ...accountChanges(
      'accountRemoved',
      [...old].filter((id) => !current.has(id)),
    ),
    ...accountChanges(
      'accountAdded',
      [...current].filter((id) => !old.has(id)),
    ),
    ...grouped(both.flatMap((account) => changesFor(account, before.content, after.content))),
    ...optionChanges(before.content, after.content),
    ...(before.time === after.time
      ? []
      : [{ ...NOTHING, part: 'time' as const, before: before.time, after: after.time }]),
  ];
}

/** When a post goes out, or would if it was approved. */
function timeOf(post: PostRow): TimeText {
  const { approval, approvalDetails } = approvalView(post);
  return approval === 'requested' && post.scheduledAt === null ? approvalDetails!.timing : post.scheduledAt;
}

const isPlanned = (post: PostRow): boolean =>
  post.status === 'scheduled' || approvalView(post).approval === 'requested';

type Account = { id: string; platform: string };

const NOTHING = {
  accountIds: [],
  index: null,
  name: null,
  before: null,
  after: null,
  filesBefore: [],
  filesAfter: [],
} satisfies Omit<Change, 'part'>;

const accountChanges = (part: 'accountAdded' | 'accountRemoved', accountIds: string[]): Change[] =>
  accountIds.length === 0 ? [] : [{ ...NOTHING, part, accountIds }];

/** What changed in the post as one account gets it. */
function changesFor(account: Account, before: ApprovedPlan, after: ApprovedPlan): Change[] {
  const [old, current] = [contentFor(before, account), contentFor(after, account)];
  const [oldParts, parts] = [
    [old, ...old.thread],
    [current, ...current.thread],
  ];
  const of = { ...NOTHING, accountIds: [account.id] };
  const texts = (
    part: Change['part'],
    one: string | null,
    other: string | null,
    index: number | null = null,
  ): Change[] => (one === other ? [] : [{ ...of, part, index, before: one, after: other }]);
  const ofParts = Array.from({ length: Math.max(oldParts.length, parts.length) }, (_, index) => {
    const [was, is] = [oldParts[index], parts[index]];
    const [filesBefore, filesAfter] = [filesOf(was), filesOf(is)];
    return [
      ...texts('text', was?.text ?? null, is?.text ?? null, index),
      ...(isDeepStrictEqual(filesBefore, filesAfter)
        ? []
        : [{ ...of, part: 'files' as const, index, filesBefore, filesAfter }]),
    ];
  });
  return [
    ...ofParts.flat(),
    ...texts(
      'firstComment',
      firstCommentFor(before.extras, account).text,
      firstCommentFor(after.extras, account).text,
    ),
    ...texts('linkPreview', asText(old.linkPreview), asText(current.linkPreview)),
  ];
}

const filesOf = (part: OwnPart | undefined): File[] =>
  part?.media.map((url) => ({ url, description: part.altText[url]?.trim() ?? '' })) ?? [];

function optionChanges({ options: before }: ApprovedPlan, { options: after }: ApprovedPlan): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((name): Change[] => {
    const [old, current] = [asText(before[name]), asText(after[name])];
    return old === current ? [] : [{ ...NOTHING, part: 'option', name, before: old, after: current }];
  });
}

/** A setting for people to read; null if there is none. */
const asText = (value: unknown): string | null =>
  value === undefined || value === null
    ? null
    : typeof value === 'string'
      ? value
      : JSON.stringify(inOrder(value));

/** The same change of several accounts is one. */
function grouped(changes: readonly Change[]): Change[] {
  const groups = Map.groupBy(changes, (change) => JSON.stringify({ ...change, accountIds: [] }));
  return [...groups.values()].map((same) => ({
    ...same[0]!,
    accountIds: same.flatMap(({ accountIds }) => accountIds),
  }));
}
