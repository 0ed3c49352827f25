/** What a reply shows beside its words (Threads API, "Media", `media_type`). The same in lists and in webhooks. */
import type { Json } from '../../machines/outcome.ts';
import { textAt } from '../lib/http.ts';
import type { CommentAttachment } from '../port/comments.ts';

/** Several at once (`CAROUSEL_ALBUM`) are shown by the first, which is all that the fields name. */
const TYPES: { [word: string]: string } = {
  IMAGE: 'image',
  CAROUSEL_ALBUM: 'image',
  VIDEO: 'video',
  AUDIO: 'audio',
};

/** Empty: the reply has words alone. Webhooks say that there is something and not where. */
export function attachmentsIn(reply: Json): CommentAttachment[] {
  const type = TYPES[textAt(reply, 'media_type') ?? ''];
  if (type === undefined) return [];
  return [{ type, url: textAt(reply, 'media_url') ?? textAt(reply, 'thumbnail_url') }];
}
