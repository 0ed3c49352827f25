/** An OAuth client of Google, as an operator registers it: the networks of Google have the same. */
import type { AppRegistration } from '../port/registration.ts';

export const googleApp = {
  console: { name: 'Google Cloud Console', url: 'https://console.cloud.google.com/apis/credentials' },
  id: {
    label: 'Client ID',
    shape: {
      pattern: /^[\w-]+\.apps\.googleusercontent\.com$/,
      words: 'an id that ends in .apps.googleusercontent.com',
    },
  },
  secret: {
    label: 'Client secret',
    shape: { pattern: /^GOCSPX-[\w-]{20,40}$/, words: 'a secret that starts with GOCSPX-' },
  },
} satisfies Pick<AppRegistration, 'console' | 'id' | 'secret'>;

export const GOOGLE_STEPS = {
  consent: 'Set up the consent screen for external users, with the scopes below, and publish it.',
  client:
    'Create an OAuth client ID of the type Web application, and enter the redirect address under “Authorized redirect URIs”.',
};

export const GOOGLE_TESTING =
  'While the consent screen is in testing, 100 people that you name can connect, and they connect again every week.';
