/** What a person writes, as it is saved and as it is sent. */
import t from 'tap';
import { bodyOf, emptyDraft, partOf, patchOf, readDraft } from '../../web/src/features/posts/draft.ts';

const A = 'https://example.org/a.jpg';
const B = 'https://example.org/b.jpg';
const NOBODY: Parameters<typeof bodyOf>[1] = [];

void t.test('a part of a thread is saved without what is empty, in one order', async (t) => {
  const part = partOf({ altText: { [A]: 'Oven' }, media: [A], content: 'Two' });
  t.equal(JSON.stringify(part), JSON.stringify({ content: 'Two', media: [A], altText: { [A]: 'Oven' } }));
  t.equal(JSON.stringify(partOf({ content: 'Two', media: [], altText: {} })), '{"content":"Two"}');
  const draft = { ...emptyDraft(), thread: [part, partOf({ content: '' })] };
  t.equal(JSON.stringify(readDraft(JSON.parse(JSON.stringify(draft)))), JSON.stringify(draft));
  t.same(readDraft({ thread: [{ content: 'x', media: 'no list', altText: 7 }, 'no part'] }).thread, [
    { content: 'x' },
  ]);
});

void t.test('a part is sent with the descriptions of its own media', async (t) => {
  const thread = [
    { content: 'Two', media: [A], altText: { [A]: 'Oven', [B]: 'Taken away' } },
    { content: ' ' },
    { content: '', media: [B], altText: { [B]: ' ' } },
  ];
  t.strictSame(bodyOf({ ...emptyDraft(), thread }, NOBODY).thread, [
    { content: 'Two', media: [A], altText: { [A]: 'Oven' } },
    { content: '', media: [B] },
  ]);
});

void t.test('what the post says of the media of parts and overrides stays', async (t) => {
  const altText = { [A]: 'Oven', [B]: 'Bread', 'https://example.org/gone.jpg': 'Gone' };
  const draft = {
    ...emptyDraft(),
    altText,
    thread: [{ content: 'Two', media: [A] }],
    overrides: [{ platforms: ['x'], thread: [{ content: 'Two', media: [B] }] }],
  };
  t.strictSame(bodyOf(draft, NOBODY).altText, { [A]: 'Oven', [B]: 'Bread' });
});

void t.test('a first comment is sent if it has words, and is taken away by a PATCH', async (t) => {
  const draft = { ...emptyDraft(), firstComment: 'Link below' };
  t.equal(bodyOf(draft, NOBODY).firstComment, 'Link below');
  t.equal(patchOf(draft, NOBODY).firstComment, 'Link below');
  t.equal(bodyOf({ ...draft, firstComment: ' ' }, NOBODY).firstComment, undefined);
  t.equal(patchOf({ ...draft, firstComment: ' ' }, NOBODY).firstComment, null);
  t.equal(readDraft(JSON.parse(JSON.stringify(draft))).firstComment, 'Link below');
  t.equal(readDraft({}).firstComment, '');
});
