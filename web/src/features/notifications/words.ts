/** The sentences of the bell, made from the codes of the service. Pure. */
import { networkName } from '../../base/parts/network.tsx';
import type { Notification } from './queries.ts';
import { t } from '../../base/language/text.ts';

interface Words {
  title: string;
  /** Where a person does something about it. */
  href: string;
}

type Write = (about: { count: number; account: string }) => Words;

const WORDS: { [cause: string]: Write } = {
  account_needs_reconnect: ({ account }) => ({
    title: t('Connect {account} again', { account }),
    href: '/accounts',
  }),
  post_failed: ({ count, account }) => ({
    title: t('{count, plural, one {A post failed on {account}} other {# posts failed on {account}}}', {
      count,
      account,
    }),
    href: '/posts?status=failed',
  }),
  post_may_be_live: ({ count, account }) => ({
    title: t(
      '{count, plural, one {A post may be live on {account}} other {# posts may be live on {account}}}',
      {
        count,
        account,
      },
    ),
    href: '/',
  }),
  post_awaits_approval: ({ count }) => ({
    title: t('{count, plural, one {A post waits for an approval} other {# posts wait for an approval}}', {
      count,
    }),
    href: '/posts?status=awaiting_approval',
  }),
  series_paused: ({ count }) => ({
    title: t('{count, plural, one {A series of posts is paused} other {# series of posts are paused}}', {
      count,
    }),
    href: '/series',
  }),
  feed_failed: ({ count }) => ({
    title: t('{count, plural, one {A feed needs somebody} other {# feeds need somebody}}', { count }),
    href: '/feeds',
  }),
  conversation_handed_over: ({ count, account }) => ({
    title: t(
      '{count, plural, one {Somebody waits for an answer on {account}} other {# conversations on {account} were handed over}}',
      { count, account },
    ),
    href: '/inbox?show=flagged',
  }),
  call_awaits_confirmation: ({ count }) => ({
    title: t(
      '{count, plural, one {A call of an agent waits for you} other {# calls of agents wait for a person}}',
      { count },
    ),
    href: '/agents',
  }),
};

export function wordsOf({ cause, account, count }: Notification): Words {
  const name = account === null ? t('an account') : `${account.name} (${networkName(account.platform)})`;
  const write = WORDS[cause];
  // a newer service may know other causes
  return write === undefined
    ? { title: t('Something needs you'), href: '/' }
    : write({ count, account: name });
}
