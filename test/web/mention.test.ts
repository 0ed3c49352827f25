/** A person who is picked from the list: the mention is for their network, the name for the others. */
import t from 'tap';
import { plainName, withMention } from '../../web/src/features/posts/composer/mention.ts';
import { emptyDraft } from '../../web/src/features/posts/draft.ts';

const rosa = { platform: 'x', mention: '@rosa', name: 'Rosa Ruiz', avatarUrl: null };

void t.test('their network gets a text of its own with the mention at the caret', async (t) => {
  const draft = { ...emptyDraft(), content: 'Thanks XX!' };
  const mentioned = withMention(draft, rosa, [7, 9]);
  t.strictSame(mentioned, { ...draft, overrides: [{ platforms: ['x'], content: 'Thanks @rosa!' }] });
});

void t.test('where the network has a text of its own, the mention is at its end', async (t) => {
  const overrides = [{ platforms: ['x'], content: 'Short', media: [] }];
  const mentioned = withMention({ ...emptyDraft(), content: 'Long', overrides }, rosa, [0, 0]);
  t.strictSame(mentioned.overrides, [{ platforms: ['x'], media: [], content: 'Short @rosa' }]);
  t.match(withMention({ ...emptyDraft(), overrides: mentioned.overrides }, rosa, [0, 0]).overrides, [
    { content: 'Short @rosa @rosa' },
  ]);
});

void t.test('the others get the name, or the username without its sign', async (t) => {
  t.equal(plainName(rosa), 'Rosa Ruiz');
  t.equal(plainName({ ...rosa, name: null }), 'rosa');
  t.equal(plainName({ ...rosa, platform: 'reddit', mention: 'u/rosa', name: null }), 'rosa');
});
