/** Notices of the browser for new messages, for those who ask for them. */
import { ActionIcon } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { BellIcon } from '../../base/parts/icons.tsx';
import type { FeedEvent } from '../../base/live/feed-event.ts';
import { t } from '../../base/language/text.ts';

const WANTED = 'troupe.notify';
/** Characters of a message in a notice. */
const MAX_SHOWN = 120;

const isPossible = 'Notification' in window;

/** Switches the notices on and off, in this browser. Nobody is asked before they press it. */
export function NotifySwitch() {
  const [wanted, setWanted] = useLocalStorage({
    key: WANTED,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (!isPossible) return null;
  const isOn = wanted && Notification.permission === 'granted';
  const toggle = async () => {
    if (isOn) return setWanted(false);
    const permission = await Notification.requestPermission();
    setWanted(permission === 'granted');
    notifications.show({
      message:
        permission === 'granted'
          ? t('While this page is open and not in sight, your browser reports new messages.')
          : t('Your browser does not allow it: change that in its settings for this page.'),
    });
  };
  const label = isOn ? t('Stop notifications of new messages') : t('Notify me of new messages');
  return (
    <ActionIcon
      variant={isOn ? 'light' : 'subtle'}
      color={isOn ? 'accent' : 'gray'}
      size="lg"
      title={label}
      aria-label={t('Notify me of new messages')}
      aria-pressed={isOn}
      onClick={() => void toggle()}
    >
      <BellIcon />
    </ActionIcon>
  );
}

/** Reports a new message of a person, where that is wanted and the page is not in sight. */
export function notifyOf({ workspace, event, data }: FeedEvent): void {
  if (!isPossible || event !== 'message.created' || data['direction'] !== 'in') return;
  if (document.visibilityState === 'visible' || localStorage.getItem(WANTED) !== 'true') return;
  if (Notification.permission !== 'granted') return;
  const text = typeof data['text'] === 'string' ? data['text'] : '';
  const notice = new Notification(t('New message'), {
    body: text === '' ? t('A message without text') : text.slice(0, MAX_SHOWN),
    tag: String(data['id']), // several tabs show one notice
  });
  notice.addEventListener('click', () => {
    window.focus();
    location.assign(`/app/w/${workspace}/inbox?conversation=${String(data['conversationId'])}`);
    notice.close();
  });
}
