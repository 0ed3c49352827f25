import { Badge } from '@mantine/core';
import type { ComponentType } from 'react';
import { ClockIcon, CrossIcon, HalfIcon, HandIcon, TickIcon } from './icons.tsx';
import { type Look, type Tone, TONE_COLORS } from './look.ts';

/** No status is shown by its colour alone. */
const SIGNS: { [tone in Tone]: ComponentType<{ size?: number }> | null } = {
  'needs-you': HandIcon,
  working: HalfIcon,
  live: TickIcon,
  planned: ClockIcon,
  failed: CrossIcon,
  neutral: null,
};

/** The sign of a status, in its colour. Its label is beside it. */
export function ToneSign({ tone, size = 14 }: { tone: Tone; size?: number }) {
  const Sign = SIGNS[tone];
  if (Sign === null) return null;
  return (
    <span className="tone-sign" style={{ color: `var(--mantine-color-${TONE_COLORS[tone]}-light-color)` }}>
      <Sign size={size} />
    </span>
  );
}

interface LookBadgeProps {
  look: Look;
  size?: 'sm' | 'md';
}

/** A status as a word with a colour and a sign. */
export function LookBadge({ look: { label, tone }, size = 'md' }: LookBadgeProps) {
  return (
    <Badge
      color={TONE_COLORS[tone]}
      variant="light"
      size={size}
      leftSection={SIGNS[tone] !== null && <ToneSign tone={tone} size={12} />}
      style={{ flexShrink: 0 }}
    >
      {label}
    </Badge>
  );
}
