/** Options of single networks: the composer draws and sends them by the schemas that the API publishes. */
import * as fc from 'fast-check';
import t from 'tap';
import type { OptionSchema } from '../../web/src/base/post-option.ts';
import { POST_OPTIONS } from '../../web/src/base/post-options.ts';
import { wordsOf } from '../../web/src/base/error-words.ts';
import { bodyOf, emptyDraft, patchOf, readDraft } from '../../web/src/features/posts/draft.ts';
import {
  groupsOf,
  missingOption,
  type OptionField,
  type Options,
  type OptionValue,
  readOptions,
  valueAt,
  withValue,
} from '../../web/src/features/posts/options/fields.ts';
import { filesIn } from '../support/imports.ts';
import { property } from '../support/property.ts';

const ALL = new Set(POST_OPTIONS.flatMap(({ platforms }) => platforms));
/** Every property of every option. */
const PROPERTIES = POST_OPTIONS.flatMap(({ name, platforms, schema }) =>
  Object.entries(schema.properties ?? { '': schema }).map(([inner, one]) => ({
    path: (inner === '' ? [name] : [name, inner]) as unknown as OptionField['path'],
    platforms,
    schema: one,
  })),
);
const chosen = (...platforms: string[]) =>
  platforms.map((platform) => ({ id: `acc_${platform}`, platform }) as Parameters<typeof bodyOf>[1][number]);

void t.test('every field has a label, words for each of its values, and networks that take it', async (t) => {
  t.ok(PROPERTIES.length > 15, `${PROPERTIES.length} fields were read`);
  for (const { path, platforms, schema } of PROPERTIES) {
    const { labels, platforms: readers = platforms, shownWith } = schema['x-form'] ?? {};
    const name = path.join('.');
    t.match(schema.title, /^[A-Z]/, `${name} has a title`);
    if (schema.enum)
      t.strictSame(Object.keys(labels ?? {}).toSorted(), schema.enum.toSorted(), `${name} has words for all`);
    t.ok(
      readers.length > 0 && readers.every((one) => platforms.includes(one)),
      `${name}: ${readers.join(', ')}`,
    );
    if (shownWith === undefined) continue;
    const other = PROPERTIES.find((one) => one.path.join('.') === `${path[0]}.${shownWith.property}`);
    t.ok(
      shownWith.values.every((value) => other?.schema.enum?.includes(value)),
      `${name} is shown with it`,
    );
  }
});

void t.test('no file of the dashboard names an option, but for the words of errors', async (t) => {
  const names = new RegExp(`\\b(${POST_OPTIONS.map(({ name }) => name).join('|')})\\b`);
  t.strictSame(
    filesIn('web/src')
      .flatMap(({ path, code }) => (names.test(code) ? [path] : []))
      .toSorted(),
    [
      'web/src/base/error-words.ts',
      'web/src/base/post-options.ts',
      // names of saved texts are converted there
      'web/src/features/posts/options/earlier.ts',
    ],
  );
});

void t.test('an option that a network refuses has words that name what to do', async (t) => {
  for (const { path, schema } of PROPERTIES.filter((one) => one.schema.type !== 'boolean')) {
    const param = `/${path.join('/')}`;
    const words = wordsOf({ code: 'option_invalid', param, message: '' });
    t.not(words, wordsOf({ code: 'option_invalid', param: '', message: '' }), `${schema.title}: ${param}`);
  }
});

const texts = fc.constantFrom('', 'a', ' b ', 'r/cats', 'https://example.org');
const valueFor = (schema: OptionSchema): fc.Arbitrary<OptionValue | undefined> =>
  schema.type === 'boolean'
    ? fc.boolean()
    : schema.type === 'array'
      ? fc.array(texts, { maxLength: 3 })
      : fc.option(fc.constantFrom(...(schema.enum ?? ['', 'a', ' b '])), { nil: undefined });
const writes = fc.array(
  fc.constantFrom(...PROPERTIES).chain((field) => valueFor(field.schema).map((value) => ({ field, value }))),
  { maxLength: 30 },
);

