/** The kind `mail`: one mail to one person. machines/mail.ts makes the decisions. */
import { mail as machine, type MailContext } from '../../machines/mail.ts';
import { describeMails, pruneMails } from '../../store/mails.ts';
import { defineKind, type HandlersOf, statusOf } from '../engine/kind.ts';
import { explainHandOver, handOverTimers } from './views/handed-over.ts';
import { initialValues } from './initial-values.ts';
import { describeBy } from './views/titles.ts';
import { DAY_MS } from '../base/durations.ts';

const SENTENCES: { [state: string]: string } = {
  sending: 'This mail is being handed over to the mail server',
  waiting: 'This mail could not be handed over, or the response was lost',
  sent: 'This mail was taken by the mail server',
  skipped: 'This mail had nobody to go to',
  failed: 'This mail was not taken by the mail server',
  expired: 'This mail could not be sent while its link was valid',
  unknown: 'This mail may have been taken: the response to a try was lost, and no later try said more',
};

export const mail = defineKind({
  name: 'mail',
  idPrefix: 'mail',
  machine,
  version: 1,
  upgrades: {},
  defaults: { 1: initialValues(machine) },
  listColumns: (snapshot) => {
    const { nextAt, reason } = snapshot.context as MailContext;
    return { status: statusOf(snapshot), shelf: null, plannedAt: nextAt, reachedAt: null, reason };
  },
  feedEvent: null,
  announcements: {},
  effects: { sendMail: { answers: ['mail.'], with: 'network' } },
  restingStates: [],
  // to whom the installation writes is of no concern to the members of a workspace
  shared: () => Promise.resolve([]),
  retention: { label: 'mails', retentionMs: 7 * DAY_MS, prune: pruneMails },
  view: {
    remembers: { error: 'reason' },
    describe: describeBy(describeMails),
    waitsForPerson: () => null,
    timers: handOverTimers,
    actions: (_, offer) =>
      offer.answers([
        {
          event: 'mail.later',
          title: 'Give up this try',
          detail: 'As if the mail server had been away: it is tried again while tries are left.',
          make: ({ reason }) => ({ type: 'mail.later', reason }),
        },
      ]),
    explain: explainHandOver(SENTENCES),
  },
});

export type MailHandlers = HandlersOf<typeof mail>;
