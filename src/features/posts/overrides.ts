/**
 * Overrides of a post: what some of its accounts get in place of the post's own text and media (docs/contract.md, Overrides and
 * alt text).
 */
import { Type } from 'typebox';
import { platforms } from '../../../adapters/networks.ts';
import type {
  AltText,
  LinkPreviewSetting,
  Override,
  PostExtras,
  ThreadPart,
} from '../../../store/post-extras.ts';
import { invalid } from '../../api/problem.ts';
import { closed, nullable, resourceId } from '../../api/schemas.ts';
import type { Content } from './content.ts';
import { commentAfter, firstCommentField, insistOnWords } from './first-comment.ts';
import { linkPreviewField, readSetting } from './link-preview.ts';
import { MAX_ACCOUNTS, MAX_CONTENT, MAX_MEDIA, MAX_URL } from './fields.ts';
import { addressAt, altTextField, innerAltTextField, unknownMedia, withAddresses } from './media-fields.ts';
import { readThread, threadParts } from './thread.ts';

const MAX_OVERRIDES = 50;
const media = Type.Optional(Type.Array(Type.String({ maxLength: MAX_URL }), { maxItems: MAX_MEDIA }));

/** The fields of create, PATCH and validate. */
export const overrideFields = {
  overrides: Type.Optional(
    Type.Array(
      Type.Object(
        {
          accountIds: Type.Optional(
            Type.Array(resourceId('account'), { minItems: 1, maxItems: MAX_ACCOUNTS, uniqueItems: true }),
          ),
          platforms: Type.Optional(
            Type.Array(Type.String({ enum: [...platforms] }), { minItems: 1, uniqueItems: true }),
          ),
          content: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_CONTENT })),
          media,
          altText: innerAltTextField,
          thread: Type.Optional(threadParts()),
          linkPreview: Type.Optional(nullable(linkPreviewField)),
          firstComment: Type.Optional(nullable(firstCommentField())),
        },
        closed,
      ),
      {
        maxItems: MAX_OVERRIDES,
        description:
          'What some accounts get instead: each entry names `accountIds` or `platforms`. What it leaves out comes from the post.',
      },
    ),
  ),
  altText: altTextField,
  thread: Type.Optional(
    threadParts('Parts below the post: a thread on x, threads, bluesky and mastodon, joined elsewhere.'),
  ),
  linkPreview: Type.Optional(nullable(linkPreviewField)),
  firstComment: Type.Optional(
    nullable(firstCommentField('Commented below the post once it is live; other networks leave it out.')),
  ),
};

/** The fields as a body has them. Absent means that they are not about to change. */
export interface OverrideFields {
  overrides?: Override[];
  altText?: AltText;
  thread?: ThreadPart[];
  /** null means the first address of the text, as if nothing was set. */
  linkPreview?: LinkPreviewSetting | null;
  /** null means none. */
  firstComment?: string | null;
}

/**
 * What a body says of overrides and descriptions, over what the post had.
 * @param accountIds of the post as it will be: entries of other accounts are dropped from what the post had
 * @param postMedia the post's own media, as addresses
 * @throws Problem 400 for an entry with both lists or none, for a name in two entries, and for a description of unknown media
 */
export function readExtras(
  body: OverrideFields,
  before: PostExtras,
  { accountIds, postMedia }: { accountIds: string[]; postMedia: string[] },
): PostExtras {
  const overrides =
    body.overrides?.map(readOverride) ??
    withoutAccounts(before.overrides ?? [], (id) => !accountIds.includes(id));
  refuseRepeated(overrides);
  const described = body.altText ? withAddresses(body.altText, '/altText') : (before.altText ?? {});
  const thread = body.thread ? readThread(body.thread, '/thread') : (before.thread ?? []);
  const mediaIds = new Set([...postMedia, ...allMediaIn({ overrides, thread })]);
  const check = (descriptions: AltText = {}, path: string) => {
    for (const url of Object.keys(descriptions)) if (!mediaIds.has(url)) throw unknownMedia(path, url);
  };
  const checkParts = (parts: ThreadPart[] = [], path: string) =>
    parts.forEach(({ altText: own }, index) => check(own, `${path}/${index}/altText`));
  if (body.altText) check(described, '/altText');
  if (body.thread) checkParts(thread, '/thread');
  body.overrides?.forEach((_, index) => {
    check(overrides[index]!.altText, `/overrides/${index}/altText`);
    checkParts(overrides[index]!.thread, `/overrides/${index}/thread`);
  });
  const withoutUnknown = <T extends { altText?: AltText }>({ altText: own, ...rest }: T) => ({
    ...rest,
    ...altTextOf(own ?? {}, mediaIds),
  });
  return {
    ...(overrides.length > 0 && {
      overrides: overrides.map((entry) => ({
        ...withoutUnknown(entry),
        ...(entry.thread && { thread: entry.thread.map(withoutUnknown) }),
      })),
    }),
    ...altTextOf(described, mediaIds),
    ...(thread.length > 0 && { thread: thread.map(withoutUnknown) }),
    ...settingOf(body.linkPreview, before.linkPreview),
    ...commentAfter(body.firstComment, before.firstComment),
  };
}

