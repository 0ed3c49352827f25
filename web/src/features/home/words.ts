/** The sentences of Home, made from the codes and parameters of the service. Pure. */
import { networkName } from '../../base/parts/network.tsx';
import { inZone } from '../../base/parts/times.ts';
import type { Home, HomeItem, ItemOf } from './queries.ts';

interface Words {
  title: string;
  /** Absent means the title says all. */
  detail?: string;
}

/** A text in quotation marks, one line of it. */
const quoted = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line === '' ? 'A post without a text' : `“${line.length > 60 ? `${line.slice(0, 59)}…` : line}”`;
};

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

type Write<Code extends HomeItem['code']> = (item: ItemOf<Code>, at: (instant: string) => string) => Words;

const waiting = (posts: number): string =>
  posts === 0 ? '' : ` ${counted(posts, 'post waits', 'posts wait')} for it.`;

const WORDS: { [Code in HomeItem['code']]: Write<Code> } = {
  account_needs_reconnect: ({ account, waitingPosts }) => ({
    title: `Connect ${account.name} on ${networkName(account.platform)} again`,
    detail: `The network refuses the access.${waiting(waitingPosts)}`,
  }),
  account_needs_app: ({ account, waitingPosts }) => ({
    title: `The app for ${networkName(account.platform)} does not work`,
    detail: `It is missing in the settings, or the network refuses it. ${account.name} cannot be used.${waiting(waitingPosts)}`,
  }),
  account_expires: ({ account, endsAt }, at) => ({
    title: `The access to ${account.name} on ${networkName(account.platform)} ends soon`,
    ...(endsAt !== null && { detail: `It ends on ${at(endsAt)}. Connect the account again before.` }),
  }),
  post_may_be_live: ({ post, account, nextAttemptAt }, at) => ({
    title: `${quoted(post.text)} may be live on ${account.name} (${networkName(account.platform)})`,
    detail:
      nextAttemptAt === null
        ? 'A response was lost. Check the account: nothing is sent until you say what is there.'
        : `A response was lost. Check the account: another copy is sent on ${at(nextAttemptAt)}.`,
  }),
  post_awaits_approval: ({ post, accounts, at: plannedAt }, at) => ({
    title: `${quoted(post.text)} waits for an approval`,
    detail: `To ${counted(accounts, 'account', 'accounts')}${plannedAt === null ? '' : `, on ${at(plannedAt)}`}.`,
  }),
  conversation_handed_over: ({ name, platform, note }) => ({
    title: `An automation handed over ${name ?? 'somebody'} on ${networkName(platform)}`,
    ...(note !== null && { detail: note }),
  }),
  call_awaits_confirmation: ({ keyName, title, expiresAt }, at) => ({
    title: `${keyName} asks to: ${title}`,
    detail: `It waits until ${at(expiresAt)}.`,
  }),
  file_expires: ({ post, fileEndsAt, at: outAt }, at) => ({
    title: `A file of ${quoted(post.text)} expires too early`,
    detail: `Its address ends on ${at(fileEndsAt)}, and the post goes out on ${at(outAt)}.`,
  }),
};

/** @param timeZone of the workspace */
export function wordsOf(item: HomeItem, timeZone: string): Words {
  const write = WORDS[item.code] as Write<HomeItem['code']>;
  return write(item, (instant) => inZone(instant, timeZone));
}

type Working = Home['working']['items'][number];

const STATES: { [state: string]: (network: string) => string } = {
  retrying: (network) => `${network}: sent again`,
  limited: (network) => `${network} asks to wait`,
  verifying: (network) => `${network}: checks what is there`,
};

/** What a delivery does by itself. */
export const workingWords = ({ state, account }: Working): string =>
  (STATES[state] ?? STATES['retrying']!)(networkName(account.platform));
