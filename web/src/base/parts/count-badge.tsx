import { Badge } from '@mantine/core';

interface CountBadgeProps {
  /** Such as `3` or `99+`; null if nothing is shown. */
  count: string | null;
  /** What is counted, for those who hear it. */
  what: string;
  /** It says how many there are, and asks for nothing. Absent means it stands out. */
  isQuiet?: boolean;
}

/** A number beside a page in the navigation. */
export function CountBadge({ count, what, isQuiet = false }: CountBadgeProps) {
  if (count === null) return null;
  return (
    <Badge
      size="sm"
      variant={isQuiet ? 'default' : 'filled'}
      circle={count.length < 2}
      role="img"
      aria-label={`${count} ${what}`}
    >
      {count}
    </Badge>
  );
}
