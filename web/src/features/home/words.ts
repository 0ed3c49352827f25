/** The sentences of Home, made from the codes and parameters of the service. Pure. */
import { networkName } from '../../base/parts/network.tsx';
import { inZone } from '../../base/parts/times.ts';
import type { Home, HomeItem, ItemOf } from './queries.ts';
import { t } from '../../base/language/text.ts';

interface Words {
  title: string;
  /** Absent means the title says all. */
  detail?: string;
}

/** A text in quotation marks, one line of it. */
const quoted = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line === '' ? t('A post without a text') : `“${line.length > 60 ? `${line.slice(0, 59)}…` : line}”`;
};

type Write<Code extends HomeItem['code']> = (item: ItemOf<Code>, at: (instant: string) => string) => Words;

/** @param posts how many wait for an account */
const withWaiting = (detail: string, posts: number): string =>
  posts === 0
    ? detail
    : `${detail} ${t('{posts, plural, one {# post waits for it.} other {# posts wait for it.}}', { posts })}`;

const WORDS: { [Code in HomeItem['code']]: Write<Code> } = {
  account_needs_reconnect: ({ account, waitingPosts }) => ({
    title: t('Connect {name} on {network} again', {
      name: account.name,
      network: networkName(account.platform),
    }),
    detail: withWaiting(t('The network refuses the access.'), waitingPosts),
  }),
  account_needs_app: ({ account, waitingPosts }) => ({
    title: t('The app for {network} does not work', { network: networkName(account.platform) }),
    detail: withWaiting(
      t('It is missing in the settings, or the network refuses it. {name} cannot be used.', {
        name: account.name,
      }),
      waitingPosts,
    ),
  }),
  account_expires: ({ account, endsAt }, at) => ({
    title: t('The access to {name} on {network} ends soon', {
      name: account.name,
      network: networkName(account.platform),
    }),
    ...(endsAt !== null && {
      detail: t('It ends on {endsAt}. Connect the account again before.', { endsAt: at(endsAt) }),
    }),
  }),
  post_may_be_live: ({ post, account, nextAttemptAt }, at) => ({
    title: t('{text} may be live on {name} ({network})', {
      text: quoted(post.text),
      name: account.name,
      network: networkName(account.platform),
    }),
    detail:
      nextAttemptAt === null
        ? t('A response was lost. Check the account: nothing is sent until you say what is there.')
        : t('A response was lost. Check the account: another copy is sent on {nextAttemptAt}.', {
            nextAttemptAt: at(nextAttemptAt),
          }),
  }),
  post_awaits_approval: ({ post, accounts, at: plannedAt }, at) => ({
    title: t('{text} waits for an approval', { text: quoted(post.text) }),
    detail:
      plannedAt === null
        ? t('To {accounts, plural, one {# account} other {# accounts}}.', { accounts })
        : t('To {accounts, plural, one {# account} other {# accounts}}, on {plannedAt}.', {
            accounts,
            plannedAt: at(plannedAt),
          }),
  }),
  series_paused: ({ series, reason, error }) => ({
    title: t('The series {text} is paused', { text: quoted(series.text) }),
    detail:
      reason === 'plan'
        ? t('The plan of the workspace does not include its posts.')
        : t('Its posts would be refused: {error}', { error }),
  }),
  feed_failed: ({ feed, reason, error }) => ({
    title:
      reason === 'plan'
        ? t('The feed {title} is paused', { title: quoted(feed.title) })
        : t('The feed {title} cannot be read', { title: quoted(feed.title) }),
    detail: reason === 'plan' ? t('The plan of the workspace does not include its posts.') : error,
  }),
  conversation_handed_over: ({ name, platform, note }) => ({
    title: t('An automation handed over {name} on {network}', {
      name: name ?? t('somebody'),
      network: networkName(platform),
    }),
    ...(note !== null && { detail: note }),
  }),
  call_awaits_confirmation: ({ keyName, title, expiresAt }, at) => ({
    title: t('{keyName} asks to: {title}', { keyName, title }),
    detail: t('It waits until {expiresAt}.', { expiresAt: at(expiresAt) }),
  }),
  file_expires: ({ post, fileEndsAt, at: outAt }, at) => ({
    title: t('A file of {text} expires too early', { text: quoted(post.text) }),
    detail: t('Its address ends on {fileEndsAt}, and the post goes out on {outAt}.', {
      fileEndsAt: at(fileEndsAt),
      outAt: at(outAt),
    }),
  }),
};

/** @param timeZone of the workspace */
export function wordsOf(item: HomeItem, timeZone: string): Words {
  const write = WORDS[item.code] as Write<HomeItem['code']>;
  return write(item, (instant) => inZone(instant, timeZone));
}

type Working = Home['working']['items'][number];

const STATES: { [state: string]: (network: string) => string } = {
  retrying: (network) => t('{network}: sent again', { network }),
  limited: (network) => t('{network} asks to wait', { network }),
  verifying: (network) => t('{network}: checks what is there', { network }),
};

/** What a delivery does by itself. */
export const workingWords = ({ state, account }: Working): string =>
  (STATES[state] ?? STATES['retrying']!)(networkName(account.platform));
