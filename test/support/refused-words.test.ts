import t from 'tap';
import {
  codeOf,
  findRefused,
  findRefusedNames,
  proseOf,
  readRefused,
  readRefusedNames,
} from './refused-words.ts';

const PAGE = `
| Say | Not |
|---|---|
| again | \`anew\` |
| expired | over |
| null if it has none | \`null: \`, \`Absent: \` |
| \`MAX_PAGES\` | \`MOST_\` |
`;
const refused = readRefused(PAGE);
const wordsIn = (file: string, text: string) =>
  findRefused(proseOf(file, text), refused).map(({ line, word }) => [line, word]);

void t.test('the words are those that the page marks as code in its second column', async (t) => {
  t.strictSame(
    refused.map(({ word, instead }) => [word, instead]),
    [
      ['anew', 'again'],
      ['null: ', 'null if it has none'],
      ['Absent: ', 'null if it has none'],
      ['MOST_', '`MAX_PAGES`'],
    ],
  );
});

void t.test('comments and texts are looked through, names and values are not', async (t) => {
  t.strictSame(wordsIn('a.ts', '/** Read anew.\n * null: none. */'), [
    [1, 'anew'],
    [2, 'null: '],
  ]);
  t.strictSame(wordsIn('a.ts', "const x = 1; // Anew it is\nfail('absent: it is read');"), [
    [1, 'anew'],
    [2, 'Absent: '],
  ]);
  t.strictSame(wordsIn('a.ts', '/* MOST_PAGES at most */'), [[1, 'MOST_']]);
  t.strictSame(wordsIn('a.ts', "const anew = { null: 1, stage: 'anew' }; // again"), []);
  t.strictSame(wordsIn('a.ts', '/** Renewed, and `anew` is a field. */'), []);
  t.strictSame(wordsIn('a.ts', "const url = 'https://anew.example'; const text = `is ${anew} so`;"), []);
  t.strictSame(wordsIn('a.ts', 'throw new Error(`${id} \\`anew\\` is read anew`);'), [[1, 'anew']]);
  t.strictSame(wordsIn('a.tsx', 'const a = <p>{/* begin anew */}</p>;'), [[1, 'anew']]);
  t.strictSame(wordsIn('a.tsx', 'const a = (\n  <p>\n    Begin anew: {one}\n  </p>\n);'), [[3, 'anew']]);
});

void t.test('a page is looked through but for its code', async (t) => {
  const page = 'Begin anew.\n```\nanew\n```\n`anew` is a field.\nWhere it starts anew.';
  t.strictSame(wordsIn('a.md', page), [
    [1, 'anew'],
    [6, 'anew'],
  ]);
});

void t.test('names are refused where they are declared, and left alone as properties and in texts', (t) => {
  const refused = readRefusedNames(
    '| request | `asked` | `const request` |\n| message | `told` | `message` |\n',
  );
  t.same(
    refused.map(({ word }) => word),
    ['asked', 'told'],
  );
  t.same(readRefused('| request | `asked` | `const request` |'), [], 'a row of names is none of words');
  const code = [
    'const asked = 1;',
    'interface Asked {}',
    'function call(told: string) {}',
    'list.map((told) => told.id);',
    'fold((sum, told) => sum);',
    'const request = { asked: row.asked };',
    "// asked = 'told: 1'",
    "say('const asked = 1');",
    'const isAsked = true;',
    'class AskedCall {}',
    'function toldInTurn() {}',
    'const lastAsked = 1;',
    'const multitold = 1;',
  ].join('\n');
  const lines = new Set(findRefusedNames(codeOf(code), refused).map(({ line }) => line));
  t.same(lines, new Set([1, 2, 3, 4, 5, 10, 11, 12]));
  t.end();
});
