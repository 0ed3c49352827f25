/** Sentences about an account, made from the codes and times of the service. Pure. */
import type { components } from '../../base/api-types.ts';
import { sentence } from '../../base/finding.ts';
import { t } from '../../base/language/text.ts';
import { networkWords } from '../../base/parts/from-network.ts';
import { networkName } from '../../base/network-names.ts';

type Account = components['schemas']['Account'];
export type AccountWarning = NonNullable<Account['warning']>;
type Receiving = NonNullable<Account['receiving']>;

/** What to do about an account, and what its network said. */
export function warningWords({ code, message, values }: AccountWarning, platform: string): string {
  const what = WARNINGS[code]?.(networkName(platform)) ?? sentence(message);
  const reason = values?.['reason'];
  return reason === undefined ? what : `${what} ${networkWords(String(reason))}`;
}

const WARNINGS: { [code in AccountWarning['code']]: (network: string) => string } = {
  token_expiring: (network) =>
    t('The access to {network} ends soon: connect the account again before then.', { network }),
  needs_reconnect: () => t('Connect the account again, then posts that wait for it continue by themselves.'),
  app_not_configured: () =>
    t('The operator of this service has to fix its settings, then posts that wait continue by themselves.'),
};

/**
 * By what an account receives, and when it did last.
 * @param inWords writes an instant of the API for the reader
 */
export function waysWords(receiving: Receiving, inWords: (instant: string) => string): string {
  const { via, everySeconds, lastEventAt, lastWholeReadAt } = receiving;
  const read =
    lastWholeReadAt === null
      ? t('The account has not been read to the end yet.')
      : t('Everything was last read at {time}.', { time: inWords(lastWholeReadAt) });
  if (via === 'polling') return `${oftenWords(everySeconds)} ${read}`;
  const event =
    lastEventAt === null
      ? t('It has not reported anything yet.')
      : t('It last reported something at {time}.', { time: inWords(lastEventAt) });
  return [WAYS[via](), event, read].join(' ');
}

const WAYS = {
  webhook: () => t('The network reports messages and comments by webhook.'),
  stream: () => t('The network reports messages and comments by a stream that this service keeps open.'),
};

function oftenWords(everySeconds: number | null): string {
  if (everySeconds === null)
    return t('The account is read from time to time, since the network does not call this service.');
  return t(
    'The account is read every {minutes, plural, one {minute} other {# minutes}}, since the network does not call this service.',
    { minutes: Math.max(1, Math.round(everySeconds / 60)) },
  );
}

/**
 * What does not arrive, and what is done about it; null if nothing is missing.
 * @param inWords writes an instant of the API for the reader
 */
export function missingWords(
  { missing, problem, summary }: Receiving,
  inWords: (instant: string) => string,
): string | null {
  // problems and what was left out name what networks said: they have no codes
  if (missing === null || problem !== null || missing.code === 'left_out') return summary.missing;
  const since = t('What people wrote since {time} may be missing.', { time: inWords(missing.since) });
  const next =
    missing.nextAt === null
      ? []
      : [t('The account is read again at {time}.', { time: inWords(missing.nextAt) })];
  return [since, MISSING[missing.code](), ...next].join(' ');
}

const MISSING = {
  reading: () => t('It is being read, page by page.'),
  network: () => t('The network cannot be read now, and is tried again.'),
  budget: () => t('Reading pauses: the requests that the network allows are used up.'),
  access: () => t('The network refuses to be read: connect the account again.'),
  unreported: () =>
    t(
      'The network had ended the subscription. Messages and comments are read afterwards; taps, story replies and opened ref links of that time cannot be read again.',
    ),
};
