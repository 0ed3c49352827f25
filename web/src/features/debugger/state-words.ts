/** The states of the charts in words, with what each one means to a person. `test/web/state-words.test.ts` compares them with the charts. */
import type { Tone } from '../../base/parts/look.ts';
import { t } from '../../base/language/text.ts';

type Words = readonly [title: string, tone?: Tone];

/** By the state's own name. Names that mean something else inside a state are listed with it, such as `verifying.waiting`. */
export const STATE_WORDS: { [name: string]: Words } = {
  active: [t('Active'), 'live'],
  asking: [t('Asking the network'), 'working'],
  awaiting_approval: [t('Waits for approval'), 'needs-you'],
  behind: [t('Its turn comes later'), 'planned'],
  blocked: [t('Refused for now'), 'working'],
  calling: [t('Calling the network'), 'working'],
  cancelled: [t('Cancelled')],
  cancelling: [t('Cancelling'), 'working'],
  checked: [t('Checked'), 'live'],
  checking: [t('Checking'), 'working'],
  closed: [t('Closed')],
  completed: [t('Completed'), 'live'],
  connected: [t('Connected'), 'live'],
  copied: [t('Copied'), 'live'],
  copying: [t('Copying'), 'working'],
  creating: [t('Creating posts'), 'working'],
  deciding: [t('Deciding'), 'working'],
  deleted: [t('Deleted')],
  deleting_records: [t('Deleting records'), 'working'],
  delivered: [t('Delivered'), 'live'],
  disconnected: [t('Disconnected')],
  done: [t('Done'), 'live'],
  draft: [t('Draft')],
  ended: [t('Ended')],
  ending: [t('Ending'), 'working'],
  expired: [t('Expired'), 'failed'],
  expiring: [t('Access ends soon'), 'needs-you'],
  failed: [t('Failed'), 'failed'],
  failing: [t('Failing'), 'failed'],
  finished: [t('Finished'), 'live'],
  finishing: [t('Finishing'), 'working'],
  fresh: [t('Fresh'), 'live'],
  full: [t('Full'), 'working'],
  gone: [t('Gone')],
  granting: [t('Granting turns'), 'working'],
  handoff: [t('Handed over'), 'needs-you'],
  healthy: [t('Healthy'), 'live'],
  held: [t('Held'), 'working'],
  human_reply: [t('A person answered'), 'live'],
  idle: [t('Idle')],
  in_doubt: [t('May be live'), 'needs-you'],
  incomplete: [t('Incomplete'), 'failed'],
  lasting: [t('Access lasts'), 'live'],
  left: [t('Left as it was')],
  limited: [t('Asked to wait'), 'working'],
  looking: [t('Looking it up'), 'working'],
  lookingAgain: [t('Looking it up again'), 'working'],
  making: [t('Making posts'), 'working'],
  matched: [t('Matched'), 'planned'],
  messaged: [t('Message sent'), 'live'],
  naming: [t('Asking the name'), 'working'],
  needs_app: [t('Needs an app'), 'needs-you'],
  needs_reconnect: [t('Connect it again'), 'needs-you'],
  notifying: [t('Notifying'), 'working'],
  off: [t('Off')],
  open: [t('Open'), 'live'],
  opening: [t('Opening'), 'working'],
  over: [t('Over')],
  paced: [t('Slowed down'), 'working'],
  partial: [t('Partly live'), 'failed'],
  paused: [t('Paused')],
  placing: [t('Placing'), 'working'],
  polled: [t('Read at intervals'), 'live'],
  processing: [t('Being processed'), 'working'],
  published: [t('Published'), 'live'],
  publishing: [t('Publishing'), 'working'],
  queued: [t('Queued'), 'planned'],
  queueing: [t('Queueing'), 'working'],
  reading: [t('Reading'), 'working'],
  reading_pages: [t('Reading links'), 'working'],
  recovered: [t('Recovered'), 'live'],
  refreshing: [t('Renewing access'), 'working'],
  refused: [t('Refused'), 'needs-you'],
  rejected: [t('Not approved'), 'failed'],
  removed: [t('Removed')],
  removing: [t('Removing'), 'working'],
  renewable: [t('Access renews itself'), 'live'],
  replied: [t('Answered'), 'live'],
  replying: [t('Answering'), 'working'],
  reporting: [t('Reporting'), 'working'],
  retrying: [t('Waits to try again'), 'working'],
  revoking: [t('Giving access back'), 'working'],
  scheduled: [t('Scheduled'), 'planned'],
  sending: [t('Sending'), 'working'],
  sent: [t('Sent'), 'live'],
  settled: [t('Settled'), 'live'],
  skipped: [t('Skipped')],
  snoozed: [t('Snoozed')],
  stale: [t('Out of date'), 'working'],
  started: [t('Started'), 'working'],
  starting: [t('Starting'), 'working'],
  stopped: [t('Stopped')],
  storing: [t('Storing'), 'working'],
  subscribed: [t('Subscribed'), 'live'],
  subscription: [t('Subscription')],
  sweeping: [t('Sweeping'), 'working'],
  tripping: [t('Stopping after errors'), 'failed'],
  undecided: [t('Undecided'), 'working'],
  unknown: [t('Not known'), 'needs-you'],
  unread: [t('Not read')],
  unresolved: [t('May be live, ended'), 'needs-you'],
  unrevoked: [t('Access not given back'), 'failed'],
  unsubscribed: [t('Not known yet'), 'working'],
  verifying: [t('Checking what is there'), 'working'],
  waiting: [t('Waiting'), 'planned'],
  waiting_account: [t('Waits for the account'), 'needs-you'],
  waiting_to_look: [t('Waits to look'), 'working'],
  watching: [t('Watching'), 'live'],
  window_closed: [t('Too late to write'), 'failed'],
  withdrawing: [t('Withdrawing posts'), 'working'],
};

const keyOf = (id: string): string => id.slice(id.lastIndexOf('.') + 1);

/** A state of a flow has the name of its step; others without words are written as people write. @param id such as `verifying.looking` */
export function stateTitle(id: string): string {
  const key = keyOf(id);
  const words = STATE_WORDS[key];
  if (words) return words[0];
  const plain = key.replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** The whole state in words, such as `Checking what is there: Looking it up`. @param state as the service writes it: `verifying.looking` */
export function stateText(state: string): string {
  return state
    .split(', ')
    .map((region) => region.split('.').map(stateTitle).join(': '))
    .join(', ');
}

/** What a state means to a person: that of its innermost name, or of a name around it. @param state such as `verifying.waiting_account` */
export function stateTone(state: string): Tone {
  const names = state.split(', ')[0]!.split('.').toReversed();
  for (const name of names) {
    const tone = STATE_WORDS[name]?.[1];
    if (tone !== undefined && !(tone === 'planned' && names.length > 1)) return tone;
  }
  return 'neutral';
}
