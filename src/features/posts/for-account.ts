/** What one account of a post gets: the post with the account's override, as its network would be sent it. */
import type { AccountFacts } from '../../../adapters/port/account.ts';
import { cutText, lengthIn } from '../../../adapters/lib/length.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { Measure, PostCost } from '../../../adapters/port/measure.ts';
import type { MediaItem, Plan, PostContent, PublishPort } from '../../../adapters/port/publish.ts';
import type { LinkPreviewSetting, PostExtras } from '../../../store/post-extras.ts';
import { entryFor } from '../../kinds/views/first-comment.ts';
import { mediaItems } from '../media/index.ts';

/** A post as people wrote it. */
export interface Written {
  content: string;
  media: string[];
  options: PostContent['options'];
  extras: PostExtras;
}

/** One post of a network: all that an account gets, or a part of its thread. */
export interface OwnPart {
  text: string;
  media: string[];
  altText: { [mediaUrl: string]: string };
  /** JSON pointer of the field that has the text: `/content`, or `/overrides/0/content`. */
  contentPath: string;
  /** JSON pointers of the media, in their order. */
  mediaPaths: string[];
}

/** What an account gets, and in which field of the request each part stands. */
export interface OwnContent extends OwnPart {
  /** The parts after the post itself; empty if there are none. */
  thread: OwnPart[];
  /** JSON pointer of the list: `/thread`, or `/overrides/0/thread`. */
  threadPath: string;
  /** The page whose preview is shown; null means that the text decides. */
  linkPreview: LinkPreviewSetting | null;
  linkPreviewPath: string;
}

/** An account's entry counts before its platform's, and a field that the entry leaves out comes from the post. */
export function contentFor(
  { content, media, extras }: Omit<Written, 'options'>,
  account: { id: string; platform: string },
): OwnContent {
  const entries = extras.overrides ?? [];
  const index = entryFor(entries, account);
  const entry = entries[index];
  const pathOf = (field: 'content' | 'media' | 'thread' | 'linkPreview') =>
    entry?.[field] === undefined ? `/${field}` : `/overrides/${index}/${field}`;
  const altText = { ...extras.altText, ...entry?.altText };
  const threadPath = pathOf('thread');
  const ownMedia = entry?.media ?? media;
  return {
    text: entry?.content ?? content,
    media: ownMedia,
    altText,
    contentPath: pathOf('content'),
    mediaPaths: pathsOf(ownMedia, pathOf('media')),
    threadPath,
    linkPreview: (entry?.linkPreview === undefined ? extras.linkPreview : entry.linkPreview) ?? null,
    linkPreviewPath: pathOf('linkPreview'),
    thread: (entry?.thread ?? extras.thread ?? []).map((part, at) => ({
      text: part.content,
      media: part.media ?? [],
      altText: { ...altText, ...part.altText },
      contentPath: `${threadPath}/${at}/content`,
      mediaPaths: pathsOf(part.media ?? [], `${threadPath}/${at}/media`),
    })),
  };
}

const pathsOf = (media: readonly string[], path: string) => media.map((_, index) => `${path}/${index}`);

/**
 * Plans one post of a network.
 * @returns refusals and warnings name the field in which the text or the media stand
 */
export function planPart(
  adapter: Manifest,
  own: OwnPart,
  { options, account }: { options: PostContent['options']; account: AccountFacts },
): Plan {
  const { items, documents } = mediaItems(own.media, adapter.publish);
  const described = describe(items, own.altText, adapter);
  const plan = adapter.publish.plan({ text: own.text, media: described.items, options }, account);
  const leftOut = documents.map((url) => `media ${url} is left out: ${account.platform} takes no PDF.`);
  const at = <T extends { param: string }>(fault: T): T => ({
    ...fault,
    param: pathIn(own, items, fault.param),
  });
  return {
    ...plan,
    warnings: [...leftOut, ...described.warnings, ...plan.warnings],
    ...(plan.warningDetails && { warningDetails: plan.warningDetails.map(at) }),
    refusals: plan.refusals.map(at),
  };
}

/** How long the text of one post is to its network, and what it costs there. */
export function measurePart(
  { publish }: Manifest,
  { text, media }: OwnPart,
  { options, account }: { options: PostContent['options']; account: AccountFacts },
): Measure & { cost: PostCost | null } {
  const content = { text, media: mediaItems(media, publish).items, options };
  return { ...publish.measure(content, account), cost: publish.cost?.(content) ?? null };
}

/** An adapter counts the media that it was given: what was left out is not among them. */
function pathIn(
  { contentPath, mediaPaths, media }: OwnPart,
  items: readonly MediaItem[],
  param: string,
): string {
  const [, index] = /^\/media\/(\d+)/.exec(param) ?? [];
  const item = index === undefined ? undefined : items[Number(index)];
  const path = item && mediaPaths[media.indexOf(item.url)];
  if (path !== undefined) return param.replace(/^\/media\/\d+/, path);
  const list = mediaPaths[0]?.replace(/\/\d+$/, '') ?? contentPath.replace(/content$/, 'media');
  return param.replace(/^\/content(?=\/|$)/, contentPath).replace(/^\/media(?=\/|$)/, list);
}

/** Adds descriptions to the media that the network takes them for. */
function describe(items: MediaItem[], altText: OwnPart['altText'], { publish, name }: Manifest) {
  const warnings: string[] = [];
  const described = items.map((item): MediaItem => {
    const words = altText[item.url]?.trim() ?? '';
    if (words === '') return item;
    const limit = limitOf(publish, item);
    if (limit === null) {
      warnings.push(`the description of ${item.url} is left out: ${name} takes none there (${item.kind}).`);
      return item;
    }
    const alt = cutText(words, limit.characters, limit.unit);
    if (alt !== words)
      warnings.push(
        `the description of ${item.url} is cut: ${name} takes ${limit.characters} characters, it has ${lengthIn(limit.unit, words)}.`,
      );
    return { ...item, alt };
  });
  return { items: described, warnings };
}

function limitOf({ altText }: PublishPort, { kind }: MediaItem) {
  return altText?.kinds.includes(kind) ? altText : null;
}
