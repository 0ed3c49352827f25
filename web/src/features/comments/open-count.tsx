import { CountBadge } from '../../base/parts/count-badge.tsx';
import { MAX_OPEN, useOpenCount } from './queries.ts';

/** How many comments are not done, in the navigation. */
export function OpenCount() {
  const { data: count = 0 } = useOpenCount();
  if (count === 0) return null;
  return <CountBadge count={count >= MAX_OPEN ? `${MAX_OPEN - 1}+` : String(count)} what="open" isQuiet />;
}
