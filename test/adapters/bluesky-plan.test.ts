/** Which parts of a post Bluesky gets. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import t from 'tap';
import { isVideo, plan as planPost, wasCut } from '../../adapters/bluesky/plan.ts';
import { item, photos, post } from '../contract/media.ts';

const graphemes = (text: string) =>
  Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);
const bytes = (text: string) => new TextEncoder().encode(text).length;

void t.test('300 characters as a reader counts them are accepted, whatever they consist of', async () => {
  for (const character of ['a', '👍🏽', 'e\u0301', '日', '🇧🇷']) {
    const { text, warnings } = planPost(post(character.repeat(300)));
    equal(text, character.repeat(300), character);
    deepEqual(warnings, [], character);
  }
});

void t.test('a longer text is cut after its 300th character and the caller is warned', async () => {
  const plan = planPost(post(`${'e\u0301'.repeat(299)}👩🏽‍🚀!`));
  equal(plan.text, `${'e\u0301'.repeat(299)}👩🏽‍🚀`);
  equal(plan.warnings.length, 1);
  ok(wasCut(plan));
});

void t.test(
  'a text is cut between characters, to the longest start that fits 300 of them and 3000 bytes',
  async () => {
    const character = fc.constantFrom('a', ' ', '\n', 'é', 'e\u0301', '日', '👍🏽', '👩🏽‍🚀', '👨‍👩‍👧‍👦', '🇧🇷', '\r\n');
    fc.assert(
      fc.property(fc.array(character, { maxLength: 400, size: 'max' }), (characters) => {
        const whole = characters.join('');
        const plan = planPost(post(whole, ['photo.jpg']));
        const all = graphemes(whole);
        const kept = graphemes(plan.text);
        deepEqual(kept, all.slice(0, kept.length));
        ok(kept.length <= 300 && bytes(plan.text) <= 3000);
        equal(wasCut(plan), kept.length < all.length);
        if (wasCut(plan)) ok(kept.length === 300 || bytes(plan.text) + bytes(all[kept.length] ?? '') > 3000);
      }),
    );
  },
);

void t.test('a single GIF becomes a video, and a GIF among photos a still image with a warning', async () => {
  ok(isVideo([item('turn.gif')]));
  ok(isVideo([item('clip.mp4')]));
  ok(!isVideo([item('photo.jpg')]));
  const mixed = planPost(post('Boats', ['photo.jpg', 'turn.gif']));
  ok(!isVideo(mixed.media));
  deepEqual(mixed.refusals, []);
  ok(mixed.warnings[0]?.includes('media[1]'));
});

void t.test('media that do not fit into one post are refused, and the error names the item', async () => {
  const refused = (files: string[], text = 'Boats') =>
    planPost(post(text, files)).refusals.map(({ code, param }) => `${code} ${param}`);
  deepEqual(refused(photos(11)), ['too_many_images /media/10']);
  deepEqual(refused(['clip.mp4', 'photo.jpg']), ['mixed_media /media/1']);
  deepEqual(refused(['photo.jpg', 'photo-2.jpg', 'clip.mp4']), ['mixed_media /media/2']);
  deepEqual(refused(['clip.mp4', 'clip.mov']), ['too_many_videos /media/1']);
  deepEqual(refused([], '\n '), ['empty_post /content']);
  deepEqual(refused([], 'Boats'), []);
});