void t.test('the same values in any order are the same text, also after they were saved', async (t) => {
  property(t, { arbitrary: writes, runs: 300 }, (list) => {
    const write = (options: Options, { field, value }: (typeof list)[number]) =>
      withValue(options, field.path, value);
    const written = list.reduce(write, {});
    const last = new Map(list.map((one) => [one.field, one]));
    const again = [...last.values()].toReversed().reduce(write, {});
    t.equal(JSON.stringify(again), JSON.stringify(written));
    t.equal(
      JSON.stringify(readDraft({ ...emptyDraft(), options: written }).options),
      JSON.stringify(written),
    );
    for (const { field, value } of last.values())
      t.same(valueAt(written, field.path) ?? [], value === '' || value === false ? [] : (value ?? []));
  });
});

void t.test('what is sent are the fields that are shown, without spaces around them', async (t) => {
  property(
    t,
    { arbitrary: fc.record({ list: writes, used: fc.subarray([...ALL]) }), runs: 300 },
    ({ list, used }) => {
      const options = list.reduce((all: Options, { field, value }) => withValue(all, field.path, value), {});
      const body = bodyOf({ ...emptyDraft(), options }, chosen(...used)) as unknown as Options;
      const shown = groupsOf(new Set(used), options).flatMap(({ fields }) => fields);
      for (const { path } of PROPERTIES) {
        const isShown = shown.some((field) => field.path.join() === path.join());
        const value = valueAt(readOptions(body), path);
        if (!isShown) t.equal(value, undefined, `${path.join('.')} is not sent`);
        else if (typeof value === 'string') t.equal(value, value.trim());
      }
    },
  );
});

void t.test(
  'a button without an address, a prefix that was typed, and a network that is not chosen',
  async (t) => {
    const options = readOptions({
      redditSubreddit: ' /r/cats',
      googleBusinessSettings: { button: 'CALL', buttonUrl: 'https://example.org' },
      articleSettings: { tags: ['rye'], newsletter: 'weekly', canonicalUrl: 'https://example.org' },
      mastodonSettings: { spoilerText: 'Cake' },
    });
    t.match(bodyOf({ ...emptyDraft(), options }, chosen('reddit', 'google_business', 'wordpress')), {
      redditSubreddit: 'cats',
      googleBusinessSettings: { button: 'CALL', buttonUrl: undefined },
      articleSettings: { tags: ['rye'], newsletter: undefined, canonicalUrl: undefined },
      mastodonSettings: undefined,
    });
  },
);

void t.test('options that a person clears are cleared in the post', async (t) => {
  const draft = { ...emptyDraft('keep'), options: readOptions({ mastodonSettings: { language: 'de' } }) };
  const patch = patchOf(draft, chosen('mastodon', 'reddit'));
  t.strictSame(patch.mastodonSettings, { language: 'de' });
  t.strictSame([patch.redditSubreddit, patch.redditFlairText, patch.thread], [null, null, []]);
  t.notOk('blueskySettings' in patchOf(draft, chosen('mastodon')), 'networks of no account are left alone');
});

void t.test('what has to be chosen is said in words of its field', async (t) => {
  t.equal(missingOption({}, new Set(['tiktok'])), 'Choose who may see it on TikTok.');
  t.equal(missingOption({}, new Set(['mastodon', 'reddit'])), null);
  t.equal(missingOption({ tiktokSettings: { privacyLevel: 'SELF_ONLY' } }, new Set(['tiktok'])), null);
});

void t.test('a text that was saved before the options had the names of the API keeps them', async (t) => {
  const { options } = readDraft({
    content: 'Rye',
    options: {
      pinterestBoardId: 'b1',
      pinterestLink: '',
      redditSubreddit: 'cats',
      tiktokPrivacy: 'SELF_ONLY',
      articleTags: 'rye, bread',
      articleCanonicalUrl: 'https://example.org/rye',
      googleButton: 'BOOK',
      googleButtonUrl: 'https://example.org/book',
    },
  });
  t.strictSame(options, {
    tiktokSettings: { privacyLevel: 'SELF_ONLY' },
    redditSubreddit: 'cats',
    pinterestBoardId: 'b1',
    articleSettings: { tags: ['rye', 'bread'], canonicalUrl: 'https://example.org/rye' },
    googleBusinessSettings: { button: 'BOOK', buttonUrl: 'https://example.org/book' },
  });
});
