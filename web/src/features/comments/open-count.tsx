import { LIMITS } from '../../base/limits.ts';
import { CountBadge } from '../../base/parts/count-badge.tsx';
import { useOpenCount } from './queries.ts';

/** How many comments are not done, in the navigation. */
export function OpenCount() {
  const { data: count = 0 } = useOpenCount();
  if (count === 0) return null;
  return (
    <CountBadge
      count={count >= LIMITS.countedComments ? `${LIMITS.countedComments - 1}+` : String(count)}
      what="open"
      isQuiet
    />
  );
}
