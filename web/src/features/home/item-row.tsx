/** One thing that needs a person: what it is, and what to do. */
import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from 'wouter';
import type { Platform } from '../../base/api.ts';
import { IfCan } from '../../base/can.tsx';
import { ToneSign } from '../../base/parts/look-badge.tsx';
import { useWorkspace } from '../../base/session.ts';
import { ReconnectButton, WaitingPosts } from '../accounts/index.ts';
import { type Finding, type HomeItem, type ItemOf, useFinding } from './queries.ts';
import { wordsOf } from './words.ts';
import { t } from '../../base/language/text.ts';

export function ItemRow({ item }: { item: HomeItem }) {
  const { timezone } = useWorkspace();
  const { title, detail } = wordsOf(item, timezone);
  return (
    <li className="home-row">
      <ToneSign tone="needs-you" size={18} />
      <div className="home-words">
        <Text size="sm" dir="auto" className="home-title">
          {title}
        </Text>
        {detail !== undefined && (
          <Text size="xs" c="dimmed" dir="auto">
            {detail}
          </Text>
        )}
      </div>
      <div className="home-actions">
        <Actions item={item} title={title} />
      </div>
    </li>
  );
}

/** @param props.title of the item, which names the buttons for those who hear them */
function Actions({ item, title }: { item: HomeItem; title: string }) {
  switch (item.code) {
    case 'account_needs_reconnect':
      return (
        <>
          {item.waitingPosts > 0 && <WaitingPosts account={item.account} />}
          <IfCan call="createConnectLink">
            <Reconnect account={item.account} title={title} />
          </IfCan>
        </>
      );
    case 'account_expires':
      return (
        <IfCan call="createConnectLink">
          <Reconnect account={item.account} title={title} />
        </IfCan>
      );
    case 'account_needs_app':
      return (
        <>
          {item.waitingPosts > 0 && <WaitingPosts account={item.account} />}
          <Go href="/settings/installation" label={t('Look')} title={title} />
        </>
      );
    case 'post_may_be_live':
      return (
        <IfCan call="resolveDelivery">
          <Findings item={item} />
        </IfCan>
      );
    case 'post_awaits_approval':
      return <Go href={`/posts/${item.post.id}`} label={t('Review')} title={title} />;
    case 'series_paused':
      return <Go href={`/series?open=${item.series.id}`} label={t('Look at the series')} title={title} />;
    case 'feed_failed':
      return <Go href={`/feeds?open=${item.feed.id}`} label={t('Look at the feed')} title={title} />;
    case 'conversation_handed_over':
      return <Go href={`/inbox?conversation=${item.conversationId}`} label={t('Answer')} title={title} />;
    case 'call_awaits_confirmation':
      return <Go href="/agents" label={t('Review')} title={title} />;
    case 'file_expires':
      return <Go href={`/posts/${item.post.id}/edit`} label={t('Replace the file')} title={title} />;
    default:
      return item satisfies never;
  }
}

const Go = ({ href, label, title }: { href: string; label: string; title: string }) => (
  <Button component={Link} href={href} size="xs" variant="default" aria-label={`${label}: ${title}`}>
    {label}
  </Button>
);

type Reconnected = Extract<HomeItem, { code: 'account_needs_reconnect' }>['account'];

const Reconnect = ({ account, title }: { account: Reconnected; title: string }) => (
  <ReconnectButton
    account={account}
    platform={account.platform as Platform}
    label={t('Connect: {title}', { title })}
  >
    {t('Connect')}
  </ReconnectButton>
);

const FINDINGS: { finding: Finding; label: string; hint: (isOver: boolean) => string }[] = [
  {
    finding: 'live',
    label: t('It is live'),
    hint: () => t('You found it on the account: it counts as published.'),
  },
  {
    finding: 'send_again',
    label: t('Send again'),
    hint: (isOver) =>
      isOver
        ? t('It is not there: it is sent again now.')
        : t('It is not there: it is sent again at the time above.'),
  },
  {
    finding: 'give_up',
    label: t('Give up'),
    hint: () => t('It counts as failed there, and is not sent again.'),
  },
];

function Findings({ item }: { item: ItemOf<'post_may_be_live'> }) {
  const resolve = useFinding(item);
  const isOver = item.nextAttemptAt === null;
  return (
    <>
      {FINDINGS.map(({ finding, label, hint }) => (
        <Button
          key={finding}
          size="xs"
          variant="default"
          title={hint(isOver)}
          aria-label={`${label}: ${item.account.name}`}
          loading={resolve.isPending && resolve.variables === finding}
          disabled={resolve.isPending}
          onClick={() =>
            resolve.mutate(finding, {
              onSuccess: () => notifications.show({ message: t('Saved, with your name.') }),
            })
          }
        >
          {label}
        </Button>
      ))}
    </>
  );
}
