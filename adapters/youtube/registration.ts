/** How this service is registered as an app. Google has no call that proves an OAuth client without a person. */
import type { AppRegistration } from '../port/registration.ts';

export const registration: AppRegistration = {
  console: { name: 'Google Cloud Console', url: 'https://console.cloud.google.com/apis/credentials' },
  steps: [
    'Create a project, and enable YouTube Data API v3 and YouTube Analytics API in its library.',
    'Set up the consent screen for external users, with the scopes below, and publish it.',
    'Create an OAuth client ID of the type Web application, and enter the redirect address under “Authorized redirect URIs”.',
    'Copy client ID and client secret. Use another client for Google Business Profile: disconnecting ends all that a person gave a client.',
  ],

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

  review: [
    'While the consent screen is in testing, 100 people that you name can connect, and they connect again every week.',
    'Google verifies the scopes, for which it asks for a recording and a privacy policy.',
    'The quota allows few uploads a day until Google has audited the project.',
  ],
};
