/** How much of a network's limit a text uses. */
import type { PlannedAccount } from './refusing.ts';
import { t } from '../../../base/language/text.ts';

type Length = PlannedAccount['length'];

/** In words, such as `38 over`; empty while there is much room. */
export function lengthText({ used, limit }: Length): string {
  if (limit === null) return '';
  if (used > limit) return t('{count} over', { count: used - limit });
  return used > limit * 0.8 ? t('{count} left', { count: limit - used }) : '';
}

const SIZE = 18;
const RADIUS = 7;
const AROUND = 2 * Math.PI * RADIUS;

/** A ring that fills; red when the text is too long. The words beside it say the same. */
export function Ring({ length }: { length: Length }) {
  const { used, limit } = length;
  if (limit === null) return null;
  const part = Math.min(1, used / limit);
  const color =
    used > limit
      ? 'var(--mantine-color-error)'
      : part > 0.8
        ? 'var(--mantine-color-yellow-light-color)'
        : 'var(--mantine-primary-color-filled)';
  return (
    <svg width={SIZE} height={SIZE} viewBox="0 0 18 18" aria-hidden="true">
      <circle
        cx="9"
        cy="9"
        r={RADIUS}
        fill="none"
        stroke="var(--mantine-color-default-border)"
        strokeWidth="3"
      />
      <circle
        cx="9"
        cy="9"
        r={RADIUS}
        fill="none"
        stroke={color}
        strokeWidth="3"
        strokeDasharray={`${part * AROUND} ${AROUND}`}
        transform="rotate(-90 9 9)"
      />
    </svg>
  );
}
