/** Apps of networks that operators set. */
import { changesIn, type Mutant } from '../mutant.ts';

const tests = ['test/installation/apps.test.ts'];

export const networkAppsMutants: Mutant[] = [
  ...changesIn('src/features/accounts/app-settings.ts', tests, [
    ['what a node knows of the apps never ends', 'Math.abs(now - cache.at) > FRESH_MS', 'false'],
    ['this node keeps the app from before', 'forget: () => (cache = null)', 'forget: () => undefined'],
    ['the environment names no app', ', ...fromEnvironment', ''],
  ]),
  ...changesIn('src/features/installation/apps.ts', tests, [
    [
      'a stored secret goes with another id',
      '(stored !== null && stored.clientId === body.clientId)',
      'stored !== null',
    ],
    [
      'a second secret goes with another key',
      'stored?.consumer?.key === key ? stored.consumer.secret',
      'stored?.consumer ? stored.consumer.secret',
    ],
    ['an app of the environment is changed', 'if (appsOfEnvironment[network.platform])', 'if (false)'],
  ]),
  ...changesIn('src/features/installation/app-views.ts', tests, [
    [
      'a secret is shown',
      "isStored: value !== undefined && value !== '',\n    value: null,",
      "isStored: value !== undefined && value !== '',\n    value: value ?? null,",
    ],
  ]),
  ...changesIn('src/features/installation/app-check.ts', tests, [
    ['webhooks that lead elsewhere pass', 'theirs !== undefined && theirs !== callbackUrl', 'false'],
  ]),
  ...changesIn('adapters/lib/oauth.ts', tests, [
    ['a refusal of the app is not known', 'const isRefused = !isKnown &&', 'const isRefused = false &&'],
  ]),
];
