/**
 * What the dashboard says of the errors, refusals and warnings of the service: sentences made of their stable codes, fields and values. What
 * is not here is shown in the service's own words: those quote a network, a mail server or a store, or are for programs. Pure.
 */
import { t } from './language/text.ts';
import type { Finding, Values } from './finding.ts';
import { networkName } from './network-names.ts';

/** A sentence; or one made of values, null when one that it names is absent. */
type Words = string | ((values: Values) => string | null);

/** Words that name values. */
const naming =
  <Name extends string>(
    names: readonly Name[],
    words: (values: { [name in Name]: string | number }) => string,
  ): Words =>
  (values) =>
    names.every((name) => values[name] !== undefined)
      ? words(values as { [name in Name]: string | number })
      : null;

/** Words of a code that several causes have: `reason` of the values says which. */
const byReason =
  (reasons: { readonly [reason: string]: Words }) =>
  (values: Values): string | null =>
    textOf(reasons[String(values['reason'])], values);

const textOf = (words: Words | undefined, values: Values): string | null =>
  typeof words === 'function' ? words(values) : (words ?? null);

/** Codes that say less than the field does. */
const SAY_LITTLE = new Set(['required', 'option_invalid', 'option_required']);

/**
 * @returns a whole sentence: it starts with a capital letter and ends with a full stop; null if only the service can say it
 */
export function wordsOf({ code, param, values = {} }: Finding): string | null {
  const words: Values = {
    ...values,
    ...numberOf(param),
    ...(typeof values['network'] === 'string' && { network: networkName(values['network']) }),
  };
  const ofCode = textOf(WORDS_BY_CODE[code], words);
  if (SAY_LITTLE.has(code)) return WORDS_BY_FIELD[param.replace(/\/\d+$/, '')] ?? ofCode;
  // an error about the form of a request may give no reason
  return ofCode ?? (code === 'invalid' ? WORDS_BY_FIELD[param] : undefined) ?? null;
}

/** Which item of a list a field is, from 1: `/media/1` is the second. */
function numberOf(param: string): { number?: number } {
  const index = Number(param.split('/').at(-1) || 'none');
  return Number.isInteger(index) ? { number: index + 1 } : {};
}

/** What to do about a field, by its pointer: only the dashboard knows its controls. */
const WORDS_BY_FIELD: { [param: string]: string } = {
  '/pinterestBoardId': t('Choose a board: a pin needs one.'),
  '/pinterestLink': t('Give the whole address to which the pin leads, with https:// in front.'),
  '/redditSubreddit': t(
    'Give the name of a subreddit without r/ (letters, digits and _), or leave it empty to post on the profile.',
  ),
  '/redditFlairText': t('Give the name of a flair as the subreddit shows it, or leave it empty.'),
  '/tiktokSettings/privacyLevel': t('Choose who may see it.'),
  '/mastodonSettings/visibility': t('Choose who may see it.'),
  '/mastodonSettings/language': t('Choose a language of the list.'),
  '/mastodonSettings/spoilerText': t('Shorten the content warning.'),
  '/blueskySettings/languages': t('Choose up to three languages of the list.'),
  '/googleBusinessSettings/button': t('Choose a button.'),
  '/googleBusinessSettings/buttonUrl': t(
    'Give the whole address to which the button leads, with https:// in front.',
  ),
  '/articleSettings/tags': t('Give fewer or shorter tags, of letters and digits.'),
  '/articleSettings/canonicalUrl': t(
    'Give the whole address at which the article was published first, with https:// in front.',
  ),
  '/articleSettings/newsletter': t('Give the slug of a newsletter of the site, or leave it empty.'),
  '/articleSettings/emailSegment': t('Give a filter of the site, or leave it empty.'),
  '/articleSettings/aiDisclosure': t('Choose how much of it was written by AI.'),
  '/scheduledAt': t('Choose a day and a time.'),
  '/accountIds': t('Choose an account.'),
};

