/** Which end of a text is marked as cut, in the field where it is written. */
import t from 'tap';
import { cutOfPart, cutOfText } from '../../web/src/features/posts/composer/cuts.ts';
import { emptyDraft } from '../../web/src/features/posts/draft.ts';

type Planned = Parameters<typeof cutOfText>[0]['accounts'][number];
const account = (platform: string, cutAt: number | null, thread: (number | null)[] = []): Planned =>
  ({ accountId: `acc_${platform}`, platform, cutAt, thread: thread.map((at) => ({ cutAt: at })) }) as Planned;

void t.test('the common text is marked where the first network cuts it', async (t) => {
  const draft = { ...emptyDraft(), content: 'a'.repeat(600) };
  const accounts = [account('bluesky', 300), account('mastodon', 500), account('telegram', null)];
  t.same(cutOfText({ draft, accounts }, null), {
    at: 300,
    platforms: ['bluesky', 'mastodon'],
    isWholeElsewhere: true,
  });
  t.same(cutOfText({ draft, accounts }, 'mastodon'), {
    at: 500,
    platforms: ['mastodon'],
    isWholeElsewhere: false,
  });
  t.equal(cutOfText({ draft, accounts }, 'telegram'), null);
});

void t.test('a network or an account with a text of its own cuts that one', async (t) => {
  const accounts = [account('bluesky', 300), { ...account('mastodon', 500), accountId: 'acc_1' }];
  const overrides = [
    { platforms: ['bluesky'], content: 'b'.repeat(400) },
    { accountIds: ['acc_1'], content: 'c'.repeat(600) },
  ];
  const draft = { ...emptyDraft(), content: 'short', overrides };
  t.equal(cutOfText({ draft, accounts }, null), null);
  t.same(cutOfText({ draft, accounts }, 'bluesky'), {
    at: 300,
    platforms: ['bluesky'],
    isWholeElsewhere: false,
  });
  t.equal(cutOfText({ draft, accounts }, 'mastodon'), null, 'its field is beside its preview');
});

void t.test('a part of a thread is marked where it is cut, whichever parts are sent', async (t) => {
  const thread = [
    { content: ' ' },
    { content: 'x'.repeat(400) },
    { content: '', media: ['https://e.org/a.jpg'] },
  ];
  const draft = { ...emptyDraft(), content: 'First', thread };
  const accounts = [account('bluesky', null, [300, null])];
  t.equal(cutOfText({ draft, accounts }, null), null);
  t.equal(cutOfPart({ draft, accounts }, 0), null, 'it is empty, so it is not sent');
  t.same(cutOfPart({ draft, accounts }, 1), { at: 300, platforms: ['bluesky'], isWholeElsewhere: false });
  t.equal(cutOfPart({ draft, accounts }, 2), null);
});

void t.test('where the parts are one post, the cut is found in its part', async (t) => {
  const draft = {
    ...emptyDraft(),
    content: 'First',
    thread: [{ content: 'Second' }, { content: '' }, { content: 'Third' }],
  };
  const joined = 'First\n\nSecond\n\nThird';
  const cut = (at: number) => {
    const checked = { draft, accounts: [account('tiktok', at)] };
    return [cutOfText(checked, null), ...[0, 1, 2].map((index) => cutOfPart(checked, index))].map(
      (one) => one && one.at,
    );
  };
  t.same(cut(joined.indexOf('cond')), [null, 2, null, 0]);
  t.same(cut(joined.indexOf('ird')), [null, null, null, 2]);
  t.same(cut(2), [2, 0, null, 0]);
});
