/** How this service is registered as an app. X has two pairs: one to sign in with, one by which the app calls as itself. */
import type { AppRegistration } from '../port/registration.ts';

export const registration: AppRegistration = {
  console: { name: 'X Developer Console', url: 'https://console.x.com' },
  steps: [
    'Create a project and an app in it.',
    'Under User authentication settings choose “Read and write and Direct message”, the type “Web App”, and enter the redirect address.',
    'Copy client ID and client secret of OAuth 2.0.',
    'For replies and messages as they come, copy API key and API key secret too: the service registers its webhook with them by itself.',
  ],
  id: {
    label: 'Client ID',
    shape: { pattern: /^[\w:-]{20,80}$/, words: '20 to 80 letters, digits, - and _' },
  },
  secret: {
    label: 'Client secret',
    shape: { pattern: /^[\w-]{30,100}$/, words: '30 to 100 letters, digits, - and _' },
  },
  consumer: {
    key: { label: 'API key', shape: { pattern: /^\w{20,40}$/, words: '20 to 40 letters and digits' } },
    secret: {
      label: 'API key secret',
      shape: { pattern: /^\w{40,80}$/, words: '40 to 80 letters and digits' },
    },
    help: 'For replies and messages as they come. Without them they are read from time to time.',
  },
  review: [
    'X reviews nothing and charges for calls: X_READS_PER_DAY and X_NUMBERS_CENTS_PER_DAY limit what an account may cost.',
  ],
};
