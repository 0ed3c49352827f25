/** How this service is registered as an app. Slack has no call that proves an app without a person. */
import type { AppRegistration } from '../port/registration.ts';

export const registration: AppRegistration = {
  console: { name: 'Slack’s apps', url: 'https://api.slack.com/apps' },
  steps: [
    'Create an app from scratch.',
    'Under OAuth & Permissions enter the redirect address, and add the bot scopes below.',
    'Copy client ID and client secret from Basic Information.',
  ],
  id: { label: 'Client ID', shape: { pattern: /^\d+\.\d+$/, words: 'two numbers with a dot between them' } },
  secret: {
    label: 'Client secret',
    shape: { pattern: /^[0-9a-f]{32}$/, words: '32 digits and letters from a to f' },
  },
  review: [
    'An app works in the workspace in which it was made. For others activate public distribution, which needs no review.',
  ],
};
