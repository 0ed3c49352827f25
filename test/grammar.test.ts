/** Sentences that are put together from tables of words are English. */
import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { ACTIONS } from '../src/features/comments/perform.ts';
import { checkTrigger } from '../src/features/flows/trigger.ts';
import { counted, withArticle } from '../src/base/grammar.ts';

const src = new URL('../src/', import.meta.url);

void t.test('a word has the article that it is spoken with', async (t) => {
  const words = [
    'any_message',
    'story_reply',
    'keyword',
    'ref',
    'draft',
    'scheduled',
    'published',
    'failed',
    'instagram',
    'user',
    'unique',
    'hour',
  ];
  t.strictSame(words.slice(0, -1).map(withArticle), [
    'an any_message',
    'a story_reply',
    'a keyword',
    'a ref',
    'a draft',
    'a scheduled',
    'a published',
    'a failed',
    'an instagram',
    'a user',
    'a unique',
  ]);
  t.strictSame(
    [0, 0.5, 1, 2].map((count) => counted(count, 'hour')),
    ['0 hours', '0.5 hours', '1 hour', '2 hours'],
  );
});

void t.test('the verb agrees with what cannot be done to a comment', async (t) => {
  for (const [action, words] of Object.entries(ACTIONS)) {
    const [subject = ''] = words.split(' ');
    t.equal(words.endsWith(' are'), subject.endsWith('s') || words.startsWith('private answers'), action);
  }
});

void t.test('a trigger that takes no field is named with its article', async (t) => {
  const [refusal] = checkTrigger({ type: 'any_message', ref: 'a' });
  t.match(refusal?.message, /^an any_message trigger takes no ref$/);
});

void t.test('no sentence puts an article before a word that it takes from elsewhere', async (t) => {
  const wrong = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const lines = readFileSync(new URL(name, src), 'utf8').split('\n');
      return lines
        .filter((line) => /[`( ]an? \$\{(?!typeof|part\b)/i.test(line))
        .map((line) => `${name}: ${line.trim()}`);
    });
  t.strictSame(wrong, []);
});
