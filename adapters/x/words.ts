/** The words of a post as its author wrote them. */
import type { Json } from '../../machines/outcome.ts';
import { at, textAt } from '../lib/http.ts';
import type { CommentAttachment } from '../port/comments.ts';

const MEDIA_LINK = /\/status\/\d+\/(photo|video)\/\d+$/;

/** The original text: short links replaced by their targets, and media links removed. */
export function wordsOf(post: Json): { words: string; mediaLinks: number } {
  const long = at(post, 'note_tweet') ?? at(post, 'note_post');
  const source = textAt(long, 'text') === null ? post : (long as Json);
  let text = textAt(source, 'text') ?? '';
  let mediaLinks = 0;
  for (const link of [at(post, 'entities', 'urls'), at(source, 'entities', 'urls')].flatMap(listOf)) {
    const short = textAt(link, 'url');
    const expanded = textAt(link, 'expanded_url') ?? '';
    if (short === null || !text.includes(short)) continue;
    const isMedia = MEDIA_LINK.test(expanded);
    if (isMedia) mediaLinks += 1;
    text = text.replaceAll(short, () => (isMedia ? '' : expanded));
  }
  return { words: unescaped(text), mediaLinks };
}

/** What X shows of a post (`photo`, `video`), by the links that it adds to the text: each leads to a page with it. */
export function attachmentsIn(post: Json): CommentAttachment[] {
  const links = listOf(at(post, 'entities', 'urls')).map((link) => textAt(link, 'expanded_url') ?? '');
  return [...new Set(links)].flatMap((url) => {
    const kind = MEDIA_LINK.exec(url)?.[1];
    return kind === undefined ? [] : [{ type: kind, url }];
  });
}

/** X escapes these three characters and no others. */
function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

export function listOf(json: Json | undefined): Json[] {
  return Array.isArray(json) ? json : [];
}