/** Of a value that breaks a rule of its field. */
const INVALID: { [reason: string]: Words } = {
  address: t('Give a whole web address, with https:// in front.'),
  already: t('This person is an operator already.'),
  answers_all: t('This rule answers every comment: change its keywords if it is to answer fewer.'),
  another_email: naming(['email'], ({ email }) =>
    t('This invitation is for {email}: sign in with that address.', { email }),
  ),
  confirm: naming(['slug'], ({ slug }) => t('Enter {slug}, the slug of the workspace.', { slug })),
  empty: t('Write something here.'),
  has_account: t('Somebody with this address has an account here: sign in instead.'),
  may_not_answer: naming(['name'], ({ name }) =>
    t('{name} may not answer here: choose an owner or an editor.', { name }),
  ),
  no_files: naming(['network'], ({ network }) =>
    t('{network} takes no files in messages: send a text.', { network }),
  ),
  no_id: t('This network has no id beside its secret: leave it empty.'),
  no_slug: t('No slug can be made of this name: give one of small letters, digits and hyphens.'),
  no_time: t('Choose a day and a time.'),
  nobody: t('Nobody who can sign in here has this address: invite the person into a workspace first.'),
  nothing_to_match: t('This has nothing to match: write a word or an emoji.'),
  part_of_it: t('This does not look whole: copy all of it.'),
  password_missing: t('Enter the password: the stored one belongs to another server or user.'),
  repeated_slot: t('This slot is there already.'),
  sandbox_off: t('This installation has no simulated networks.'),
  text_or_file: naming(['network'], ({ network }) =>
    t('{network} takes either a text or a file in a message: send the file first, then the text.', {
      network,
    }),
  ),
  time_passed: t('This time has passed: choose a later one.'),
  timezone: naming(['timezone'], ({ timezone }) => t('{timezone} is not a time zone.', { timezone })),
  to_before_from: t('The last day is before the first one.'),
  too_early: naming(['year'], ({ year }) =>
    t('There are no numbers from before {year}.', { year: String(year) }),
  ),
  too_few: naming(['limit'], ({ limit }) => t('Give {limit} or more.', { limit })),
  too_great: naming(['limit'], ({ limit }) => t('The most is {limit}.', { limit })),
  too_large: naming(['limit', 'network'], ({ limit, network }) =>
    t('This file is too large: {network} takes up to {limit}.', { limit, network }),
  ),
  too_late: t('This is more than a year ahead: choose an earlier time.'),
  too_long: naming(['length', 'limit'], ({ length, limit }) =>
    t('This has {length, number} characters, and {limit, number} is the most: shorten it.', {
      length,
      limit,
    }),
  ),
  too_long_with_links: naming(['length', 'limit'], ({ length, limit }) =>
    t(
      'The message has {length} characters with tracked links, and {limit} is the most: shorten it, or track no links.',
      { length, limit },
    ),
  ),
  too_many: naming(['limit'], ({ limit }) => t('{limit} is the most here: take some away.', { limit })),
  too_many_bytes: naming(['length', 'limit', 'network'], ({ length, limit, network }) =>
    t('This is too long for {network} ({length} of {limit} bytes; an emoji has four and more): shorten it.', {
      length,
      limit,
      network,
    }),
  ),
  too_many_days: naming(['days', 'limit'], ({ days, limit }) =>
    t('The period has {days} days, and {limit} is the most: choose a shorter one.', { days, limit }),
  ),
  too_short: naming(['length', 'limit'], ({ length, limit }) =>
    t('This has {length} characters, and {limit} are needed.', { length, limit }),
  ),
  too_small: naming(['limit'], ({ limit }) => t('The least is {limit}.', { limit })),
  type: naming(['network'], ({ network }) => t('{network} takes no files of this kind.', { network })),
  wrong_password: t('This is not your password.'),
};

