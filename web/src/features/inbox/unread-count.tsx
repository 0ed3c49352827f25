/** How many conversations have unread messages: in the navigation and in the title of every tab. */
import { LIMITS } from '../../base/limits.ts';
import { CountBadge } from '../../base/parts/count-badge.tsx';
import { useUnread } from './queries.ts';

/** Such as `3` or `99+`; null means none, or not read yet. */
export function useUnreadText(): string | null {
  const { data: count = 0 } = useUnread();
  if (count === 0) return null;
  return count >= LIMITS.conversationsPerPage ? `${LIMITS.conversationsPerPage - 1}+` : String(count);
}

export function UnreadCount() {
  return <CountBadge count={useUnreadText()} what="unread" />;
}
