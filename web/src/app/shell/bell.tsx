/** The bell: how many notifications the person has not read. Its list is loaded when it is first pressed. */
import { ActionIcon } from '@mantine/core';
import { type ComponentPropsWithRef, lazy, Suspense, useState } from 'react';
import { BellIcon } from '../../base/parts/icons.tsx';
import { useNotificationsText } from '../../features/home/counts.tsx';
import { t } from '../../base/language/text.ts';

const BellList = lazy(() => import('../../features/notifications/bell-list.tsx'));

export function Bell() {
  const [isWanted, setWanted] = useState(false);
  const button = <BellButton aria-expanded={false} onClick={() => setWanted(true)} />;
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <BellList button={(props) => <BellButton {...props} />} />
    </Suspense>
  );
}

function BellButton(props: Pick<ComponentPropsWithRef<'button'>, 'ref' | 'onClick' | 'aria-expanded'>) {
  const unread = useNotificationsText();
  const label = unread === null ? t('Notifications') : t('Notifications: {unread} unread', { unread });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      className="bell"
      {...props}
    >
      <BellIcon />
      {unread !== null && (
        <span className="bell-count" aria-hidden="true">
          {unread}
        </span>
      )}
    </ActionIcon>
  );
}
