/** What a person writes, and the request body made from it. */
import type { components } from '../../base/api-types.ts';
import type { Input } from '../../base/operations.ts';
import { isWhole } from '../../base/parts/moment.ts';
import { withApiNames } from './options/earlier.ts';
import { clearedOptions, type Options, readOptions, sendableOptions } from './options/fields.ts';
import { type Override, sendable } from './own-text.ts';
import { readRepeat, type Repeat, ruleOf, WEEKLY } from './repeat.ts';

type Account = components['schemas']['Account'];
type Post = components['schemas']['Post'];

const TIMINGS = ['now', 'slot', 'at', 'repeat', 'draft', 'keep'] as const;
export type Timing = (typeof TIMINGS)[number];

/** A part of a thread: what the page does not show of one stays. */
export type ThreadPart = NonNullable<PostBody['thread']>[number];

type LinkPreview = NonNullable<PostBody['linkPreview']>;

export interface Draft {
  content: string;
  accountIds: string[];
  media: string[];
  /** Descriptions of media, by their address. */
  altText: { [url: string]: string };
  /** What some accounts get instead. */
  overrides: Override[];
  /** Parts after the text itself. */
  thread: ThreadPart[];
  /** Commented below the post once it is live; empty means none. */
  firstComment: string;
  /** The page whose preview is shown; false means none, null the first address of the text. */
  linkPreview: LinkPreview | null;
  timing: Timing;
  /**
   * Wall time in the workspace's time zone, such as `2026-05-04T10:00`; empty: not chosen; one half, such as `2026-05-04T`, while it is
   * being filled in.
   */
  at: string;
  /** How it repeats, if it does. */
  repeat: Repeat;
  /** Of a post of a series: the posts of the series after it change as well. */
  following: boolean;
  options: Options;
  /** Words of the team, by which it finds the post. */
  labels: string[];
}

export const emptyDraft = (timing: Timing = 'now', at = ''): Draft => ({
  content: '',
  accountIds: [],
  media: [],
  altText: {},
  overrides: [],
  thread: [],
  firstComment: '',
  linkPreview: null,
  timing,
  at,
  repeat: WEEKLY,
  following: false,
  options: {},
  labels: [],
});

/**
 * A draft as it was saved, perhaps by an earlier or a later version of these pages: what is not as it should be is as in an empty one.
 * Two drafts with the same fields give the same JSON.
 */
export function readDraft(saved: unknown): Draft {
  const from = isRecord(saved) ? saved : {};
  const none = emptyDraft();
  const options = isRecord(from['options']) ? from['options'] : {};
  const { altText, overrides, thread, linkPreview, timing } = from;
  return {
    content: textIn(from['content']),
    accountIds: textsIn(from['accountIds']),
    media: textsIn(from['media']),
    altText: isRecord(altText) ? (altText as Draft['altText']) : none.altText,
    overrides: Array.isArray(overrides) ? (overrides as Override[]) : none.overrides,
    thread: Array.isArray(thread) ? thread.filter(isPart).map(partOf) : none.thread,
    firstComment: textIn(from['firstComment']),
    linkPreview: isPreview(linkPreview) ? linkPreview : none.linkPreview,
    timing: TIMINGS.find((one) => one === timing) ?? none.timing,
    at: textIn(from['at']),
    repeat: readRepeat(from['repeat']),
    following: from['following'] === true,
    options: readOptions(withApiNames(options)),
    labels: textsIn(from['labels']),
  };
}

