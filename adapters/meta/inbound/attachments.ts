/** What is attached to a message in a webhook. */
import type { Json } from '../../../machines/outcome.ts';
import { at } from '../../lib/http.ts';
import type { Attachment } from '../../port/messages.ts';
import { idIn, wordsIn } from '../../lib/inbound-facts.ts';

/** What the person uploaded. Everything else belongs to somebody else, or ends with a story: it is only linked. */
const UPLOADED = new Set(['image', 'video', 'audio', 'file']);
/** Types that say less than another one about the same thing: `share` beside `ig_post`, `image` beside `sticker`. */
const VAGUE = new Set(['share', 'image', 'fallback']);

/** The attachments, each thing once: Meta sends some under two types. */
export function attachmentsIn(message: Json | undefined): Attachment[] {
  const items = at(message, 'attachments');
  const found: { attachment: Attachment; marks: string[] }[] = [];
  for (const item of Array.isArray(items) ? items : []) {
    const attachment = attachmentIn(item);
    if (attachment === null) continue;
    const marks = marksOf(attachment, item);
    const twin = found.find((other) => other.marks.some((mark) => marks.includes(mark)));
    if (twin === undefined) {
      found.push({ attachment, marks });
    } else {
      twin.attachment = merged(twin.attachment, attachment);
      twin.marks.push(...marks);
    }
  }
  return found.map(({ attachment }) => attachment);
}

/** Types are an open set: one that nobody has described is kept by its name. */
function attachmentIn(item: Json): Attachment | null {
  const type = wordsIn(item, 'type');
  if (type === null) return null;
  const payload = at(item, 'payload');
  return {
    type,
    url: wordsIn(payload, 'url') ?? wordsIn(payload, 'story_media_url') ?? wordsIn(item, 'url'),
    assetId: assetIn(payload),
    title: wordsIn(payload, 'title') ?? wordsIn(item, 'title'),
    mayCopy: UPLOADED.has(type) && idIn(payload, 'sticker_id') === null,
  };
}

const ASSETS = ['ig_post_media_id', 'reel_video_id', 'story_media_id', 'sticker_id', 'id'];

function assetIn(payload: Json | undefined): string | null {
  return ASSETS.map((name) => idIn(payload, name)).find((id) => id !== null) ?? null;
}

/** What two attachments of one thing have in common: its id, its address, or the id in an address whose signature changes. */
function marksOf({ url, assetId }: Attachment, item: Json): string[] {
  const signed = url !== null && URL.canParse(url) ? new URL(url).searchParams.get('asset_id') : null;
  const sticker = idIn(at(item, 'payload'), 'sticker_id');
  return [url, assetId, signed, sticker].filter((mark) => mark !== null && mark !== '') as string[];
}

function merged(one: Attachment, other: Attachment): Attachment {
  const [better, worse] = VAGUE.has(one.type) ? [other, one] : [one, other];
  return {
    type: better.type,
    url: better.url ?? worse.url,
    assetId: better.assetId ?? worse.assetId,
    title: better.title ?? worse.title,
    mayCopy: better.mayCopy && worse.mayCopy,
  };
}
