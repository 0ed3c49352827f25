/** The sentences of the bell, made from the codes of the service. Pure. */
import { networkName } from '../../base/parts/network.tsx';
import type { Notification } from './queries.ts';

interface Words {
  title: string;
  /** Where a person does something about it. */
  href: string;
}

const posts = (count: number, one: string, many: string): string =>
  count === 1 ? `A post ${one}` : `${count} posts ${many}`;

type Write = (about: { count: number; account: string }) => Words;

const WORDS: { [cause: string]: Write } = {
  account_needs_reconnect: ({ account }) => ({ title: `Connect ${account} again`, href: '/accounts' }),
  post_failed: ({ count, account }) => ({
    title: `${posts(count, 'failed', 'failed')} on ${account}`,
    href: '/posts?status=failed',
  }),
  post_may_be_live: ({ count, account }) => ({
    title: `${posts(count, 'may be live', 'may be live')} on ${account}`,
    href: '/',
  }),
  post_awaits_approval: ({ count }) => ({
    title: posts(count, 'waits for an approval', 'wait for an approval'),
    href: '/posts?status=awaiting_approval',
  }),
  conversation_handed_over: ({ count, account }) => ({
    title:
      count === 1
        ? `Somebody waits for an answer on ${account}`
        : `${count} conversations on ${account} were handed over`,
    href: '/inbox?show=flagged',
  }),
  call_awaits_confirmation: ({ count }) => ({
    title: count === 1 ? 'A call of an agent waits for you' : `${count} calls of agents wait for a person`,
    href: '/agents',
  }),
};

export function wordsOf({ cause, account, count }: Notification): Words {
  const name = account === null ? 'an account' : `${account.name} (${networkName(account.platform)})`;
  const write = WORDS[cause];
  // a newer service may know other causes
  return write === undefined ? { title: 'Something needs you', href: '/' } : write({ count, account: name });
}
