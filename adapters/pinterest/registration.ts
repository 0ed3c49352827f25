/** How this service is registered as an app. Pinterest gives an app a token of its own (API v5, "OAuth", grant type `client_credentials`). */
import { proveByClientCredentials } from '../lib/oauth.ts';
import type { AppRegistration } from '../port/registration.ts';
import { oauth } from './oauth.ts';

export const registration: AppRegistration = {
  console: { name: 'Pinterest Developers', url: 'https://developers.pinterest.com/apps/' },
  steps: [
    'Connect an app, with a business account.',
    'Under Configure enter the redirect address.',
    'Copy app ID and app secret key.',
  ],
  id: { label: 'App ID', shape: { pattern: /^\d{6,10}$/, words: '7 digits' } },
  secret: {
    label: 'App secret key',
    shape: { pattern: /^[0-9a-f]{40}$/, words: '40 digits and letters from a to f' },
  },
  review: [
    'With trial access, pins are shown to their author alone, and all accounts share 1,000 calls a day.',
    'For standard access Pinterest asks for a recording of the sign-in and of a pin that is made.',
  ],
  prove: proveByClientCredentials(oauth, { scope: 'user_accounts:read' }),
};
