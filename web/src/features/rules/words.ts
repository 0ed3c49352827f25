/** What the pages of rules say: titles, statuses, reasons. Pure. */
import { networkWords } from '../../base/parts/from-network.ts';
import { sentence } from '../../base/finding.ts';
import type { Look } from '../../base/parts/look.ts';
import type { Entry, EntryStatus, Rule } from './shapes.ts';
import { language } from '../../base/language/language.ts';
import { t } from '../../base/language/text.ts';

/** Keywords in a title; the rest is counted. */
const IN_TITLE = 3;

/** A rule has no name: its keywords are. Such as `link, recipe` or `Every comment`. */
export function ruleTitle({ keywords }: Pick<Rule, 'keywords'>): string {
  if (keywords.length === 0) return t('Every comment');
  const rest = keywords.length - IN_TITLE;
  const words = keywords.slice(0, IN_TITLE).join(', ');
  return rest > 0 ? t('{words} and {rest} more', { words, rest }) : words;
}

/** Which comments a rule answers, as a sentence without its end. */
export function answersWhat({ keywords, match }: Pick<Rule, 'keywords' | 'match'>): string {
  if (keywords.length === 0) return t('Answers every comment');
  return match === 'exact'
    ? t('Answers comments that are a keyword alone')
    : t('Answers comments with a keyword');
}

const RULE_LOOKS: { [state in 'active' | 'paused']: Look } = {
  active: { label: t('Active'), tone: 'live' },
  paused: { label: t('Paused'), tone: 'neutral' },
};

export const ruleLook = ({ active }: Pick<Rule, 'active'>): Look => RULE_LOOKS[active ? 'active' : 'paused'];

/** What an entry's badge says. Nobody knows whether a message was read, or even seen. */
export const ENTRY_LOOKS: { [status in EntryStatus]: Look } = {
  queued: { label: t('Waits'), tone: 'planned' },
  sent: { label: t('Sent'), tone: 'live' },
  failed: { label: t('Failed'), tone: 'failed' },
  skipped: { label: t('Skipped'), tone: 'neutral' },
};

export const entryLook = (status: EntryStatus): Look => ENTRY_LOOKS[status];

/** Why a comment got no message. A reason that this page does not know yet is shown as it is. */
const SKIPPED: { [reason: string]: string } = {
  own: t('The account itself wrote it: its own comments are not answered.'),
  duplicate: t('This person has had the message of this rule. Each person gets it once.'),
  plan: t('The workspace had no active plan.'),
  paused: t('The rule was paused before the turn of this message came.'),
  too_old: t('The comment is older than 7 days: the network takes no answer any more.'),
  answered: t('This comment was answered with a direct message before. The network takes one.'),
  opted_out: t('This person asked for no more messages.'),
  live_over: t('The live broadcast was over.'),
};

/** The same after a number. */
const SKIPPED_SHORTLY: { [reason: string]: string } = {
  duplicate: t('had the message already'),
  plan: t('without an active plan'),
  paused: t('when the rule was paused'),
  too_old: t('older than 7 days'),
  answered: t('answered privately before'),
  opted_out: t('asked for no more messages'),
  live_over: t('after the live broadcast'),
};

/** Why comments were skipped, the most frequent reason first, such as `12 had the message already, 1 older than 7 days`. */
export function skippedBy(counts: { [reason: string]: number }): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(
      ([reason, count]) =>
        `${count.toLocaleString(language.locale)} ${SKIPPED_SHORTLY[reason] ?? reason.replaceAll('_', ' ')}`,
    )
    .join(', ');
}

/** Why a comment was skipped. */
export const skippedWords = (reason: string): string =>
  SKIPPED[reason] ?? sentence(reason.replaceAll('_', ' '));

/** Why an entry is as it is; null means its status says it. @param network its name */
export function reasonOf(
  { status, reason, networkCode }: Pick<Entry, 'status' | 'reason' | 'networkCode'>,
  network: string,
): string | null {
  switch (status) {
    case 'skipped':
      return reason === null ? null : skippedWords(reason);
    case 'failed':
      if (reason === null) return t('The message was not sent.');
      // without a code no response of the network refused it
      return networkCode === null
        ? t('The message was not confirmed: {reason}', { reason: networkWords(reason) })
        : t('{network} refused the message: {reason}', { network, reason: networkWords(reason) });
    case 'queued':
      return reason === null
        ? null
        : t('The account cannot send now: {reason}', { reason: networkWords(reason) });
    case 'sent':
      return null;
    default:
      return status satisfies never;
  }
}
