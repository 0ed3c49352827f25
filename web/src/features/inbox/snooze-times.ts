/** Times until which a conversation may be put aside. Pure. */
import { instantAt, wallTime } from '../../base/parts/times.ts';
import { t } from '../../base/language/text.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** When a working day begins. */
const MORNING = '09:00:00';
/** How long before the end of the reply window there is still time to answer, ms. */
const BEFORE_END_MS = HOUR;
/** A time nearer than this is no snooze, ms. */
const SOONEST_MS = 15 * 60_000;

interface SnoozeTime {
  label: string;
  /** ISO text. */
  at: string;
}

/**
 * The times that a person chooses from, the earliest first.
 * @param of.windowEndsAt until when the network takes a reply, ISO text; null if at any time
 * @param of.now epoch ms
 */
export function snoozeTimes({
  windowEndsAt,
  timezone,
  now,
}: {
  windowEndsAt: string | null;
  timezone: string;
  now: number;
}): SnoozeTime[] {
  const morningIn = (days: number) => {
    const day = wallTime(new Date(now + days * DAY).toISOString(), timezone).slice(0, 10);
    return instantAt(`${day}T${MORNING}`, timezone);
  };
  const today = wallTime(new Date(now).toISOString(), timezone).slice(0, 10);
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  // on a Sunday the next Monday is tomorrow
  const toMonday = (8 - weekday) % 7 || 7;
  const end = windowEndsAt === null ? null : Date.parse(windowEndsAt) - BEFORE_END_MS;
  const times: SnoozeTime[] = [
    { label: t('For 3 hours'), at: new Date(now + 3 * HOUR).toISOString() },
    { label: t('Until tomorrow morning'), at: morningIn(1) },
    ...(toMonday === 1 ? [] : [{ label: t('Until Monday morning'), at: morningIn(toMonday) }]),
  ];
  if (end !== null && end > now + SOONEST_MS)
    times.push({
      label: t('Until an hour before the network takes no reply'),
      at: new Date(end).toISOString(),
    });
  return times.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