/** Of a state of things that does not allow it. */
/** By the feature that a plan does not include. */
const PLAN_NEEDED: { [feature: string]: Words } = {
  publishing: t('Publishing needs a plan: ask the operator of this service for one. Drafts can be saved.'),
  comments: t(
    'Answering people needs a plan: ask the operator of this service for one. Comments can be read.',
  ),
  inbox: t('Answering people needs a plan: ask the operator of this service for one. Messages can be read.'),
  webhooks: t(
    'Webhooks come with the Developer, Pro and Agency plans: ask the operator of this service for one. Endpoints can be listed, paused and deleted.',
  ),
  rules: t(
    'Comment-to-DM rules need a plan: ask the operator of this service for one. Rules can be made, paused and deleted.',
  ),
  automations: t(
    'Automations need a plan: ask the operator of this service for one. Automations can be read, paused and deleted.',
  ),
};

const NOT_FOUND: { [reason: string]: Words } = {
  sign_in_link: t('This sign-in link has expired: go back to the app and connect again.'),
  invitation: t('There is no such invitation: open the link exactly as it was sent to you.'),
  own_address: t('You have no address to which a mail could be sent.'),
  comment: t('There is no such comment of this account.'),
  missed_comment: naming(['missing'], ({ missing }) =>
    t('There is no such comment of this account. {missing}', { missing }),
  ),
};

const CONFLICTS: { [reason: string]: Words } = {
  access_ending: t(
    'The access of its accounts is being ended at their networks: try again in a few minutes.',
  ),
  cannot_move: t('This post cannot be moved: it has gone out, or is going out.'),
  changed: t('This was changed somewhere else in between: look at it again, then change it.'),
  former_slugs: naming(['limit'], ({ limit }) =>
    t('The workspace has {limit} former slugs, which go on meaning it: take one of those.', { limit }),
  ),
  has_accounts: t('It has accounts that are connected: disconnect them first.'),
  too_many_to_move: naming(['limit'], ({ limit }) =>
    t('More than {limit} posts are planned: change the time zone without moving them.', { limit }),
  ),
  workspace_deleted: t('The workspace is being deleted: no account is connected to it any more.'),
};

