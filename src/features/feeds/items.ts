/**
 * The items of a feed (RSS 2.0 and 1.0, Atom, JSON Feed). The text of a feed is not trusted: no more than `MAX_ITEMS` of its items are read, its
 * own entities stay as they are written, and each field has a limit.
 */
import { cutText } from '../../../adapters/lib/length.ts';

/** Items of one read; a feed has its newest ones first. */
export const MAX_ITEMS = 100;
/** Characters. */
const MAX_TITLE = 300;
const MAX_SUMMARY = 5_000;
const MAX_KEY = 500;
const MAX_URL = 2_048;

export interface FeedItem {
  /** By which it is known again: its id, else its address. */
  key: string;
  title: string;
  /** Its address; null if it has none of http or https. */
  link: string | null;
  /** Plain text. */
  summary: string;
  /** The first picture; null if it has none. */
  image: string | null;
}

export interface FeedContent {
  title: string;
  /** In the order of the feed, each key once. */
  items: FeedItem[];
  /** What is wrong with some of its items, as a sentence; null means nothing. */
  problem: string | null;
}

/** A text that is no feed. The message is a sentence for the person who set the address. */
export class UnreadableFeed extends Error {
  override readonly name = 'UnreadableFeed';
}

/**
 * Reads the text of a feed.
 * @param base the feed's own address: its links may be relative
 * @throws UnreadableFeed
 */
export async function readItems(text: string, base: string): Promise<FeedContent> {
  const parsed = await parse(text);
  const written = await Promise.all(writtenItems(parsed).map((item) => itemOf(item, base)));
  const items = new Map<string, FeedItem>();
  let unnamed = 0;
  let repeated = 0;
  for (const item of written) {
    if (item.key === '') unnamed += 1;
    else if (!items.has(item.key)) items.set(item.key, item);
    else if (!isSame(items.get(item.key)!, item)) repeated += 1;
  }
  const { title } = parsed.feed as { title?: Written };
  return {
    title: await plain(title, MAX_TITLE),
    items: [...items.values()],
    problem: sentenceOf({ unnamed, repeated }),
  };
}

const isSame = (one: FeedItem, other: FeedItem): boolean =>
  one.title === other.title && one.link === other.link;

function sentenceOf({ unnamed, repeated }: { unnamed: number; repeated: number }): string | null {
  const sentences = [
    ...(unnamed > 0
      ? [`items of the feed without an id and an address are left out (${unnamed} in the last read)`]
      : []),
    ...(repeated > 0
      ? [
          `the feed gives one id to several items: only the first of each is used (${repeated} left out in the last read)`,
        ]
      : []),
  ];
  return sentences.length === 0 ? null : sentences.join('; ');
}

/** A text in a feed: Atom writes it with its type. */
type Written = string | { value?: string; type?: string };

/** An item as one of the formats writes it: all fields that are read. */
interface WrittenItem {
  id?: Written;
  guid?: { value?: string };
  rdf?: { about?: string };
  title?: Written;
  link?: string;
  url?: string;
  external_url?: string;
  links?: { href?: string; rel?: string }[];
  description?: Written;
  summary?: Written;
  content?: Written | { encoded?: string };
  content_html?: string;
  content_text?: string;
  image?: string;
  enclosures?: { url?: string; type?: string }[];
  attachments?: { url?: string; mime_type?: string }[];
  media?: MediaOf & { groups?: MediaOf[]; group?: MediaOf };
}

interface MediaOf {
  contents?: { url?: string; medium?: string; type?: string }[];
  thumbnails?: { url?: string }[];
}

type Parsed = { feed: object };

async function parse(text: string): Promise<Parsed> {
  const { parseFeed } = await import('feedsmith');
  try {
    return parseFeed(text, { maxItems: MAX_ITEMS });
  } catch (cause) {
    const isPage = /^\s*(<!doctype html|<html[\s>])/i.test(text.slice(0, 1_000));
    throw new UnreadableFeed(
      isPage
        ? 'the address has a web page, not a feed; use the address of the feed, which the page may link to'
        : 'what the address returns is no feed of RSS, Atom or JSON Feed, or it is not complete',
      { cause },
    );
  }
}

