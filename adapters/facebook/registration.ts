/** How this service is registered as an app. Meta gives one app for Pages and for Instagram accounts that are linked to one. */
import type { AppRegistration } from '../port/registration.ts';

export const registration: AppRegistration = {
  console: { name: 'Meta for Developers', url: 'https://developers.facebook.com/apps/' },
  steps: [
    'Create an app with the use case “Manage everything on your Page”, or of the type Business.',
    'Add Facebook Login for Business, and under its settings enter the redirect address.',
    'For messages and comments add Messenger and Webhooks, choose the object Page, and enter the callback address and the verify token.',
    'For Instagram accounts that are linked to a Page add Instagram, “API setup with Facebook login”, and the object Instagram under Webhooks.',
    'Copy app ID and app secret from App settings, Basic.',
  ],
  id: { label: 'App ID', shape: { pattern: /^\d{13,17}$/, words: '13 to 17 digits' } },
  secret: {
    label: 'App secret',
    shape: { pattern: /^[0-9a-f]{32}$/, words: '32 digits and letters from a to f' },
  },
  review: [
    'Until the app is live and reviewed, only people with a role in it can connect.',
    'Meta asks for App Review of each permission, with a recording of how it is used, and for Business Verification.',
  ],
};
