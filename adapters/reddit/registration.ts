/** How this service is registered as an app. Reddit gives an app a token of its own ("Application Only OAuth"). */
import { proveByClientCredentials } from '../lib/oauth.ts';
import type { AppRegistration } from '../port/registration.ts';
import { oauth } from './oauth.ts';

export const registration: AppRegistration = {
  console: { name: 'Reddit’s apps', url: 'https://www.reddit.com/prefs/apps' },
  steps: [
    'Ask Reddit for access to its API first, with the form that the page links to, and say what is published and for whom.',
    'Create an app of the type “web app”, and enter the redirect address.',
    'Copy the id, which is below the name of the app, and the secret.',
  ],
  id: { label: 'Id', shape: { pattern: /^[\w-]{14,24}$/, words: '14 to 24 letters, digits, - and _' } },
  secret: {
    label: 'Secret',
    shape: { pattern: /^[\w-]{27,32}$/, words: '27 to 32 letters, digits, - and _' },
  },
  review: [
    'Since November 2025 Reddit approves each use of its API before an app can be made (Responsible Builder Policy).',
  ],
  prove: proveByClientCredentials(oauth),
};
