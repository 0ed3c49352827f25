/** States with a call in progress: the step itself, and the refresh of the token it needs. */
import { by } from '../by.ts';
import { tokenOf, workOf } from './context.ts';
import { base, partLive, tellRefusal, tellRenewal, whileCalling } from './setup.ts';

const fail = { target: '#delivery.failing', actions: by('keepAnswer') } as const;
const cancel = { guard: 'canCancel', target: '#delivery.cancelling', actions: by('keepAnswer') } as const;
const retry = {
  guard: 'attemptsLeft',
  target: '#delivery.retrying',
  actions: [by('keepAnswer'), by('waitToRetry')],
} as const;

const waitForAccount = {
  target: '#delivery.waiting_account',
  actions: [by('awaitAccount'), tellRefusal],
} as const;

export const sending = base.createStateConfig({
  description: 'One durable step of publishing is in progress.',
  entry: ['dropOutdated', { type: 'publish', params: ({ context }) => workOf(context) }, 'useTicket'],
  on: {
    ...whileCalling,
    'outcome.published': [
      { guard: 'isLastPart', target: 'published', actions: by('keepPublished') },
      ...partLive,
    ],
    'outcome.progress': [
      { guard: by('canCancelAfter'), target: 'cancelling', actions: by('keepProgress') },
      { guard: by('continuesAtOnce'), target: 'sending', reenter: true, actions: by('keepProgress') },
      { target: 'processing', actions: [by('keepProgress'), by('wait')] },
    ],
    'outcome.retry': [
      cancel,
      {
        guard: by('isShortWait'),
        target: 'limited',
        actions: [
          by('keepAnswer'),
          'countShortWait',
          { type: 'wait', params: ({ event }) => ({ afterMs: event.afterMs ?? 0 }) },
        ],
      },
      retry,
      fail,
    ],
    'outcome.rejected': { target: 'failing', actions: ['startAfresh', by('keepAnswer')] },
    'outcome.expired': [
      { guard: 'refreshesLeft', target: 'refreshing', actions: [by('countRefresh'), by('keepAnswer')] },
      fail,
    ],
    'outcome.reauthorize': [cancel, waitForAccount],
    'outcome.limited': [
      { guard: 'canCancel', target: 'cancelling' },
      { target: 'limited', actions: [by('keepTicket'), by('keepError'), by('wait')] },
    ],
    'outcome.unknown': { target: 'verifying', actions: [by('keepAnswer'), 'lookAfterLoss'] },
    'outcome.taken': { target: 'verifying', actions: [by('keepAnswer'), 'lookAfterLoss'] },
    'outcome.interrupted': { target: 'verifying', actions: [by('keepAnswer'), 'lookAfterStop'] },
  },
});

export const refreshing = base.createStateConfig({
  description: 'The access token has expired. One refresh serves all deliveries of the account.',
  entry: { type: 'refresh', params: ({ context }) => tokenOf(context) },
  on: {
    ...whileCalling,
    'refresh.refreshed': [
      { guard: 'canCancel', target: 'cancelling', actions: tellRenewal },
      { target: 'sending', actions: tellRenewal },
    ],
    'refresh.retry': [cancel, retry, fail],
    'refresh.unconfigured': [cancel, waitForAccount],
    'refresh.reauthorize': [cancel, waitForAccount],
  },
});
