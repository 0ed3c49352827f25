/** Whether what people write to an account arrives, as responses show it and in sentences. */
import type { Receiving } from '../../../store/receiving.ts';
import { isoOf } from '../../base/time.ts';

/** What callers see of it. */
export function publicReceiving(receiving: Receiving) {
  const view = {
    since: isoOf(receiving.since),
    via: receiving.via,
    everySeconds: receiving.everySeconds,
    checkedAt: isoOf(receiving.checkedAt),
    lastEventAt: orNull(receiving.lastEventAt),
    lastWholeReadAt: orNull(receiving.polledAt),
    missing: missingOf(receiving),
    problem: problemOf(receiving),
  };
  return { ...view, summary: { ways: waysOf(view).join(' '), missing: gapsOf(view).join(' ') || null } };
}

/**
 * What of an account has not arrived, in whole sentences with times in UTC, for those who ask why something is not there.
 * @returns an empty string: nothing is known to be missing
 */
export function missingInWords(receiving: Receiving): string {
  return gapsOf({ missing: missingOf(receiving), problem: problemOf(receiving) }).join(' ');
}

interface StatedReceiving {
  via: Receiving['via'];
  everySeconds: number | null;
  lastEventAt: string | null;
  lastWholeReadAt: string | null;
}

/** By what an account receives, and when it did last. */
function waysOf({ via, everySeconds, lastEventAt, lastWholeReadAt }: StatedReceiving): string[] {
  const read =
    lastWholeReadAt === null
      ? 'The account has not been read to the end yet.'
      : `Everything was last read at ${lastWholeReadAt}.`;
  if (via === 'polling') {
    const often = everySeconds === null ? 'from time to time' : `every ${period(everySeconds)}`;
    return [`The account is read ${often}, since the network does not call this service.`, read];
  }
  const event =
    lastEventAt === null
      ? 'It has not reported anything yet.'
      : `It last reported something at ${lastEventAt}.`;
  return [WAYS[via], event, read];
}

const WAYS = {
  webhook: 'The network reports messages and comments by webhook.',
  stream: 'The network reports messages and comments by a stream that this service keeps open.',
};

/** Such as `15 minutes` or `hour`. */
function period(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return seconds === 1 ? 'second' : `${seconds} seconds`;
  if (minutes % 60 !== 0) return minutes === 1 ? 'minute' : `${minutes} minutes`;
  return minutes === 60 ? 'hour' : `${minutes / 60} hours`;
}

function gapsOf({ missing, problem }: { missing: ReturnType<typeof missingOf>; problem: string | null }) {
  const since =
    missing && `What people wrote since ${missing.since} may be missing. ${sentence(missing.reason)}`;
  const next = missing?.nextAt ? `The account is read again at ${missing.nextAt}.` : null;
  return [since, next, problem && sentence(problem)].filter((one) => one !== null);
}

/** A problem may begin with the name of a permission, and end without a full stop. */
const sentence = (text: string): string =>
  `${/^[a-z]/.test(text) ? 'Problem: ' : ''}${text}${/[.!?]$/.test(text) ? '' : '.'}`;

/** @param at epoch ms; absent or 0: never */
const orNull = (at: number | undefined) => (at ? isoOf(at) : null);

/** What does not arrive; and that reading pauses, where the network charges for it. */
function problemOf({ problem, paused, lapse, polledAt = 0 }: Receiving): string | null {
  const isUnread = lapse && polledAt < lapse.until;
  const ended = isUnread
    ? `The network had ended the subscription and reported nothing from ${isoOf(lapse.since)} to ${isoOf(lapse.until)}. It reports again, and what people wrote meanwhile is being read.`
    : null;
  const all = [problem, paused?.reason, ended].filter((one) => one != null);
  return all.length === 0 ? null : all.join('; ');
}

/** What has not arrived, and will or cannot. */
function missingOf(receiving: Receiving) {
  const { unread, lapse } = receiving;
  if (unread) {
    const { since, code, reason, nextAt } = unread;
    return { since: isoOf(since), code, reason: UNREAD[code](reason), nextAt: isoOf(nextAt) };
  }
  if (!lapse) return leftOutOf(receiving);
  const reason = `The network had ended the subscription and reported nothing until ${isoOf(lapse.until)}. Messages and comments are read afterwards; taps, story replies and opened ref links of that time cannot be read again.`;
  return { since: isoOf(lapse.since), code: 'unreported' as const, reason, nextAt: null };
}

/** Names that one sentence holds. */
const MAX_NAMED = 5;

/** What reads of the last day went on without, after five failures each. */
function leftOutOf({ messagesRead, commentsRead }: Receiving) {
  const kinds = [
    { word: 'conversation', all: messagesRead?.leftOut ?? [] },
    { word: 'post', all: commentsRead?.leftOut ?? [] },
  ].filter(({ all }) => all.length > 0);
  if (kinds.length === 0) return null;
  const parts = kinds.map(({ word, all }) => {
    const names = all.slice(0, MAX_NAMED).map(({ id, name }) => (name === null ? id : `${name} (${id})`));
    const more = all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : '';
    return `${all.length} ${word}${all.length === 1 ? '' : 's'} could not be read and ${all.length === 1 ? 'was' : 'were'} left out after five failures each: ${names.join(', ')}${more}.`;
  });
  const reason = `${parts.join(' ')} Look at the network itself for what is missing there.`;
  const since = isoOf(Math.min(...kinds.flatMap(({ all }) => all.map(({ at }) => at))));
  return { since, code: 'left_out' as const, reason, nextAt: null };
}

const UNREAD: { [code in NonNullable<Receiving['unread']>['code']]: (reason: string) => string } = {
  reading: () => 'What people wrote since then is being read, page by page.',
  network: (reason) => `The network cannot be read now, and is tried again: ${reason}`,
  budget: (reason) => `Reading pauses: ${reason}`,
  access: (reason) => `The network refuses to be read. Connect the account again: ${reason}`,
};