/** What a body says of the preview, over what the post had. */
function settingOf(
  written: LinkPreviewSetting | null | undefined,
  before: LinkPreviewSetting | undefined,
): { linkPreview?: LinkPreviewSetting } {
  const setting = written === undefined ? before : written && readSetting(written, '/linkPreview');
  return setting === undefined || setting === null ? {} : { linkPreview: setting };
}

/** Media that a PATCH took away take their descriptions with them. */
function altTextOf(descriptions: AltText, mediaIds: ReadonlySet<string>): { altText?: AltText } {
  const left = Object.entries(descriptions).filter(([url]) => mediaIds.has(url));
  return left.length === 0 ? {} : { altText: Object.fromEntries(left) };
}

function readOverride(entry: Override, index: number): Override {
  const path = `/overrides/${index}`;
  if ((entry.accountIds === undefined) === (entry.platforms === undefined))
    throw invalid(path, `overrides[${index}] must name either accountIds or platforms`);
  if (entry.content !== undefined && entry.content.trim() === '')
    throw invalid(`${path}/content`, `overrides[${index}].content must not be empty`, {
      code: 'content_required',
    });
  if (typeof entry.firstComment === 'string') insistOnWords(entry.firstComment, `${path}/firstComment`);
  return {
    ...entry,
    ...(entry.media && { media: entry.media.map((url, at) => addressAt(url, `${path}/media/${at}`)) }),
    ...(entry.altText && { altText: withAddresses(entry.altText, `${path}/altText`) }),
    ...(entry.thread && { thread: readThread(entry.thread, `${path}/thread`) }),
    ...(entry.linkPreview && { linkPreview: readSetting(entry.linkPreview, `${path}/linkPreview`) }),
  };
}

/** @throws Problem 400 for an account or a platform that stands in two entries */
function refuseRepeated(overrides: readonly Override[]): void {
  const names = new Set<string>();
  overrides.forEach((entry, index) => {
    for (const list of ['accountIds', 'platforms'] as const)
      entry[list]?.forEach((name, at) => {
        if (names.has(name))
          throw invalid(
            `/overrides/${index}/${list}/${at}`,
            `overrides[${index}].${list}[${at}]: ${name} is in two entries; put it into one`,
            { code: 'override_conflict' },
          );
        names.add(name);
      });
  });
}

/** All media of a post: its own, and those of its overrides and of its threads. */
export const allMediaOf = ({ media, extras }: { media: string[]; extras: PostExtras }): string[] => [
  ...new Set([...media, ...allMediaIn(extras)]),
];

const allMediaIn = ({ overrides = [], thread = [] }: PostExtras): string[] => [
  ...overrides.flatMap(({ media = [] }) => media),
  ...[thread, ...overrides.map((entry) => entry.thread ?? [])].flatMap((parts) =>
    parts.flatMap(({ media = [] }) => media),
  ),
];

/**
 * Checks that overrides name accounts and platforms of the post.
 * @param accounts of the post
 * @throws Problem 400
 */
export function insistOnMembers(
  overrides: readonly Override[],
  accounts: readonly { id: string; platform: string }[],
): void {
  const ids = new Set(accounts.map(({ id }) => id));
  const used = new Set(accounts.map(({ platform }) => platform));
  overrides.forEach((entry, index) => {
    const unknown = (list: 'accountIds' | 'platforms', names: ReadonlySet<string>, what: string) =>
      entry[list]?.forEach((name, at) => {
        if (!names.has(name))
          throw invalid(
            `/overrides/${index}/${list}/${at}`,
            `overrides[${index}].${list}[${at}]: the post has no ${what} ${name.slice(0, 64)}`,
            { code: list === 'accountIds' ? 'unknown_account' : 'override_conflict' },
          );
      });
    unknown('accountIds', ids, 'account');
    unknown('platforms', used, 'account on');
  });
}

/** Overrides without the accounts that leave a post; an entry that names none any more goes. */
function withoutAccounts(overrides: readonly Override[], leaves: (id: string) => boolean): Override[] {
  return overrides.flatMap((entry) => {
    if (!entry.accountIds) return [entry];
    const accountIds = entry.accountIds.filter((id) => !leaves(id));
    return accountIds.length === 0 ? [] : [{ ...entry, accountIds }];
  });
}

/** What is left of a post's extras when it has these accounts only. */
export function extrasOf(
  { media, extras }: Pick<Content, 'media' | 'extras'>,
  accounts: readonly { id: string; platform: string }[],
): PostExtras {
  const ids = new Set(accounts.map(({ id }) => id));
  const used = accounts.map(({ platform }) => platform);
  const overrides = withoutAccounts(extras.overrides ?? [], (id) => !ids.has(id));
  const { altText: descriptions = {}, ...left } = withoutPlatforms({ ...extras, overrides }, used);
  return { ...left, ...altTextOf(descriptions, new Set(allMediaOf({ media, extras: left }))) };
}

/** The same for platforms on which the post has no account any more. */
export function withoutPlatforms(extras: PostExtras, used: readonly string[]): PostExtras {
  const { overrides = [], ...rest } = extras;
  const left = overrides.flatMap((entry) => {
    if (!entry.platforms) return [entry];
    const named = entry.platforms.filter((platform) => used.includes(platform));
    return named.length === 0 ? [] : [{ ...entry, platforms: named }];
  });
  return { ...rest, ...(left.length > 0 && { overrides: left }) };
}
