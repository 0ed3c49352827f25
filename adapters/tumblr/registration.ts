/** How this service is registered as an app. Tumblr has no call that proves the secret without a person. */
import type { AppRegistration } from '../port/registration.ts';

export const registration: AppRegistration = {
  console: { name: 'Tumblr’s applications', url: 'https://www.tumblr.com/oauth/apps' },
  steps: [
    'Register an application, and enter the redirect address under “OAuth2 redirect URLs”.',
    'Copy the OAuth consumer key and the secret key.',
  ],
  id: { label: 'OAuth consumer key', shape: { pattern: /^\w{50}$/, words: '50 letters and digits' } },
  secret: { label: 'Secret key', shape: { pattern: /^\w{50}$/, words: '50 letters and digits' } },
  review: [],
};
