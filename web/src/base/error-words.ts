/**
 * What the dashboard says of the errors and findings of the service, made of their stable codes and fields. What is not here is shown in the
 * service's own words: it names values that a code does not have, or a network said it. Pure.
 */
import { t } from './language/text.ts';

/** What to do about a field, by its pointer: only the dashboard knows its controls. */
export const WORDS_BY_FIELD: { [param: string]: string } = {
  '/pinterestBoardId': t('Choose a board: a pin needs one.'),
  '/pinterestLink': t('Give the whole address to which the pin leads, with https:// in front.'),
  '/redditSubreddit': t(
    'Give the name of a subreddit without r/ (letters, digits and _), or leave it empty to post on the profile.',
  ),
  '/redditFlairText': t('Give the name of a flair as the subreddit shows it, or leave it empty.'),
  '/tiktokSettings/privacyLevel': t('Choose who may see it.'),
  '/googleBusinessSettings/button': t('Choose a button.'),
  '/googleBusinessSettings/buttonUrl': t(
    'Give the whole address to which the button leads, with https:// in front.',
  ),
  '/articleSettings/canonicalUrl': t(
    'Give the whole address at which the article was published first, with https:// in front.',
  ),
  '/scheduledAt': t('Choose a day and a time.'),
  '/accountIds': t('Choose an account.'),
};

/** By the stable name of an error, for any field. */
export const WORDS_BY_CODE: { [code: string]: string } = {
  content_required: t('Write something, or add a picture.'),
  unknown_account: t('An account of this post was disconnected. Choose its accounts again.'),
  no_posting_schedule: t('This workspace has no posting schedule: choose a time instead.'),
  already_set_up: t('This installation has an owner: sign in, or ask for an account.'),
  approval_late: t('The time of the post has passed: say when it goes out.'),
  approval_required: t('Posts of this workspace are approved before they go out: ask for an approval.'),
  idempotency_in_progress: t('It is being sent already.'),
  internal: t('Something went wrong on our side.'),
  key_required: t('This installation is in use: give one of its API keys to become its owner.'),
  last_operator: t('You are the only operator: make somebody else an operator first.'),
  link_ended: t('This link was used or has expired: ask for another one.'),
  no_free_slot: t('Every slot of the next two years is taken.'),
  no_pinterest_account: t('No pinterest account is connected: connect one first.'),
  not_waiting: t('The post does not wait for this account: it has gone on, or has ended.'),
  operator_required: t('This is for operators of the installation: ask one of them.'),
  post_publishing: t('The post is still being published: wait until it has ended.'),
  second_factor_required: t('Enter a code of your app, or a recovery code.'),
  timing_required: t('Say when to publish.'),
  url_not_https: t('The address must be an HTTPS address.'),
  wrong_code: t('This code is wrong or was used: wait for the next one of your app.'),
  wrong_login: t('This address and this password do not belong together.'),
};
