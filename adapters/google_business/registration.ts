/** How this service is registered as an app. Google has no call that proves an OAuth client without a person. */
import type { AppRegistration } from '../port/registration.ts';

export const registration: AppRegistration = {
  console: { name: 'Google Cloud Console', url: 'https://console.cloud.google.com/apis/credentials' },
  steps: [
    'Create a project, and apply for access to the Business Profile APIs with its number.',
    'Enable My Business Account Management API, My Business Business Information API, Google My Business API and Business Profile Performance API.',
    'Set up the consent screen for external users, with the scopes below, and publish it.',
    'Create an OAuth client ID of the type Web application, and enter the redirect address under “Authorized redirect URIs”.',
    'Copy client ID and client secret. Use another client for YouTube: disconnecting ends all that a person gave a client.',
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
    'Until Google has approved the project for the Business Profile APIs, its quota is 0 and every call fails.',
    'While the consent screen is in testing, 100 people that you name can connect, and they connect again every week.',
  ],
};
