/** The response to a call was lost. A lookup decides whether the post is sent again. */
import { by } from '../by.ts';
import { tokenOf, workOf } from './context.ts';
import { base, giveUp, live, sendsAtOnce, tellRefusal, tellRenewal, whileCalling } from './setup.ts';

/** The result stays unknown and nothing is sent again: a person has to check. */
const hold = { target: '#delivery.unresolved', actions: by('keepDoubt') } as const;
const holdIfCancelled = { guard: 'cancelRequested', ...hold } as const;
const cancelAbsent = {
  guard: 'cancelRequested',
  target: '#delivery.cancelling',
  actions: ['clearDoubt', 'startAfresh'],
} as const;
const sendFromHere = {
  target: '#delivery.sending',
  actions: ['clearDoubt', by('keepCheckpoint'), 'stopWaiting'],
} as const;
const lookLater = [{ guard: 'looksLeft', target: 'waiting', actions: by('waitToLook') }, hold] as const;
const waitForAccount = { target: 'waiting_account', actions: [by('awaitAccount'), tellRefusal] } as const;
/** The post is not live, according to the network's own list or to a person who checked. */
const absent = [
  cancelAbsent,
  { guard: sendsAtOnce, ...sendFromHere },
  {
    guard: 'attemptsLeft',
    target: '#delivery.retrying',
    actions: ['clearDoubt', by('keepCheckpoint'), 'waitOutRetry'],
  },
  { target: '#delivery.failing', actions: ['clearDoubt', 'startAfresh'] },
] as const;

const looking = base.createStateConfig({
  entry: { type: 'verify', params: ({ context }) => workOf(context) },
  on: {
    'finding.live': live,
    // the lost call took effect: the same attempt continues from there
    'finding.progress': [
      cancelAbsent,
      { guard: 'mayContinue', ...sendFromHere, actions: ['countContinued', ...sendFromHere.actions] },
      {
        target: '#delivery.unresolved',
        actions: { type: 'keepDoubt', params: { reason: 'one response after another was lost' } },
      },
    ],
    'finding.absent': absent,
    'finding.cannot_tell': [
      holdIfCancelled,
      {
        guard: 'wasAsked',
        target: '#delivery.sending',
        actions: [by('keepDoubt'), 'startAfresh', 'stopWaiting'],
      },
      { guard: 'holds', ...hold },
      {
        guard: 'attemptsLeft',
        target: '#delivery.in_doubt',
        actions: [by('keepDoubt'), 'waitOutRetry'],
      },
      hold,
    ],
    'finding.retry': lookLater,
    'finding.taken': lookLater,
    'finding.expired': [{ guard: 'refreshesLeft', target: 'refreshing', actions: by('countRefresh') }, hold],
    'finding.reauthorize': [holdIfCancelled, waitForAccount],
    'finding.limited': [
      { guard: 'limitedLooksLeft', target: 'waiting', actions: ['countShortWait', by('waitToAsk')] },
      hold,
    ],
  },
});

const refreshing = base.createStateConfig({
  entry: { type: 'refresh', params: ({ context }) => tokenOf(context) },
  on: {
    'refresh.refreshed': { target: 'looking', actions: tellRenewal },
    'refresh.retry': lookLater,
    'refresh.unconfigured': [holdIfCancelled, waitForAccount],
    'refresh.reauthorize': [holdIfCancelled, waitForAccount],
  },
});

const NOT_CONNECTED = 'the account was not connected again';

const waiting_account = base.createStateConfig({
  description: 'No lookup is possible until the account is connected again.',
  after: {
    patience: {
      target: '#delivery.unresolved',
      actions: { type: 'keepDoubt', params: { reason: `${NOT_CONNECTED} within 7 days` } },
    },
  },
  on: {
    'account.healthy': { target: 'looking', actions: 'resume' },
    cancel: {
      guard: by('isNoEarlierRound'),
      target: '#delivery.unresolved',
      actions: [by('keepRound'), { type: 'keepDoubt', params: { reason: NOT_CONNECTED } }],
    },
  },
});

export const verifying = base.createStateConfig({
  description: 'The response was lost. A lookup is made before anything is sent again.',
  initial: 'looking',
  on: {
    ...whileCalling,
    'resolve.live': live,
    'resolve.absent': absent,
    'resolve.give_up': giveUp,
  },
  states: { looking, waiting: { after: { nextLook: 'looking' } }, refreshing, waiting_account },
});
