/** The list behind the bell. What is shown counts as read. It is loaded when the bell is first pressed. */
import { Anchor, Popover, Text, Title } from '@mantine/core';
import { type ComponentPropsWithRef, type ReactElement, useEffect } from 'react';
import { Link } from 'wouter';
import { messageOf } from '../../base/api.ts';
import { ToneSign } from '../../base/parts/look-badge.tsx';
import { useNow } from '../../base/parts/now.ts';
import { Fault } from '../../base/parts/states.tsx';
import { fromNow } from '../../base/parts/times.ts';
import { useOpened } from '../../base/parts/use-opened.ts';
import { type Notification, useMarkRead, useNotifications } from './queries.ts';
import { wordsOf } from './words.ts';
import './bell.css';
import { t } from '../../base/language/text.ts';

interface BellListProps {
  /** Makes the button that opens and closes the list. */
  button: (props: Pick<ComponentPropsWithRef<'button'>, 'ref' | 'onClick' | 'aria-expanded'>) => ReactElement;
}

export default function BellList({ button }: BellListProps) {
  const { target, opened, onChange } = useOpened();
  const close = () => onChange(false);
  return (
    <Popover opened={opened} onChange={onChange} position="bottom-end" width={340} trapFocus shadow="md">
      <Popover.Target>
        {button({ ref: target, 'aria-expanded': opened, onClick: () => onChange(!opened) })}
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('Notifications')}>
        <NotificationList close={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

function NotificationList({ close }: { close: () => void }) {
  const list = useNotifications();
  const { mutate: markRead } = useMarkRead();
  const hasUnread = list.data?.some(({ status, isRead }) => status === 'open' && !isRead) ?? false;
  useEffect(() => {
    if (hasUnread) markRead();
  }, [hasUnread, markRead]);
  return (
    <div className="bell-list">
      <Title order={2} size="h5" className="bell-heading">
        {t('Notifications')}
      </Title>
      {list.isError && <Fault message={messageOf(list.error)} onRetry={() => void list.refetch()} />}
      {list.data?.length === 0 && (
        <Text size="sm" c="dimmed" className="bell-heading">
          {t('Nothing has happened that needs you.')}
        </Text>
      )}
      <ul>
        {list.data?.map((one) => (
          <Row key={one.id} notification={one} close={close} />
        ))}
      </ul>
      <Anchor component={Link} href="/settings/notifications" size="xs" className="bell-foot" onClick={close}>
        {t('Settings of notifications')}
      </Anchor>
    </div>
  );
}

function Row({ notification, close }: { notification: Notification; close: () => void }) {
  const now = useNow(30_000);
  const { title, href } = wordsOf(notification);
  const isOpen = notification.status === 'open';
  return (
    <li className="bell-row">
      <ToneSign tone={isOpen ? 'needs-you' : 'live'} size={16} />
      <div>
        <Anchor component={Link} href={href} size="sm" c="inherit" dir="auto" onClick={close}>
          {title}
        </Anchor>
        <Text size="xs" c="dimmed">
          {isOpen
            ? fromNow(notification.lastAt, now)
            : t('{time} · closed', { time: fromNow(notification.lastAt, now) })}
        </Text>
      </div>
    </li>
  );
}
