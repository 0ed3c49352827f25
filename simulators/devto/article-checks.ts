/** What the network accepts of an article. */
import type { Json } from '../../machines/outcome.ts';
import { type Article, DISCLOSURES, LIQUID_TAGS, MAX_TAGS, MAX_TITLE, type State } from './state.ts';

interface Given {
  title?: Json;
  body_markdown?: Json;
  published?: Json;
  tags?: Json;
  canonical_url?: Json;
  main_image?: Json;
  ai_disclosure_level?: Json;
}

export async function read(request: Request): Promise<Given | null> {
  const body = (await request.json().catch(() => null)) as { article?: Given } | null;
  return typeof body?.article === 'object' ? body.article : null;
}

export function filled(article: Article, given: Given): Article {
  const changed = { ...article };
  if (given.title !== undefined) changed.title = textOf(given.title);
  if (given.body_markdown !== undefined) changed.body = textOf(given.body_markdown);
  if (Array.isArray(given.tags)) changed.tags = given.tags.map((tag) => textOf(tag).toLowerCase());
  if (given.canonical_url !== undefined) changed.canonicalUrl = textOf(given.canonical_url) || null;
  if (given.main_image !== undefined) changed.mainImage = textOf(given.main_image) || null;
  if (given.ai_disclosure_level !== undefined) changed.disclosure = textOf(given.ai_disclosure_level) || null;
  // Front matter overrides what the fields say.
  const matter = /^---\s*\n(.*?)\n---/s.exec(changed.body)?.[1];
  const title = /^title:\s*(.+)$/m.exec(matter ?? '')?.[1];
  if (title !== undefined) changed.title = title;
  return changed;
}

/** The sentence of a refusal; null where there is nothing to refuse. */
export function faultOf(state: State, article: Article): string | null {
  const { title, body, tags, canonicalUrl, disclosure } = article;
  if (title.trim() === '') return "Validation failed: Title can't be blank";
  if (Array.from(title).length > MAX_TITLE)
    return `Validation failed: Title is too long (maximum is ${MAX_TITLE} characters)`;
  if (body.trim() === '') return "Validation failed: Body markdown can't be blank";
  if (tags.length > MAX_TAGS) return 'Validation failed: Tag list exceed the maximum of 4 tags';
  const odd = tags.find((tag) => !/^[\p{L}\p{N}]{1,30}$/u.test(tag));
  if (odd !== undefined) {
    return `Validation failed: Tag list tag "${odd}" contains non-alphanumeric or prohibited unicode characters`;
  }
  if (canonicalUrl !== null && !/^https?:\/\/\S+$/.test(canonicalUrl)) {
    return 'Validation failed: Canonical url must be a valid URL';
  }
  const others = state.articles.filter(({ id }) => id !== article.id);
  if (canonicalUrl !== null && others.some((other) => other.canonicalUrl === canonicalUrl)) {
    return 'Validation failed: Canonical url has already been taken';
  }
  const same = (other: Article) =>
    other.userId === article.userId && other.title === title && other.body === body;
  if (others.some(same)) return 'Validation failed: Body markdown has already been taken';
  if (disclosure !== null && !DISCLOSURES.includes(disclosure)) {
    return 'Validation failed: Ai disclosure level is not included in the list';
  }
  const tag = liquidIn(body).find((name) => !LIQUID_TAGS.includes(name));
  return tag === undefined ? null : `Liquid syntax error: Unknown tag '${tag}'`;
}

/** Names of the commands in a body; those in code and in what is marked as raw are none. */
function liquidIn(body: string): string[] {
  const text = body
    .replaceAll(/```.*?```|~~~.*?~~~|`[^`]+`/gs, '')
    .replaceAll(/\{%-?\s*raw\s*-?%\}.*?\{%-?\s*endraw\s*-?%\}/gs, '');
  return [...text.matchAll(/\{%-?\s*(\w*)/g)].map(([, name]) => name ?? '');
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : '';
}
