import t from 'tap';
import { plainFinding, plainWords } from '../../web/src/base/parts/plain-words.ts';

void t.test('an error of a field uses the words of the page', async (t) => {
  const board = {
    code: 'option_required',
    param: '/pinterestBoardId',
    message:
      'pinterestBoardId is missing: a pin needs a board. Give the id of one from GET /v1/pinterest-boards.',
  };
  t.equal(plainFinding(board), 'Choose a board: a pin needs one.');
  t.equal(
    plainFinding({
      code: 'no_posting_schedule',
      param: '',
      message: 'this workspace has no posting schedule; set one with PUT /v1/posting-schedule',
    }),
    'This workspace has no posting schedule: choose a time instead.',
  );
});

void t.test('no name of a field or operation of the API is left in a sentence', async (t) => {
  const said = {
    'instagram (acc_01JD): media: Instagram takes no text alone. Add a picture.':
      'Instagram takes no text alone. Add a picture.',
    'media/1: Reddit links to an image': 'Medium 2: Reddit links to an image.',
    'media[0] cannot be used: the address is private': 'Medium 1 cannot be used: the address is private.',
    'tiktokSettings.privacyLevel is not set, so TikTok shows the post to the account alone (SELF_ONLY).':
      '“Who may see it” is not set, so TikTok shows the post to the account alone.',
    'tiktokSettings.disableDuet is left out: TikTok has it for videos, not for photos.':
      '“Turn duets off” is left out: TikTok has it for videos, not for photos.',
    'articleSettings.tags has 9 tags and DEV takes 4: leave some out':
      'There are 9 tags and DEV takes 4: leave some out.',
    'there is no account acc_1 in this workspace; see GET /v1/accounts':
      'There is no account acc_1 in this workspace.',
    'content has 500 characters and Slack takes 400: shorten it':
      'The text has 500 characters and Slack takes 400: shorten it.',
    'media https://example.org/a/myPhoto.xyz is skipped: its address has no known extension':
      'Media https://example.org/a/myPhoto.xyz is skipped: its address has no known extension.',
    'the tag "fooBar" is left out': 'The tag "fooBar" is left out.',
    'the address of YouTube or WordPress is not one of ours':
      'The address of YouTube or WordPress is not one of ours.',
  };
  for (const [api, plain] of Object.entries(said)) t.equal(plainWords(api), plain);
});
