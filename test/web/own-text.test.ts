/** Overrides as the composer changes them: an account's own text, and back. */
import t from 'tap';
import {
  networkCommentOf,
  networkTextOf,
  type Override,
  ownTextOf,
  sendable,
  withNetworkComment,
  withNetworkText,
  withOwnText,
} from '../../web/src/features/posts/own-text.ts';

const ann = { id: 'acc_1', platform: 'mastodon' };
const ben = { id: 'acc_2', platform: 'mastodon' };

void t.test('an account gets a text of its own, and the common one again', async (t) => {
  const own = withOwnText([], ann, 'Mine');
  t.same(own, [{ accountIds: ['acc_1'], content: 'Mine' }]);
  t.equal(ownTextOf(own, ann), 'Mine');
  t.equal(ownTextOf(own, ben), null);
  t.same(withOwnText(own, ann, 'Mine!'), [{ accountIds: ['acc_1'], content: 'Mine!' }]);
  t.same(withOwnText(own, ann, null), []);
});

void t.test('what else an entry says stays, and other accounts keep theirs', async (t) => {
  const shared: Override[] = [{ accountIds: ['acc_1', 'acc_2'], content: 'Both', media: [] }];
  t.same(withOwnText(shared, ann, 'Mine'), [
    { accountIds: ['acc_2'], content: 'Both', media: [] },
    { accountIds: ['acc_1'], media: [], content: 'Mine' },
  ]);
  t.same(withOwnText([{ accountIds: ['acc_1'], content: 'Mine', media: [] }], ann, null), [
    { accountIds: ['acc_1'], media: [] },
  ]);
  const network: Override[] = [{ platforms: ['mastodon'], content: 'Network', media: [] }];
  t.same(
    withOwnText(network, ann, 'Mine'),
    [...network, { accountIds: ['acc_1'], media: [], content: 'Mine' }],
    "an account's entry counts alone, so it takes over the media of its network",
  );
});

void t.test('a request names the chosen accounts, and sends no empty text', async (t) => {
  const overrides: Override[] = [
    { accountIds: ['acc_1', 'acc_9'], content: 'Mine' },
    { platforms: ['mastodon', 'x'], content: 'Network' },
    { platforms: ['x'], content: 'Not chosen' },
    { accountIds: ['acc_2'], content: '  ' },
  ];
  t.same(sendable(overrides, [ann, ben]), [
    { accountIds: ['acc_1'], content: 'Mine' },
    { platforms: ['mastodon'], content: 'Network' },
  ]);
});

void t.test('a network gets a text of its own, and the common one again', (t) => {
  const both: Override[] = [
    { platforms: ['bluesky', 'mastodon'], content: 'Both' },
    { accountIds: ['acc_1'], content: 'One' },
  ];
  const own = withNetworkText(both, 'mastodon', 'Mine');
  t.strictSame(own, [
    { platforms: ['bluesky'], content: 'Both' },
    { accountIds: ['acc_1'], content: 'One' },
    { platforms: ['mastodon'], content: 'Mine' },
  ]);
  t.strictSame(
    ['bluesky', 'mastodon', 'x'].map((one) => networkTextOf(own, one)),
    ['Both', 'Mine', null],
  );
  t.strictSame(withNetworkText(own, 'mastodon', null), own.slice(0, 2));
  t.strictSame(withNetworkText([{ platforms: ['x'], content: 'A', media: [] }], 'x', null), [
    { platforms: ['x'], media: [] },
  ]);
  t.end();
});

void t.test('a network gets a first comment of its own, none, and the common one again', async (t) => {
  const text = withNetworkText([], 'mastodon', 'Mine');
  const own = withNetworkComment(text, 'mastodon', 'Link below');
  t.strictSame(own, [{ platforms: ['mastodon'], content: 'Mine', firstComment: 'Link below' }]);
  t.equal(networkCommentOf(own, 'mastodon'), 'Link below');
  const none = withNetworkComment(own, 'mastodon', null);
  t.equal(networkCommentOf(none, 'mastodon'), null);
  t.strictSame(sendable(none, [ann]), [{ platforms: ['mastodon'], content: 'Mine', firstComment: null }]);
  t.strictSame(sendable(withNetworkComment([], 'mastodon', ' '), [ann]), [
    { platforms: ['mastodon'], firstComment: null },
  ]);
  t.strictSame(withNetworkComment(none, 'mastodon', undefined), text);
  t.equal(networkCommentOf(text, 'mastodon'), undefined);
  t.strictSame(withNetworkComment(withNetworkComment([], 'x', null), 'x', undefined), []);
});
