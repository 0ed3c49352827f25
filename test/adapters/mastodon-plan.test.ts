/** Which parts of a post a Mastodon server gets. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import { countCharacters, plan as planPost } from '../../adapters/mastodon/plan.ts';
import { photos, post } from '../contract/media.ts';

const account = (limits: { [name: string]: number } = {}) => ({
  id: 'acc_1',
  platform: 'mastodon' as const,
  limits,
});

void t.test('characters are counted as the server counts them', async () => {
  const lengths: [text: string, length: number][] = [
    ['Boats', 5],
    ['👩🏽‍🚀 e\u0301', 3],
    [`see https://example.org/${'x'.repeat(200)}`, 27],
    ['http://a.b, then', 29],
    ['(https://example.org/a).', 26],
    ['👉https://example.org/a', 24],
    ['詳細はhttps://example.org/aです。次', 26], // the server takes the words into its link
    ['https://example.org/Foo_(bar)) HTTPS://example.org/', 48],
    ['@rosa and @bo@other.example', 13],
    ['mail bo@other.example', 21],
    ['ftp://example.org', 17],
  ];
  for (const [text, length] of lengths) equal(countCharacters(text), length, text);
});

void t.test(
  'a text is never cut: above the limit of its own server it is refused, with both numbers',
  async () => {
    const long = post('a'.repeat(600));
    deepEqual(planPost(long, account({ maxCharacters: 600 })).refusals, []);
    const { text, warnings, refusals } = planPost(long, account());
    equal(text, long.text);
    deepEqual(warnings, []);
    equal(refusals[0]?.param, '/content');
    ok(refusals[0]?.message.includes('600') && refusals[0].message.includes('500'));
  },
);

void t.test('photos, or one video, or one GIF are accepted', async () => {
  const refused = (files: string[], text = 'Boats') =>
    planPost(post(text, files), account()).refusals.map(({ code, param }) => `${code} ${param}`);
  deepEqual(refused(photos(4)), []);
  deepEqual(refused(['clip.webm'], ''), []);
  deepEqual(refused(photos(5)), ['too_many_images /media/4']);
  deepEqual(refused(['clip.mp4', 'photo.jpg']), ['mixed_media /media/1']);
  deepEqual(refused(['photo.jpg', 'turn.gif']), ['mixed_media /media/1']);
  deepEqual(refused([], ' '), ['empty_post /content']);
});
