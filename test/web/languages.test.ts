/** Every sentence of the dashboard goes through one layer, `web/src/base/language`, and each language has all of them. */
import { readFile } from 'node:fs/promises';
import compile from 'icu-minify/compile';
import t from 'tap';
import { allTexts, englishCatalogue } from '../support/languages.ts';
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
  {
    file: /plain-words\.ts$/,
    text: /^'(the|this|a|there) [a-z$ 1]+'$/,
    why: 'words that replace names of the API in its own English sentences',
  },
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
