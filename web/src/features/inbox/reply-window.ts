/** Until when a network takes a reply, in words. Pure. */
import { t } from '../../base/language/text.ts';

/** What of a conversation it depends on: instants, ISO text. */
interface Windows {
  windowEndsAt: string | null;
  humanUntil: string | null;
}

interface ReplyWindow {
  isOpen: boolean;
  /** A sentence. */
  text: string;
  /** What else there is to know, or to do; null if nothing. */
  hint: string | null;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Such as `3 h 12 min`. @param ms not negative */
export function timeLeft(ms: number): string {
  if (ms < MINUTE) return t('less than a minute');
  const [days, hours, minutes] = [
    Math.floor(ms / DAY),
    Math.floor((ms % DAY) / HOUR),
    Math.floor((ms % HOUR) / MINUTE),
  ];
  if (days > 0) return hours === 0 ? t('{days} d', { days }) : t('{days} d {hours} h', { days, hours });
  if (hours > 0)
    return minutes === 0 ? t('{hours} h', { hours }) : t('{hours} h {minutes} min', { hours, minutes });
  return t('{minutes} min', { minutes });
}

/**
 * @param about.network its name
 * @param about.person their name
 * @param about.when an instant in words
 * @returns null means the network takes a reply at any time, or the person has not written yet
 */
export function replyWindow(
  { windowEndsAt, humanUntil }: Windows,
  {
    now,
    network,
    person,
    when,
  }: { now: number; network: string; person: string; when: (at: string) => string },
): ReplyWindow | null {
  if (windowEndsAt === null) return null;
  const left = Date.parse(windowEndsAt) - now;
  const isLonger = humanUntil !== null && Date.parse(humanUntil) > Date.parse(windowEndsAt);
  if (left > 0)
    return {
      isOpen: true,
      text: t('{network} takes a reply for {timeLeft}.', { network, timeLeft: timeLeft(left) }),
      hint: isLonger
        ? t('After that it may still take one from a person, until {when}.', { when: when(humanUntil) })
        : null,
    };
  const leftForPeople = isLonger ? Date.parse(humanUntil) - now : 0;
  if (leftForPeople > 0)
    return {
      isOpen: true,
      text: t('{network} takes a reply only from a person, for {timeLeft}.', {
        network,
        timeLeft: timeLeft(leftForPeople),
      }),
      hint: t('Write it here yourself: programs could answer until {when}.', { when: when(windowEndsAt) }),
    };
  const closedAt = isLonger ? humanUntil : windowEndsAt;
  return {
    isOpen: false,
    text: t('{network} has taken no reply from here since {when}.', { network, when: when(closedAt) }),
    hint: t(
      'You can answer here again as soon as {person} writes. Until then, answer in {network} itself: what you write there is shown here too.',
      { person, network },
    ),
  };
}
