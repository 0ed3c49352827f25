import { readFile } from 'node:fs/promises';
import t from 'tap';
import { chooseRule, prepareKeywords, prepareRules } from '../../src/base/matching/index.ts';
import { isFound } from './found.ts';

const page = await readFile(new URL('../../docs/matching.md', import.meta.url), 'utf8');
/** The cells of the rows whose first cell is code. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
  );

function verdictOf(keyword: string, match: string, comment: string) {
  const keywords = prepareKeywords([keyword], match.startsWith('exact') ? 'exact' : 'contains');
  const prepared = prepareRules([{ id: 'r', createdAt: 0, watches: 'every', keywords }]);
  return chooseRule(prepared, { text: comment, isReply: match.endsWith('reply'), mediaIds: [] });
}

void t.test('the examples of the page are what the service does', async (t) => {
  const examples = rows.filter((cells) => cells.length === 5);
  t.ok(examples.length >= 30);
  for (const [keyword = '', match = '', comment = '', result, why] of examples) {
    t.match(match, /^(contains|exact)(, reply)?$/);
    const verdict = verdictOf(keyword, match, comment);
    t.equal(verdict.kind === 'matched' ? 'yes' : 'no', result, `${keyword} ${match} ${comment}`);
    if (why === 'a near miss') t.equal(verdict.kind === 'unmatched' && verdict.nearMisses.length, 1, comment);
  }
});

void t.test('the near misses of the page are what the service finds', async (t) => {
  const examples = rows.filter((cells) => cells.length === 3);
  t.ok(examples.length >= 6);
  for (const [keyword = '', comment = '', kind] of examples) {
    const verdict = verdictOf(keyword, 'contains', comment);
    const found = verdict.kind === 'unmatched' ? (verdict.nearMisses[0]?.kind ?? 'none') : 'matched';
    t.equal(found.replace('_', ' '), kind, `${keyword}: ${comment}`);
  }
});

void t.test('the searches of the page find what it says', async (t) => {
  const examples = rows.filter((cells) => cells.length === 4);
  t.ok(examples.length >= 6);
  for (const [text = '', query = '', found] of examples)
    t.equal(isFound(text, query) ? 'yes' : 'no', found, `${text}: ${query}`);
});
