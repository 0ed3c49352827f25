import { Badge } from '@mantine/core';
import type { Look } from './look.ts';

/** A status as a coloured word. */
export function LookBadge({ look: { label, color } }: { look: Look }) {
  return (
    <Badge color={color} variant="light" tt="none" style={{ flexShrink: 0 }}>
      {label}
    </Badge>
  );
}
