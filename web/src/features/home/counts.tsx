/** The numbers beside pages in the navigation, and in the title of every tab. */
import { LIMITS } from '../../base/limits.ts';
import { CountBadge } from '../../base/parts/count-badge.tsx';
import { type Home, useHome } from './queries.ts';
import { t } from '../../base/language/text.ts';

/** Such as `3` or `99+`; null means none, or not read yet. */
const textOf = (count: number | undefined): string | null => {
  if (count === undefined || count === 0) return null;
  return count >= LIMITS.counted ? `${LIMITS.counted - 1}+` : String(count);
};

const useCount = (of: (home: Home) => number): string | null => {
  const { data } = useHome();
  return textOf(data && of(data));
};

export const useNotificationsText = (): string | null => useCount(({ notifications }) => notifications);
export const useUnreadText = (): string | null => useCount(({ unread }) => unread);

export const NeedsYouCount = () => (
  <CountBadge count={useCount(({ needsYou }) => needsYou.count)} what={t('to do')} />
);
export const UnreadCount = () => <CountBadge count={useUnreadText()} what={t('unread')} />;
export const OpenCount = () => (
  <CountBadge count={useCount(({ openComments }) => openComments)} what={t('open')} isQuiet />
);
export const CallCount = () => (
  <CountBadge count={useCount(({ confirmations }) => confirmations)} what={t('waiting for you')} />
);
