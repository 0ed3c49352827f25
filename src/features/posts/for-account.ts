/** What one account of a post gets: the post with the account's override, as its network would be sent it. */
import type { AccountFacts } from '../../../adapters/port/account.ts';
import { cutText, lengthIn } from '../../../adapters/lib/length.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { Measure, PostCost } from '../../../adapters/port/measure.ts';
import type { MediaItem, Plan, PostContent, PublishPort } from '../../../adapters/port/publish.ts';
import type { PostExtras } from '../../../store/post-extras.ts';
import { mediaItems } from '../media/index.ts';

/** A post as people wrote it. */
interface Written {
  content: string;
  media: string[];
  options: PostContent['options'];
  extras: PostExtras;
}

/** What an account gets, and in which field of the request each part stands. */
interface OwnContent {
  text: string;
  media: string[];
  altText: { [mediaUrl: string]: string };
  /** JSON pointers: `/content`, or `/overrides/0/content`. */
  contentPath: string;
  mediaPath: string;
}

/** An account's entry counts before its platform's, and a field that the entry leaves out comes from the post. */
export function contentFor(
  { content, media, extras }: Omit<Written, 'options'>,
  account: { id: string; platform: string },
): OwnContent {
  const entries = extras.overrides ?? [];
  const own = entries.findIndex(({ accountIds }) => accountIds?.includes(account.id));
  const index =
    own === -1 ? entries.findIndex(({ platforms }) => platforms?.includes(account.platform)) : own;
  const entry = entries[index];
  return {
    text: entry?.content ?? content,
    media: entry?.media ?? media,
    altText: { ...extras.altText, ...entry?.altText },
    contentPath: entry?.content === undefined ? '/content' : `/overrides/${index}/content`,
    mediaPath: entry?.media === undefined ? '/media' : `/overrides/${index}/media`,
  };
}

/**
 * Plans a post for one account. Create, validate and the delivery itself use this, so that all three say the same.
 * @returns refusals and warnings name the field in which the text or the media stand
 */
export function planForAccount(adapter: Manifest, post: Written, account: AccountFacts): Plan {
  const own = contentFor(post, account);
  const { items, documents } = mediaItems(own.media, adapter.publish);
  const described = describe(items, own.altText, adapter);
  const plan = adapter.publish.plan(
    { text: own.text, media: described.items, options: post.options },
    account,
  );
  const leftOut = documents.map((url) => `media ${url} is left out: ${account.platform} takes no PDF.`);
  const at = <T extends { param: string }>(found: T): T => ({ ...found, param: pathIn(own, found.param) });
  return {
    ...plan,
    warnings: [...leftOut, ...described.warnings, ...plan.warnings],
    ...(plan.warningDetails && { warningDetails: plan.warningDetails.map(at) }),
    refusals: plan.refusals.map(at),
  };
}

/** How long the account's text is to its network, and what the post costs there. */
export function measureForAccount(
  { publish }: Manifest,
  post: Written,
  account: AccountFacts,
): Measure & { cost: PostCost | null } {
  const { text, media } = contentFor(post, account);
  const content = { text, media: mediaItems(media, publish).items, options: post.options };
  return { ...publish.measure(content, account), cost: publish.cost?.(content) ?? null };
}

function pathIn({ contentPath, mediaPath }: OwnContent, param: string): string {
  return param.replace(/^\/content(?=\/|$)/, contentPath).replace(/^\/media(?=\/|$)/, mediaPath);
}

/** Adds descriptions to the media that the network takes them for. */
function describe(items: MediaItem[], altText: OwnContent['altText'], { publish, name }: Manifest) {
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
