/** How long after a person's last act each network takes a message (the networks' documentation of direct messages). */
const HOUR = 3_600_000;

export interface Windows {
  /** ms; null: for ever. */
  windowMs: number | null;
  /** For a message that a person writes, ms; null: no longer than any other. */
  humanWindowMs: number | null;
}

/** Meta: 24 hours, and 7 days for what a person writes (HUMAN_AGENT). X: no window. */
export function windowsOf(platform: string): Windows {
  const isMeta = platform === 'instagram' || platform === 'facebook';
  return isMeta
    ? { windowMs: 24 * HOUR, humanWindowMs: 7 * 24 * HOUR }
    : { windowMs: null, humanWindowMs: null };
}
