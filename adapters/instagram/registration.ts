/** How this service is registered as an app. The Instagram app has an id and a secret of its own inside of the app at Meta. */
import type { AppRegistration } from '../port/registration.ts';

export const registration: AppRegistration = {
  console: { name: 'Meta for Developers', url: 'https://developers.facebook.com/apps/' },
  steps: [
    'Create an app, or open the one that you have for Facebook, and add Instagram with “API setup with Instagram login”.',
    'Under “Set up Instagram business login” enter the redirect address.',
    'Under “Configure webhooks” enter the callback address and the verify token.',
    'Copy Instagram app ID and Instagram app secret from that page: they are not those of the app around it.',
  ],
  id: { label: 'Instagram app ID', shape: { pattern: /^\d{13,17}$/, words: '13 to 17 digits' } },
  secret: {
    label: 'Instagram app secret',
    shape: { pattern: /^[0-9a-f]{32}$/, words: '32 digits and letters from a to f' },
  },
  review: [
    'Until the app is live and reviewed, only Instagram accounts that are testers of it can connect.',
    'Meta asks for Advanced Access to each permission, with a recording of how it is used, and for Business Verification.',
  ],
};