const isRecord = (value: unknown): value is { [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPart = (value: unknown): value is ThreadPart =>
  isRecord(value) && typeof value['content'] === 'string';
const isPreview = (value: unknown): value is LinkPreview =>
  value === false || (isRecord(value) && typeof value['url'] === 'string');
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** A part of a thread without what is empty: parts that say the same give the same JSON. */
export function partOf({ content, media, altText }: ThreadPart): ThreadPart {
  const urls = textsIn(media);
  return {
    content,
    ...(urls.length > 0 && { media: urls }),
    ...(isRecord(altText) && Object.keys(altText).length > 0 && { altText }),
  };
}

/** @param post to be edited */
export function draftOf(post: Post): Draft {
  return {
    content: post.content,
    accountIds: post.accountIds,
    media: post.media,
    altText: post.altText,
    overrides: post.overrides,
    thread: post.thread.map(partOf),
    firstComment: post.firstComment ?? '',
    linkPreview: post.linkPreview,
    // a failed post needs a time to go out again
    timing: post.status === 'failed' ? 'now' : 'keep',
    at: post.scheduledLocal?.slice(0, 16) ?? '',
    repeat: WEEKLY,
    following: false,
    options: readOptions(post),
    labels: post.labels,
  };
}

/** A post as the service takes it. */
type PostBody = Omit<Input<'createPost'>, 'workspace'>;

/** What is sent of an account that was chosen. */
type Chosen = Pick<Account, 'id' | 'platform'>;

/**
 * @param chosen the accounts of the draft
 * @returns the body of a create or PATCH, without the workspace
 */
export function bodyOf(draft: Draft, chosen: readonly Chosen[]): PostBody {
  const { content, accountIds, media } = draft;
  const platforms = new Set<string>(chosen.map(({ platform }) => platform));
  const parts = partsOf(draft.thread);
  return {
    content,
    accountIds,
    media,
    altText: altTextOf(draft),
    overrides: sendable(draft.overrides, chosen) as NonNullable<PostBody['overrides']>,
    ...(parts.length > 0 && { thread: parts }),
    ...(draft.firstComment.trim() !== '' && { firstComment: draft.firstComment }),
    linkPreview: draft.linkPreview,
    labels: draft.labels,
    ...timingOf(draft),
    ...(sendableOptions(draft.options, platforms) as Partial<PostBody>),
  };
}

/** @returns the body of a PATCH, without the workspace: what was cleared is named too */
export const patchOf = (
  draft: Draft,
  chosen: readonly Chosen[],
): Omit<Input<'updatePost'>, 'id' | 'workspace'> => ({
  thread: [],
  firstComment: null,
  ...clearedOptions(new Set<string>(chosen.map(({ platform }) => platform))),
  ...bodyOf(draft, chosen),
});

const WITHOUT_TIME = {
  scheduledAt: undefined,
  publishNow: undefined,
  useNextSlot: undefined,
  draft: undefined,
};

/** @returns the body of a create of a series, without the workspace */
export const seriesOf = (
  draft: Draft,
  chosen: readonly Chosen[],
): Pick<Input<'createSeries'>, 'post' | 'rule' | 'startsAt'> => ({
  post: { ...bodyOf(draft, chosen), ...WITHOUT_TIME } as Input<'createSeries'>['post'],
  rule: ruleOf(draft.repeat, draft.at),
  startsAt: draft.at,
});

/** @returns what a changed post of a series changes in the posts after it */
export const followingOf = (
  draft: Draft,
  chosen: readonly Chosen[],
): NonNullable<Input<'updateSeries'>['post']> =>
  ({ ...patchOf(draft, chosen), ...WITHOUT_TIME }) as NonNullable<Input<'updateSeries'>['post']>;

/** The parts that have a text or media. */
const partsOf = (thread: readonly ThreadPart[]): ThreadPart[] =>
  thread.flatMap(({ content, media = [], altText = {} }) =>
    content.trim() === '' && media.length === 0
      ? []
      : [partOf({ content, media, altText: descriptionsOf(altText, media) })],
  );

/** Descriptions of media that the draft still has. */
const altTextOf = ({ media, overrides, thread, altText }: Draft): Draft['altText'] =>
  descriptionsOf(altText, [
    ...media,
    ...overrides.flatMap((entry) => entry.media ?? []),
    ...[thread, ...overrides.map((entry) => entry.thread ?? [])].flatMap((parts) =>
      parts.flatMap((part) => part.media ?? []),
    ),
  ]);

function descriptionsOf(altText: Draft['altText'], media: readonly string[]): Draft['altText'] {
  const mediaIds = new Set(media);
  const described = Object.entries(altText).filter(
    ([url, words]) => mediaIds.has(url) && words.trim() !== '',
  );
  return Object.fromEntries(described);
}

/** The same for `validate`, which wants a time: what is not chosen yet counts as a draft. */
export function validateBodyOf(draft: Draft, chosen: readonly Chosen[]): PostBody {
  const body = bodyOf(draft, chosen);
  return 'publishNow' in body || 'useNextSlot' in body || 'scheduledAt' in body || 'draft' in body
    ? body
    : { ...body, draft: true };
}

function timingOf({ timing, at }: Draft): Partial<PostBody> {
  switch (timing) {
    case 'now':
      return { publishNow: true };
    case 'slot':
      return { useNextSlot: true };
    case 'at':
    case 'repeat':
      return isWhole(at) ? { scheduledAt: at } : {};
    case 'draft':
      return { draft: true, ...(isWhole(at) && { scheduledAt: at }) };
    case 'keep':
      return {};
    default:
      return timing satisfies never;
  }
}
