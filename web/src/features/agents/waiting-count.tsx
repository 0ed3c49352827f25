import { Badge } from '@mantine/core';
import { useConfirmations } from './queries.ts';

/** How many calls wait for a person. */
export function WaitingCount() {
  const count = useConfirmations().data?.waiting.length ?? 0;
  if (count === 0) return null;
  return (
    <Badge size="sm" circle={count < 10} role="img" aria-label={`${count} waiting for you`}>
      {count}
    </Badge>
  );
}
