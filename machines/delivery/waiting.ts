/** States without a call in progress: a timer runs, or a person is needed. */
import { and } from 'xstate';
import { by } from '../by.ts';
import {
  base,
  cancelWhileWaiting,
  giveUp,
  liveUncancelled,
  sendAfterLook,
  sendWhileWaiting,
} from './setup.ts';

/** A new round during the wait: the network has set the wait, so a changed text does not shorten it. */
const joins = { guard: by('isNewRound'), actions: by('joinRound') } as const;

export const processing = base.createStateConfig({
  description: 'The network is processing the media. A timer waits; no worker is occupied.',
  after: { lookAgain: 'sending' },
  on: { cancel: cancelWhileWaiting, send: joins },
});

export const limited = base.createStateConfig({
  description:
    'A rate limit is used up, of this account or of the whole app. It continues when its turn comes.',
  after: { turn: { target: 'sending', actions: 'stopWaiting' } },
  on: { cancel: cancelWhileWaiting, send: joins },
});

export const retrying = base.createStateConfig({
  description: 'A temporary failure. The next attempt is in 5, 10 or 15 minutes, or when the network says.',
  after: { backoff: { target: 'sending', actions: 'countAttempt' } },
  on: {
    cancel: cancelWhileWaiting,
    send: sendWhileWaiting,
    // an attempt before the one that failed may be live
    'resolve.live': [
      { ...liveUncancelled[0], guard: and(['isInDoubt', 'isLastPart']) },
      { ...liveUncancelled[1], guard: 'isInDoubt' },
    ],
    'resolve.absent': { guard: 'isInDoubt', actions: 'showAbsent' },
    'resolve.give_up': [
      { ...giveUp[0], guard: and(['isInDoubt', 'hasLiveParts']) },
      { ...giveUp[1], guard: 'isInDoubt' },
    ],
  },
});

export const in_doubt = base.createStateConfig({
  description:
    'The post may be live already and no lookup can show it. The next copy is sent when the wait ends, unless a person says what is there.',
  entry: 'showDoubt',
  after: { backoff: { target: 'sending', actions: 'countAttempt' } },
  on: {
    cancel: cancelWhileWaiting,
    send: sendAfterLook,
    'resolve.live': liveUncancelled,
    'resolve.absent': { target: 'retrying', actions: ['showAbsent', 'waitOutRetry'] },
    'resolve.give_up': giveUp,
  },
});

export const waiting_account = base.createStateConfig({
  description:
    'The network refuses the access, or the app is missing. It continues when the account works again.',
  after: {
    patience: {
      target: 'failing',
      actions: {
        type: 'keepError',
        params: {
          reason: 'the account was not connected again within 7 days; connect it, then send the post again',
        },
      },
    },
  },
  on: {
    'account.healthy': { target: 'sending', actions: 'resume' },
    cancel: cancelWhileWaiting,
    send: sendWhileWaiting,
  },
});
