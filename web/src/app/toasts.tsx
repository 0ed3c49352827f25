import { notificationsStore } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState } from 'react';

const Notifications = lazy(() => import('./notifications.tsx'));

/** Short notices in a corner, such as that a post was moved. What draws them is loaded with the first one. */
export function Toasts() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => notificationsStore.subscribe(() => setWanted(true)), []);
  return (
    isWanted && (
      <Suspense>
        <Notifications />
      </Suspense>
    )
  );
}