function writtenItems({ feed }: Parsed): WrittenItem[] {
  const { items, entries } = feed as { items?: WrittenItem[]; entries?: WrittenItem[] };
  return (items ?? entries ?? []).slice(0, MAX_ITEMS);
}

const textOf = (written: Written | undefined): string =>
  (typeof written === 'string' ? written : written?.value) ?? '';

async function itemOf(item: WrittenItem, base: string): Promise<FeedItem> {
  const link = linkOf(item, base);
  const html = bodyOf(item);
  const read = await readHtml(html);
  const id = (item.guid?.value ?? item.rdf?.about ?? textOf(item.id)).trim();
  return {
    key: cutText((id === '' ? (link ?? '') : id).toWellFormed().replaceAll('\0', ''), MAX_KEY, 'code_points'),
    title: await plain(item.title, MAX_TITLE),
    link,
    summary: words(read.text, MAX_SUMMARY),
    image: addressOf(pictureOf(item) ?? read.image, link ?? base),
  };
}

function linkOf(item: WrittenItem, base: string): string | null {
  const own = item.links?.find(({ rel = 'alternate' }) => rel === 'alternate')?.href;
  return addressOf(item.link ?? item.url ?? own ?? item.external_url, base);
}

/** The shorter text where an item has a short and a long one. */
function bodyOf({ summary, description, content, content_html, content_text }: WrittenItem): string {
  const long = typeof content === 'object' && 'encoded' in content ? content.encoded : (content as Written);
  return (
    [summary, description, content_text, content_html, long].map(textOf).find((text) => text.trim() !== '') ??
    ''
  );
}

function pictureOf({ image, enclosures, attachments, media }: WrittenItem): string | undefined {
  const inMedia = [media, media?.group, ...(media?.groups ?? [])];
  const isPicture = (type: string | undefined) => type?.startsWith('image/') === true;
  return (
    image ??
    enclosures?.find(({ type }) => isPicture(type))?.url ??
    attachments?.find(({ mime_type }) => isPicture(mime_type))?.url ??
    inMedia
      .flatMap((one) => one?.contents ?? [])
      .find(({ medium, type }) => medium === 'image' || isPicture(type))?.url ??
    inMedia.flatMap((one) => one?.thumbnails ?? [])[0]?.url
  );
}

/** @returns null for what is no address of the web, and for what is too long for one */
function addressOf(written: string | undefined | null, base: string): string | null {
  if (!written || !URL.canParse(written.trim(), base)) return null;
  const url = new URL(written.trim(), base);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.href.length <= MAX_URL ? url.href : null;
}

async function plain(written: Written | undefined, most: number): Promise<string> {
  return words((await readHtml(textOf(written))).text, most);
}

/** Elements after which a word ends. */
const BLOCKS = new Set(
  'address article blockquote br dd div dt figcaption h1 h2 h3 h4 h5 h6 hr li p pre td tr'.split(' '),
);
/** Elements whose text is none for readers. */
const HIDDEN = new Set(['script', 'style', 'template']);
/** Characters of a text that are parsed. */
const MAX_HTML = 100_000;

const isPixel = (size: string | undefined): boolean => /^\s*[01](px)?\s*$/.test(size ?? '');

/** The text and the first picture of a piece of HTML. */
async function readHtml(html: string): Promise<{ text: string; image: string | null }> {
  if (!/[<&]/.test(html)) return { text: html, image: null };
  const { Parser } = await import('htmlparser2');
  let text = '';
  let image: string | null = null;
  let hidden = 0;
  const parser = new Parser({
    onopentag: (name, { src, width, height }) => {
      if (HIDDEN.has(name)) hidden += 1;
      // pictures of a pixel count who reads, and show nothing
      if (name === 'img' && src && !isPixel(width) && !isPixel(height)) image ??= src;
      if (BLOCKS.has(name)) text += ' ';
    },
    ontext: (piece) => {
      if (hidden === 0) text += piece;
    },
    onclosetag: (name) => {
      if (HIDDEN.has(name)) hidden -= 1;
      if (BLOCKS.has(name)) text += ' ';
    },
  });
  parser.end(html.slice(0, MAX_HTML));
  return { text, image };
}

/** A text in one line, without control characters. */
function words(written: string, most: number): string {
  const line = written
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return cutText(line, most, 'code_points');
}
