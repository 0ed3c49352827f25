/** How this service is registered as an app. LinkedIn grants the two products that publishing needs at once. */
import type { AppRegistration } from '../port/registration.ts';

export const registration: AppRegistration = {
  console: { name: 'LinkedIn Developers', url: 'https://www.linkedin.com/developers/apps' },
  steps: [
    'Create an app. It has to belong to a LinkedIn Page.',
    'Under Products add “Sign In with LinkedIn using OpenID Connect” and “Share on LinkedIn”.',
    'Under Auth enter the redirect address, and copy client ID and client secret.',
  ],
  id: { label: 'Client ID', shape: { pattern: /^[0-9a-z]{12,16}$/, words: '14 digits and small letters' } },
  secret: {
    label: 'Primary client secret',
    shape: { pattern: /^\S{16,100}$/, words: 'at least 16 characters' },
  },
  review: [
    'Publishing needs no review.',
    'Accounts connect again every 60 days unless LinkedIn approves the app as a partner’s.',
  ],
};
