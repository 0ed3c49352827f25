/**
 * Turns sentences of the service into words of the dashboard. The service writes them for programs too, so they name
 * fields and operations of the API, which the dashboard does not show. Pure.
 */
import { WORDS_BY_CODE, WORDS_BY_FIELD } from '../error-words.ts';
import { POST_OPTIONS } from '../post-options.ts';

/** A finding about a field, as errors and previews have it. */
interface Finding {
  /** Stable name, in snake_case. */
  code: string;
  /** JSON pointer of the field at fault; empty: none. */
  param: string;
  /** The service's own sentence. */
  message: string;
}

/** Fields as the page calls them. Longer names first: one may begin with another. */
const WORDS: [RegExp, string][] = [
  [/\bgoogleBusinessSettings\.buttonUrl\b/g, 'the address of the button'],
  [/\bgoogleBusinessSettings\.button\b/g, 'the button'],
  [/\barticleSettings\.canonicalUrl\b/g, 'the canonical address'],
  [/\barticleSettings\.tags\[(\d+)\]/g, 'a tag'],
  [/\barticleSettings\.tags has (\d+) tags/g, 'there are $1 tags'],
  [/\barticleSettings\.tags\b/g, 'the tags'],
  [/\bpinterestBoardId\b/g, 'the board'],
  [/\bpinterestLink\b/g, 'the link of the pin'],
  [/\bredditSubreddit\b/g, 'the subreddit'],
  [/\bredditFlairText\b/g, 'the flair'],
  [/\bkeywords\[(\d+)\]/g, 'this keyword'],
  [/\bkeywords\b/g, 'the list of keywords'],
  [/\bpublicReplies\[(\d+)\]/g, 'this public reply'],
  [/\bpublicReplies\b/g, 'the list of public replies'],
  [/\bdmText\b/g, 'the message'],
  [/\bscheduledAt\b/g, 'the time'],
  [/\baccountIds\b/g, 'the accounts'],
  [/\bcontent (?=has|is|must)/g, 'the text '],
  [/^url (?=must|is|has)/g, 'the address '],
  [/ \([A-Z]+_[A-Z_]+\)/g, ''],
];

/** Options of single networks, such as `mastodonSettings.spoilerText`, by the labels of their fields. */
const OPTION_WORDS: [RegExp, string][] = POST_OPTIONS.flatMap(({ name, schema }) =>
  Object.entries(schema.properties ?? { '': schema }).map(([property, { title }]): [RegExp, string] => [
    new RegExp(`\\b${name}${property && `\\.${property}`}\\b`, 'g'),
    `“${title}”`,
  ]),
);

/** The camel-case name of a field, perhaps with its parent's name. Not a part of an address, and not a text that a person wrote. */
const FIELD = /(?<![\w/."“:=&?-])(?:[a-z]+[A-Za-z]*\.)?([a-z]+(?:[A-Z][a-z]+)+)\b/g;
/** A clause that refers to an operation of the API. */
const OPERATION = /[;:,]?[^;:,.]*\b(?:GET|POST|PUT|PATCH|DELETE) \/v1\/[\w/{}-]*[^.]*/g;

/** @returns a whole sentence: it starts with a capital letter and ends with a full stop */
export function plainFinding({ code, param, message }: Finding): string {
  return WORDS_BY_FIELD[param] ?? WORDS_BY_CODE[code] ?? plainWords(message);
}

/** @param text such as `media/1: Instagram takes no GIF` @returns `Medium 2: Instagram takes no GIF.` */
export function plainWords(text: string): string {
  let plain = text
    .replace(/^[a-z_]+ \(acc_\w+\): /, '')
    .replace(/^(?:content|media|thread|firstComment): /, '')
    .replace(/\bmedia(?:\/|\[)(\d+)\]?/g, (_, index: string) => `medium ${Number(index) + 1}`)
    .replace(OPERATION, '');
  for (const [pattern, words] of [...WORDS, ...OPTION_WORDS]) plain = plain.replace(pattern, words);
  return sentence(
    plain.replace(
      FIELD,
      (_, name: string) => `“${name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}”`,
    ),
  );
}

/** The API's sentences start in lower case and end without a full stop, so that they can be quoted. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  const whole = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?)”]$/.test(whole) ? whole : `${whole}.`;
}
