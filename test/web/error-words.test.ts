/** What people read about errors, refusals and warnings of the service: sentences of its codes and values. */
import t from 'tap';
import { sentence } from '../../web/src/base/finding.ts';
import { findingWords, readWords } from '../../web/src/base/finding-words.ts';
import { keepNetworkNames } from '../../web/src/base/network-names.ts';
import {
  type PlannedAccount,
  refusalsOf,
  warningsOf,
} from '../../web/src/features/posts/composer/refusing.ts';
import { warningWords } from '../../web/src/features/accounts/words.ts';

keepNetworkNames([
  { platform: 'x', name: 'X' },
  { platform: 'google_business', name: 'Google Business' },
]);

t.equal(
  findingWords({ code: 'internal', param: '', message: 'not loaded yet' }),
  'Not loaded yet.',
  'the service speaks until the words are there',
);
await readWords();

void t.test('an error of a field uses the words of the page', async (t) => {
  const board = {
    code: 'option_required',
    param: '/pinterestBoardId',
    message:
      'pinterestBoardId is missing: a pin needs a board. Give the id of one from GET /v1/pinterest-boards.',
  };
  t.equal(findingWords(board), 'Choose a board: a pin needs one.');
  t.equal(
    findingWords({ ...board, code: 'option_invalid', param: '/articleSettings/tags/3' }),
    'Give fewer or shorter tags, of letters and digits.',
  );
  t.equal(
    findingWords({ code: 'all_refused', param: '/accountIds', message: 'every account would refuse it' }),
    'Every account would refuse the post.',
    'a code that says what is wrong comes before the field',
  );
});

void t.test('a sentence is made of code and values', async (t) => {
  const words = (code: string, values: { [name: string]: string | number }, param = '') =>
    findingWords({ code, param, message: 'words of the service', values });
  t.equal(
    words('rule_limit', { limit: 200 }),
    'There are 200 rules, and there may be no more: delete one first.',
  );
  t.equal(
    words('text_too_long', { network: 'google_business', length: 1501, limit: 1500 }),
    'Google Business takes 1,500 characters and the text has 1,501: shorten it.',
  );
  t.equal(
    words('media_type', { network: 'x' }, '/media/1'),
    'X takes no file like number 2 of the media: leave it out.',
  );
  t.equal(
    words('conflict', { reason: 'has_accounts', count: 2 }).slice(0, 34),
    'It has accounts that are connected',
  );
  t.equal(words('invalid', { reason: 'wrong_password' }), 'This is not your password.');
  t.match(words('too_many_attempts', { minutes: 1 }), /in 1 minute\.$/);
});

void t.test('what the dashboard does not know is said by the service', async (t) => {
  const words = (code: string, values: { [name: string]: string | number } = {}) =>
    findingWords({ code, param: '', message: 'the network says no', values });
  t.equal(words('network_refused'), 'The network says no.');
  t.equal(words('of_a_later_version'), 'The network says no.');
  t.equal(words('invalid', { reason: 'of_a_later_version' }), 'The network says no.');
  t.equal(words('rule_limit'), 'The network says no.', 'an older service gives no values');
  t.equal(sentence('is that so?'), 'Is that so?');
});

void t.test('a preview says refusals and warnings once, each in words that name the network', async (t) => {
  const planned = {
    platform: 'x',
    refusals: [{ code: 'too_many_media', param: '/media/4', message: 'm', values: { count: 5, limit: 4 } }],
    warnings: ['w1', 'thread[1]: w2', 'content: the rest is cut'],
    warningDetails: [
      {
        code: 'text_too_long',
        param: '/content',
        message: 'w1',
        values: { length: 300, limit: 280 },
        willRefuse: true,
      },
      { code: 'thread_joined', param: '/thread', message: 'w2' },
    ],
  } as unknown as PlannedAccount;
  t.strictSame(refusalsOf(planned).map(findingWords), [
    'X takes 4 of such files in a post, and this one has 5: leave some out.',
    'X takes 280 characters and the text has 300: shorten it.',
  ]);
  t.strictSame(warningsOf(planned), [
    'X takes no threads, so the parts are one post there.',
    'The rest is cut.',
  ]);
});

void t.test('a warning of an account is made of its code, with what the network said', async (t) => {
  const warning = { code: 'needs_reconnect', message: 'words of the service', expiresAt: null } as const;
  const again = 'Connect the account again, then posts that wait for it continue by themselves.';
  t.equal(warningWords(warning, 'x'), again);
  t.equal(
    warningWords({ ...warning, values: { reason: 'the password was changed (#190)' } }, 'x'),
    `${again} The password was changed.`,
  );
});
