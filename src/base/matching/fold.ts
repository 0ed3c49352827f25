/**
 * The form in which texts are compared: without the differences of case, width and accents (docs/matching.md, "What
 * counts as the same"). Two texts are the same for a rule when their folded forms are.
 */

/**
 * The folded form of a text. Folding it again changes nothing, and any string can be folded, also one with half a
 * surrogate pair. The cost is linear in the length.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return collapseSpaces(text.toLowerCase());
  let folded = decompose(limitMarks(dropInvisible(text.replaceAll('´', "'")))).toLowerCase();
  folded = limitMarks(folded.replaceAll(TATWEEL, ''))
    .replace(MARKED_LETTER, (_marked, letter: string, marks: string) =>
      letter === 'и' && marks.includes(BREVE) ? `и${BREVE}` : letter,
    )
    .replace(UNDECOMPOSED, (letter) => LETTERS[letter] ?? letter)
    .replace(APOSTROPHES, "'")
    .replace(DASHES, '-')
    .replace(THAI_AM, '$1\u0E33')
    .replace(LAO_AM, '$1\u0EB3');
  return collapseSpaces(folded.normalize('NFC'));
}

/** ASCII without control characters and the grave accent, which people write as an apostrophe. */
const PLAIN = /^[ -_a-~]*$/;

/**
 * Marks are accents on letters of these scripts only. In others they are part of the letter: without its tone mark the
 * Thai word for water is the one for rice field, and か is another syllable than が.
 */
const MARKED_LETTER =
  /([[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]&&\p{L}])(\p{M}+)/gv;
/** й is a letter of its own, not и with an accent. */
const BREVE = '\u0306';

/** Letters that Unicode does not decompose into a letter and a mark. */
const LETTERS: { [letter: string]: string } = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ς: 'σ',
};
const UNDECOMPOSED = /[ßłøđæœıς]/g;
/** Stretches an Arabic word and means nothing. */
const TATWEEL = '\u0640';

/** What keyboards and programs put in the place of an apostrophe and of a hyphen. */
const APOSTROPHES = /[`‘’‛′\u02B9\u02BB\u02BC]/g;
const DASHES = /[\u05BE\u2010-\u2015\u2212]/g;

/**
 * NFKD takes the vowel "am" of Thai and Lao apart, and NFC does not put it together again; the dictionary that finds
 * Thai words knows only the whole one. A tone mark is accepted on either side of the vowel's ring.
 */
const THAI_AM = /\u0E4D([\u0E48-\u0E4B]?)\u0E32/g;
const LAO_AM = /\u0ECD([\u0EC8-\u0ECB]?)\u0EB2/g;

/**
 * NFKD of everything but emoji: it would make the letter i of ℹ and the letters TM of ™. Ⓜ is an emoji too, but people
 * write words in circled letters.
 */
const decompose = (text: string): string =>
  text.replace(/[^[\p{Extended_Pictographic}--Ⓜ]]+/gv, (part) => part.normalize('NFKD'));

/**
 * Drops characters that nobody sees. Those that make several emoji one stay: a joiner between two of them, and the tags
 * of a flag of England, Scotland or Wales.
 */
const dropInvisible = (text: string): string =>
  text.replace(/\p{Variation_Selector}/gu, '').replace(INVISIBLE, '$1$2');

const INVISIBLE =
  /(\u{1F3F4}[\u{E0020}-\u{E007F}]+)|(?<=[[\p{Extended_Pictographic}--Ⓜ]\p{Emoji_Modifier}])(\u200D)(?=[\p{Extended_Pictographic}--Ⓜ])|[\p{Cf}\p{Default_Ignorable_Code_Point}]/gv;

/**
 * Drops the marks of a letter after the thirtieth, as the Stream-Safe Text Format of Unicode (UAX 15) does. Normalising
 * sorts the marks of a letter, which takes seconds for 100,000 of them. The voiced marks of half-width kana become marks.
 */
const limitMarks = (text: string): string =>
  text.replace(/([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu, '$1');

const collapseSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();