/** By the stable name of an error, for any field. */
export const WORDS_BY_CODE: { [code: string]: Words } = {
  // who calls, and what they may do
  unauthorized: t('Sign in first.'),
  wrong_login: t('This address and this password do not belong together.'),
  second_factor_required: t('Enter a code of your app, or a recovery code.'),
  second_factor_on: t('Your second factor was changed in between: load the page again.'),
  session_required: t('Only a person who is signed in to the dashboard may do this.'),
  not_a_member: naming(['workspace'], ({ workspace }) =>
    t('You are not a member of the workspace “{workspace}”.', { workspace }),
  ),
  plan_required: ({ feature }) =>
    textOf(PLAN_NEEDED[String(feature)], {}) ??
    t('The plan of this workspace does not have this: ask the operator of this service for another plan.'),
  insufficient_role: t('Your role in this workspace does not allow this: ask an owner.'),
  operator_required: t('This is for operators of the installation: ask one of them.'),
  held_to_accounts: t('This is of accounts too that you do not reach: ask somebody who reaches all of them.'),
  approval_required: t('Posts of this workspace are approved before they go out: ask for an approval.'),
  key_limit: naming(['limit'], ({ limit }) =>
    t('You have {limit} keys, and there may be no more: revoke one first.', { limit }),
  ),
  workspace_limit: naming(['limit'], ({ limit }) =>
    t('You have {limit} workspaces, and the plan holds no more.', { limit }),
  ),
  webhook_limit: naming(['limit'], ({ limit }) =>
    t('There are {limit} endpoints, and there may be no more: delete one first.', { limit }),
  ),
  post_template_limit: naming(['limit'], ({ limit }) =>
    t('There are {limit} templates of posts, and there may be no more: delete one first.', { limit }),
  ),
  saved_reply_limit: naming(['limit'], ({ limit }) =>
    t('There are {limit} saved replies, and there may be no more: delete one first.', { limit }),
  ),
  group_limit: naming(['limit'], ({ limit }) =>
    t('There are {limit} groups of accounts, and there may be no more: delete one first.', { limit }),
  ),
  rule_limit: naming(['limit'], ({ limit }) =>
    t('There are {limit} rules, and there may be no more: delete one first.', { limit }),
  ),
  automation_limit: naming(['limit'], ({ limit }) =>
    t('There are {limit} automations, and there may be no more: delete one first.', { limit }),
  ),
  series_limit: naming(['limit'], ({ limit }) =>
    t('There are {limit} series, and there may be no more: delete one first.', { limit }),
  ),
  feed_limit: naming(['limit'], ({ limit }) =>
    t('There are {limit} feeds, and there may be no more: delete one first.', { limit }),
  ),
  test_limit: naming(['limit'], ({ limit }) =>
    t('There are {limit} tests, and there may be no more: delete one first.', { limit }),
  ),
  invitation_limit: naming(['limit'], ({ limit }) =>
    t('{limit} invitations are open, and there may be no more: revoke one first.', { limit }),
  ),
  note_limit: naming(['limit'], ({ limit }) =>
    t('There are {limit} notes, and there may be no more: delete one first.', { limit }),
  ),
  approval_link_limit: naming(['limit'], ({ limit }) =>
    t('{limit} links of this post are open, and there may be no more: revoke one first.', { limit }),
  ),
  report_link_limit: naming(['limit'], ({ limit }) =>
    t('{limit} links to reports are open, and there may be no more: revoke one first.', { limit }),
  ),
  push_browser_limit: naming(['limit'], ({ limit }) =>
    t('You have {limit} browsers, and there may be no more: remove one that you do not use.', { limit }),
  ),
  invitation_for_another: naming(['email'], ({ email }) =>
    t('This invitation is for {email}: sign in with that address.', { email }),
  ),
  // what is not there
  not_found: (values) =>
    values['reason'] === undefined
      ? t('This is not there: it was removed, or its address is wrong.')
      : byReason(NOT_FOUND)(values),
  no_posting_schedule: t('This workspace has no posting schedule: choose a time instead.'),
  no_free_slot: t('Every slot of the next two years is taken.'),
  no_pinterest_account: t('No pinterest account is connected: connect one first.'),
  // what the state of things does not allow
  already_answered: t('This comment has a private answer already.'),
  already_published: t('The post is live on each of these accounts: create a new one to send it again.'),
  already_set_up: t('This installation has an owner: sign in, or ask for an account.'),
  conflict: byReason(CONFLICTS),
  idempotency_in_progress: t('It is being sent already.'),
  media_in_use: naming(['posts', 'series'], ({ posts, series }) =>
    t('Posts that are not out ({posts}) and series ({series}) need this file: change them first.', {
      posts,
      series,
    }),
  ),
  already_member: ({ name }) =>
    name === undefined
      ? t('You are a member of this workspace already.')
      : t('{name} is a member already: change the role instead.', { name }),
  invitation_used: naming(['workspace'], ({ workspace }) =>
    t('This invitation into {workspace} was used: ask for another one.', { workspace }),
  ),
  invitation_ended: naming(['workspace'], ({ workspace }) =>
    t('This invitation into {workspace} was revoked or has expired: ask for another one.', { workspace }),
  ),
  last_owner: naming(['name'], ({ name }) =>
    t('{name} is the only owner of the workspace: make another member an owner first.', { name }),
  ),
  last_operator: t('You are the only operator: make somebody else an operator first.'),
  set_by_variable: naming(['variables'], ({ variables }) =>
    t('The environment of the service sets this ({variables}): change it there, or remove it first.', {
      variables,
    }),
  ),
  approval_changed: t('The post was changed after you looked at it: look at it again, then decide.'),
  approval_late: t('The time of the post has passed: say when it goes out.'),
  approval_not_requested: t('Nobody asks for an approval of this post, or somebody has decided already.'),
  name_taken: naming(['name'], ({ name }) => t('“{name}” is there already: choose another name.', { name })),
  not_accepted: byReason({
    rule_paused: t('The rule is paused: resume it first.'),
    waits_for_post: t('The rule waits for the next post, which has no comments yet.'),
  }),
  not_waiting: t('The post does not wait for this account: it has gone on, or has ended.'),
  network_post_taken: t(
    'This address belongs to another post, or to an earlier part of the thread: look for the copy of this one.',
  ),
  nothing_in_doubt: t('Nothing of this post is in doubt any more.'),
  post_draft: t('This post is a draft: give it a time first.'),
  post_published: t('This post has been published and cannot be changed.'),
  post_publishing: t('The post is still being published: wait until it has ended.'),
  post_scheduled: t('This post is scheduled and was not sent yet.'),
  thread_partly_published: t(
    'Some parts of the thread are live, so it cannot be changed: send the rest again, or create a new post.',
  ),
  time_missing: t('The post has no time.'),
  time_passed: t('This time has passed: the post would go out at once.'),
  ref_taken: naming(['ref'], ({ ref }) =>
    t('Another automation of this account has the reference “{ref}”.', { ref }),
  ),
  slug_taken: naming(['slug'], ({ slug }) => t('The slug {slug} is taken: choose another one.', { slug })),
  version_outdated: t('Somebody has published another version in between: load the page again.'),
  window_closed: byReason({
    not_written: t('The person has not written yet: the network takes a message only after that.'),
    over: t('The network takes no message any more: the person has to write first.'),
    people_only: naming(['hours'], ({ hours }) =>
      t('The person wrote more than {hours} hours ago: only a person who is signed in may answer.', {
        hours,
      }),
    ),
  }),
  answered_meanwhile: t('Somebody answered in between: read the answer, then send yours.'),
  // the form of the request
  invalid: byReason(INVALID),
  required: t('This is needed: fill it in.'),
  body_too_large: naming(['limit'], ({ limit }) =>
    t('What is sent is too large: {limit} is the most.', { limit }),
  ),
  media_too_large: naming(['limit'], ({ limit }) =>
    t('This file is too large: {limit} is the most.', { limit }),
  ),
  // too much at once
  rate_limited: t('This was asked for too often: try again in a minute.'),
  too_many_attempts: naming(['minutes'], ({ minutes }) =>
    t('There were too many tries: try again in {minutes, plural, one {# minute} other {# minutes}}.', {
      minutes,
    }),
  ),
  no_mail_server: t('No mail server is set, so no mail can be sent.'),
  // others, or this service, cannot do it now
  busy: t('Others changed the same at the same moment, or much is going on: try again.'),
  internal: t('Something went wrong on our side.'),
  storage_full: t('There is no room for files: the operator of this service has to make some.'),
  storage_unavailable: t(
    'The store of files does not work at the moment: try again, or ask the operator of this service.',
  ),
  unavailable: t('The service cannot do this at the moment: try again in a few seconds.'),
  // of a post
  content_required: t('Write something, or add a picture.'),
  timing_required: t('Say when to publish.'),
  timing_conflict: t('Choose one time to publish.'),
  unknown_account: t('An account of this post was disconnected. Choose its accounts again.'),
  platform_unavailable: naming(['network'], ({ network }) =>
    t('Publishing to {network} is not available here.', { network }),
  ),
  media_url_refused: t('This address of a file cannot be used: it must be one of the public web.'),
  override_conflict: t('An account has two texts of its own: leave one.'),
  all_refused: t('Every account would refuse the post.'),
  not_supported: t('The network of this account does not have this.'),
  // of a series
  rule_invalid: t('This rule of repetition cannot be used.'),
  rule_without_dates: t('This has no date after now: choose a later end, or another first time.'),
  media_not_hosted: t('A file of a series has to be uploaded here: its posts need it for a long time.'),
  template_invalid: t(
    'The text of posts of a feed needs the title, the link or the summary of the item in braces, and no other field.',
  ),
  unknown_media: t('A description belongs to a file that is not in the post any more.'),
  url_refused: ({ reason, server, port }) =>
    reason === 'mail_server' && server !== undefined && port !== undefined
      ? t(
          'The mail server {server} at port {port} cannot be used from here: it must have a public address, and a port of mail servers. A server in your own network is set at the host, with TROUPE_SMTP_URL or “troupe mail set”.',
          { server, port: String(port) },
        )
      : t('This address cannot be used: it must be one of the public web.'),
  url_not_https: t('The address must be an HTTPS address.'),
  // of a file
  media_empty: t('This file is empty.'),
  media_unreadable: t('This file cannot be read: it is damaged, or is not what its name says.'),
  // of a confirmation
  confirmation_expired: t('This question has expired: the agent has to ask again.'),
  confirmation_used: t('Somebody has decided already.'),
  // of sign-in
  key_required: t('This installation is in use: give one of its API keys to become its owner.'),
  link_ended: t('This link was used or has expired: ask for another one.'),
  wrong_code: t('This code is wrong or was used: wait for the next one of your app.'),
  // what networks refuse
  audience_not_set: t('Nobody is chosen who may see it, so TikTok shows it to the account alone.'),
  empty_post: t('Write something, or add a picture.'),
  media_mixed: t('A post there has either pictures or one video: leave the others out.'),
  mixed_media: t('A post there has either pictures or one video: leave the others out.'),
  media_required: naming(['network'], ({ network, ...more }) => mediaNeeded(network, more)),
  media_type: naming(['network', 'number'], ({ network, number }) =>
    t('{network} takes no file like number {number} of the media: leave it out.', { network, number }),
  ),
  media_type_unsupported: ({ network, number }) =>
    network === undefined || number === undefined
      ? t('Files of this kind are not taken: choose a picture, a video or a PDF.')
      : t('{network} takes no file like number {number} of the media: leave it out.', { network, number }),
  option_invalid: t('A network does not take this as it is.'),
  option_required: t('A network needs something here: fill it in.'),
  permission_missing: naming(['network'], ({ network }) =>
    t('{network} was connected without the permission for this: connect the account again.', { network }),
  ),
  preview_with_media: t('A post shows either media or the preview of a page: take one of them away.'),
  text_empty: naming(['network'], ({ network }) =>
    t('{network} needs a text here: write something.', { network }),
  ),
  text_too_long: naming(['length', 'limit', 'network'], ({ length, limit, network }) =>
    t('{network} takes {limit, number} characters and the text has {length, number}: shorten it.', {
      length,
      limit,
      network,
    }),
  ),
  too_many_hashtags: naming(['count', 'limit', 'network'], ({ count, limit, network }) =>
    t('{network} takes {limit} hashtags and the text has {count}: leave some out.', {
      count,
      limit,
      network,
    }),
  ),
  too_many_links: naming(['count', 'limit', 'network'], ({ count, limit, network }) =>
    t('{network} takes {limit} links and the text has {count}: leave some out.', { count, limit, network }),
  ),
  too_many_mentions: naming(['count', 'limit', 'network'], ({ count, limit, network }) =>
    t('{network} takes {limit} mentions and the text has {count}: leave some out.', {
      count,
      limit,
      network,
    }),
  ),
  ...tooManyFiles(['too_many_images', 'too_many_media', 'too_many_videos']),
  // warnings
  duplicate_text: t('This account gets the same text within 24 hours from another post.'),
  first_comment_ignored: naming(['network'], ({ network }) =>
    t('{network} takes no first comment, so it is left out.', { network }),
  ),
  preview_from_page: naming(['network'], ({ network }) =>
    t('{network} shows what the page says: your own title, text and picture are left out.', { network }),
  ),
  preview_left_out: naming(['network'], ({ network }) =>
    t('{network} takes no preview of a page, so it is left out.', { network }),
  ),
  thread_joined: naming(['network'], ({ network }) =>
    t('{network} takes no threads, so the parts are one post there.', { network }),
  ),
};

function mediaNeeded(network: string | number, { kind }: Values): string {
  if (kind === 'video') return t('{network} takes no text alone: add a video.', { network });
  if (kind === 'cover') return t('A video needs a cover on {network}: add a picture.', { network });
  return t('{network} takes no text alone: add a picture or a video.', { network });
}

function tooManyFiles(codes: readonly string[]): { [code: string]: Words } {
  const words = naming(['count', 'limit', 'network'], ({ count, limit, network }) =>
    t('{network} takes {limit} of such files in a post, and this one has {count}: leave some out.', {
      count,
      limit,
      network,
    }),
  );
  return Object.fromEntries(codes.map((code) => [code, words]));
}
