/** Guards of the machines: when cancelling, sending again and giving up is allowed. */
import { changesIn, type Mutant } from '../mutant.ts';

export const machineMutants: Mutant[] = [
  ...changesIn(
    'machines/delivery/setup.ts',
    ['test/machines/undecided-lookups.test.ts'],
    [
      [
        'a delivery waits for the budget of a lookup for ever',
        'limitedLooksLeft: ({ context }) => context.shortWaits < MAX_LIMITED_LOOKS,',
        'limitedLooksLeft: () => true,',
      ],
      [
        'a delivery goes on for ever from where lookups find it',
        'mayContinue: ({ context }) => context.crashes < MAX_CONTINUED,',
        'mayContinue: () => true,',
      ],
    ],
  ),
  ...changesIn(
    'machines/delivery/setup.ts',
    ['test/machines/delivery.test.ts'],
    [
      [
        'a delivery is cancelled although the network has accepted the post for good',
        'canCancel: ({ context }) => context.cancelRequested && !context.committed,',
        'canCancel: ({ context }) => context.cancelRequested,',
      ],
      [
        'a delivery begins a round that it has begun already',
        'isNewRound: ({ context }, params: { round: number }) => params.round > context.round,',
        'isNewRound: ({ context }, params: { round: number }) => params.round >= context.round,',
      ],
      [
        'a cancel of an earlier round stops a delivery',
        'isNoEarlierRound: ({ context }, params: { round: number }) => params.round >= context.round,',
        'isNoEarlierRound: () => true,',
      ],
      [
        'an attempt that may be live is sent again although the person chose to hold',
        "holds: ({ context }) => context.onUnknown === 'hold',",
        'holds: () => false,',
      ],
      [
        'a step that crashes the service is repeated for ever',
        "context.lookup === 'stopped' && context.crashes <= MAX_CRASHES,",
        "context.lookup === 'stopped',",
      ],
      [
        'a delivery has an attempt too many',
        'attempt <= RETRY_AFTER_MS.length;',
        'attempt <= RETRY_AFTER_MS.length + 1;',
      ],
      [
        'a delivery looks for a lost post for ever',
        'looksLeft: ({ context }) => context.looks < VERIFY_AFTER_MS.length,',
        'looksLeft: () => true,',
      ],
      [
        'a delivery refreshes a refused token for ever',
        'refreshesLeft: ({ context }) => context.refreshes < MAX_REFRESHES,',
        'refreshesLeft: () => true,',
      ],
      [
        'short waits never count as a failed attempt',
        'params.afterMs < SHORT_WAIT_MS && context.shortWaits < MAX_SHORT_WAITS,',
        'params.afterMs < SHORT_WAIT_MS,',
      ],
      [
        'a Retry-After that is longer than the wait between attempts is ignored',
        'Math.max(retryWaitMs(context), afterMs);',
        'retryWaitMs(context);',
      ],
      [
        'a failed delivery whose post the network accepted ends as surely not live',
        'return doubt !== null || committed;',
        'return doubt !== null;',
      ],
      [
        'a second copy is published without a warning',
        'return doubt === null ? [] : [',
        'return doubt !== null ? [] : [',
      ],
    ],
  ),
  ...changesIn(
    'machines/delivery/sending.ts',
    ['test/machines/delivery.test.ts'],
    [
      [
        'a post whose response was lost is sent again without a lookup',
        "'outcome.unknown': { target: 'verifying', actions: [by('keepAnswer'), 'lookAfterLoss'] },",
        "'outcome.unknown': [retry, fail],",
      ],
      [
        'a step that the service stopped in is repeated without a lookup',
        "'outcome.interrupted': { target: 'verifying', actions: [by('keepAnswer'), 'lookAfterStop'] },",
        "'outcome.interrupted': [retry, fail],",
      ],
    ],
  ),
  ...changesIn(
    'machines/post.ts',
    ['test/machines/post.test.ts'],
    [
      [
        'the late end of an earlier round changes the result of this one',
        'if (!isWhole(end) && end.round !== context.round) return {};',
        '',
      ],
      [
        'a report that arrives late takes a live copy back',
        "result?.status === 'published' && (end.status !== 'published' || (isWhole(result) && !isWhole(end)));",
        "result?.status === 'published' && isWhole(result) && end.status === 'published' && !isWhole(end);",
      ],
      [
        'a report that arrives late makes a whole thread partial',
        "(end.status !== 'published' || (isWhole(result) && !isWhole(end)))",
        "end.status !== 'published'",
      ],
      [
        'a new round sends to accounts on which the post is live',
        '!isWhole(results[accountId]));',
        "results[accountId]?.status !== 'sending');",
      ],
      [
        'a new round starts a second delivery for an account',
        '.filter(({ accountId }) => !started.includes(accountId))',
        '',
      ],
      [
        'a copy on an account that the post is no longer for makes it published',
        "status === 'published' && targets.some((target) => target.accountId === accountId);",
        "status === 'published' && accountId !== '';",
      ],
      [
        'a retry of one account sends to all that failed',
        'only !== undefined && !only.includes(accountId) && results[accountId] !== undefined;',
        'false;',
      ],
      [
        'a post goes out before its time',
        'isDue: ({ context }) => (context.dueAt ?? 0) <= now(),',
        'isDue: () => true,',
      ],
    ],
  ),
  ...changesIn(
    'machines/account.ts',
    ['test/machines/account.test.ts'],
    [
      [
        'a late message with older credentials replaces newer ones',
        "context.shown !== 'disconnected' && params.credentialsVersion > context.credentialsVersion,",
        "context.shown !== 'disconnected',",
      ],
      [
        'a refusal of credentials that were replaced meanwhile breaks the account',
        "['healthy', 'expiring', 'needs_app'].includes(context.shown) &&\n      params.credentialsVersion >= context.credentialsVersion,",
        "['healthy', 'expiring', 'needs_app'].includes(context.shown),",
      ],
      ['a missing app is taken for a refused access', 'params.unconfigured !== true &&\n', ''],
      [
        'a disconnected account tries to end its access for ever',
        'revocationsLeft: ({ context }) => areTriesLeft(context),',
        'revocationsLeft: () => true,',
      ],
      [
        "a network's Retry-After does not delay the next refresh",
        'notBefore: now() + Math.max(againMs(context), params.afterMs ?? 0),',
        'notBefore: now() + againMs(context),',
      ],
    ],
  ),
  ...changesIn(
    'machines/webhook-send.ts',
    ['test/machines/webhook-send.test.ts'],
    [
      [
        'an endpoint that is gone is called again',
        'context.retries && !params.gone && context.attempt',
        'context.retries && context.attempt',
      ],
      [
        'an endpoint that did not ask for retries is called again',
        'context.retries && !params.gone && context.attempt',
        '!params.gone && context.attempt',
      ],
    ],
  ),
];
