/** How this service is registered as an app. TikTok gives an app a token of its own ("Client Access Token Management"). */
import { proveByClientCredentials } from '../lib/oauth.ts';
import type { AppRegistration } from '../port/registration.ts';
import { oauth } from './oauth.ts';

export const registration: AppRegistration = {
  console: { name: 'TikTok for Developers', url: 'https://developers.tiktok.com/apps/' },
  steps: [
    'Create an app, and add Login Kit and Content Posting API with “Direct Post” switched on.',
    'Under Login Kit enter the redirect address, for the platform Web.',
    'For photos verify the domain of this service under URL properties: TikTok fetches them from there.',
    'Add the scopes below, and copy client key and client secret.',
  ],
  id: {
    label: 'Client key',
    shape: { pattern: /^[0-9a-z]{16,20}$/, words: '16 to 20 digits and small letters' },
  },
  secret: {
    label: 'Client secret',
    shape: { pattern: /^[0-9A-Za-z]{32,40}$/, words: '32 letters and digits' },
  },
  review: [
    'TikTok reviews the app with its scopes, and asks for a recording.',
    'Until its audit of direct posts, everything is posted for its author alone, for five people a day whose accounts are private.',
  ],
  prove: proveByClientCredentials(oauth),
};
