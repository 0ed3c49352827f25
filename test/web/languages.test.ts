/** Every sentence of the dashboard goes through one layer, `web/src/base/language`, and each language has all of them. */
import { readFile } from 'node:fs/promises';
import compile from 'icu-minify/compile';
import t from 'tap';
import { ERROR_CODES } from '../../src/api/problem.ts';
import { WARNING_CODES } from '../../adapters/port/publish.ts';
import { WORDS_BY_CODE, wordsOf } from '../../web/src/base/error-words.ts';
import { problemSites } from '../support/problem-sites.ts';
import { allTexts, englishCatalogue, readCatalogue } from '../support/languages.ts';
import { filesWithTexts, readTexts, textsOf } from '../support/texts.ts';

/** What is the same in every language, or is for no reader. */
const EXCEPTIONS: { file: RegExp; text: RegExp; why: string }[] = [
  { file: /./, text: /^'?Troupe'?$|Troupe <troupe@/, why: 'the name of the product' },
  { file: /./, text: /^'(Ctrl|Alt|Enter|Esc|Delete)\b/, why: 'what stands on the keys' },
  { file: /composer\/emoji\.tsx$/, text: /^'[a-z ]+'$/, why: 'words that emoji are found by' },
  {
    file: /agents\/clients\.ts$/,
    text: /^['`](Claude|Claude Code|Claude Desktop|Cursor|VS Code|ChatGPT|API key of Troupe|Authorization)\b/,
    why: 'names of programs, and what is copied into their files',
  },
  { file: /language\/language\.ts$/, text: /^'English'$/, why: 'the name of a language in itself' },
  { file: /try-talk\.ts$/, text: /Ann Lee/, why: 'the person of a test, who is stored in it' },
  { file: /./, text: /^`\$\{\w+\}(\.\w+)+`$|^`publicReplies\./, why: 'names of files and fields' },
];

const isException = ({ place, text }: { place: string; text: string }) =>
  EXCEPTIONS.some((one) => one.file.test(place.split(':')[0]!) && one.text.test(text));

void t.test('what a person reads goes through the layer, in whole sentences', async (t) => {
  const read = filesWithTexts().map(readTexts);
  t.ok(read.length > 350, `${read.length} files were read`);
  t.strictSame(
    read.flatMap(({ faults }) => faults.filter((one) => !isException(one))),
    [],
  );
});

void t.test('a text outside the layer, a sentence of pieces and a plural by hand are found', async (t) => {
  const whatIn = (code: string) => textsOf('web/src/a.tsx', code).faults.map(({ what }) => what);
  t.strictSame(whatIn('const a = <p>Two words</p>'), ['text outside the layer']);
  t.strictSame(whatIn('const a = <Button title="Save" className="two words" />'), ['text outside the layer']);
  t.strictSame(whatIn("show({ message: 'It is saved.' })"), ['text outside the layer']);
  t.strictSame(whatIn('const a = `${count} posts`'), ['a sentence made of pieces']);
  t.strictSame(whatIn("const a = count === 1 ? 'post' : 'posts'"), ['a plural made by hand']);
  t.strictSame(whatIn("t(isOne ? 'a' : 'b')"), ['the text is not a literal']);
  t.strictSame(whatIn("t('of {what}', { what: isOne ? 'post' : 'posts' })"), ['words in a value']);
  t.strictSame(whatIn("t(', and {more} more', { more })"), ['a piece of a sentence']);
  t.strictSame(whatIn("t('{count} of {name}', { count, name })"), []);
});

/** Names of the values and elements in a text. */
function namesIn(message: unknown): string[] {
  if (!Array.isArray(message)) return [];
  return message.flatMap((node: unknown) => {
    if (!Array.isArray(node)) return [];
    const [name, type, ...rest] = node as [string, unknown, unknown];
    if (typeof type === 'number' && type > 0) return [name, ...Object.values(rest[0] ?? {}).flatMap(namesIn)];
    return [name, ...namesIn([type, ...rest])];
  });
}

void t.test('each call gives a text the values that it names', async (t) => {
  for (const path of filesWithTexts())
    for (const { english, values, place } of readTexts(path).texts) {
      if (values.includes('…')) continue;
      const named = [...new Set(namesIn(compile(english)))].toSorted();
      if (named.join() !== values.toSorted().join())
        t.fail(`${place}: “${english}” has ${values.join(', ')}`);
    }
  t.ok(allTexts().length > 2000, `${allTexts().length} texts were read`);
});

void t.test('the catalogue of English is up to date', async (t) => {
  const written = await readFile('web/languages/en.json', 'utf8');
  t.ok(written === englishCatalogue(), 'web/languages/en.json: run `npm run languages`');
});

/** The cases of each plural in a text. */
function pluralsIn(message: unknown): string[][] {
  if (!Array.isArray(message)) return [];
  return message.flatMap((node: unknown) => {
    if (!Array.isArray(node)) return [];
    const [, type, ...rest] = node as [string, unknown, unknown];
    if (type === 2)
      return [Object.keys(rest[0] as object), ...Object.values(rest[0] as object).flatMap(pluralsIn)];
    return pluralsIn([type, ...rest]);
  });
}

void t.test('Arabic has every text, with the same values, and all of its plurals', async (t) => {
  const arabic = readCatalogue('ar');
  t.strictSame(
    Object.keys(arabic),
    allTexts(),
    'in the order of English: run `npm run languages`, and translate what it names',
  );
  // 1, 2, 3 to 10, 11 to 99, 100: none of them is said like another one
  const cases = new Intl.PluralRules('ar').resolvedOptions().pluralCategories.filter((one) => one !== 'zero');
  for (const [english, text] of Object.entries(arabic)) {
    const names = (one: string) => [...new Set(namesIn(compile(one)))].toSorted().join();
    if (names(english) !== names(text)) t.fail(`“${english}” names ${names(english)}, not ${names(text)}`);
    for (const plural of pluralsIn(compile(text)))
      if (plural.toSorted().join() !== cases.toSorted().join()) t.fail(`“${text}” has ${plural.join()}`);
    if (
      /[a-z]/i.test(text.replaceAll(/\{[^}]*\}/g, '')) &&
      !/\p{Script=Arabic}/u.test(text) &&
      !SAME_IN_ARABIC.has(english)
    )
      t.fail(`“${text}” is not Arabic`);
  }
});

/** Names, and values alone. */
const SAME_IN_ARABIC = new Set(['Redis', 'Subreddit', 'Flair']);

/** Codes whose sentences quote a network, a mail server or a test: they are shown in the service's own words. */
const QUOTATIONS = new Set(
  'network_busy network_refused mail_refused outcome_unknown tests_failed definition_broken media_unreachable'.split(
    ' ',
  ),
);

/** Codes that only programs get: the dashboard sends no such request. */
const FOR_PROGRAMS = new Set(
  (
    'foreign_origin no_workspace confirmation_required insufficient_scope held_key idempotency_mismatch ticket_over bad_framing ' +
    'headers_too_large invalid_form invalid_idempotency_key invalid_json method_not_allowed too_slow unsupported_media_type ' +
    'upgrade_required too_many_sockets unknown_field unknown_parameter repeated_field repeated_parameter unknown_event ' +
    'confirmation_mismatch confirmation_pending confirmation_refused confirmation_unknown'
  ).split(' '),
);

void t.test('each code that a page can get has words of the dashboard', async (t) => {
  const warnings = Object.keys(WORDS_BY_CODE).filter((code) => !ERROR_CODES.includes(code as never));
  const listed = [...Object.keys(WORDS_BY_CODE), ...QUOTATIONS, ...FOR_PROGRAMS].filter(
    (code) => !warnings.includes(code),
  );
  t.strictSame(listed.toSorted(), [...ERROR_CODES].toSorted());
  t.strictSame(warnings.toSorted(), [...WARNING_CODES].toSorted());
});

/** Errors of programs whose codes pages get as well, by the start of their messages. */
const OF_PROGRAMS = [
  'this key does not reach',
  'file has more than',
  'what this is about has changed',
  'it does not accept',
  'message',
];

void t.test('the service gives each error the values that the words of its code name', async (t) => {
  const sites = problemSites('src');
  t.ok(sites.length > 300, `${sites.length} errors were read`);
  for (const { place, code, message, values } of sites) {
    // an error about the form of a request says what is wrong with it only if it gives a reason
    if (QUOTATIONS.has(code) || FOR_PROGRAMS.has(code) || (code === 'invalid' && !values['reason'])) continue;
    const words = wordsOf({ code, param: '', message, values });
    if (words === null && !OF_PROGRAMS.some((start) => message.includes(start)))
      t.fail(`${place}: ${code} with ${Object.keys(values).join(', ') || 'no values'} has no words`);
  }
});
