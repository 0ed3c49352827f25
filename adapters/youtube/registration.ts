/** How this service is registered as an app. Google has no call that proves an OAuth client without a person. */
import { GOOGLE_STEPS, GOOGLE_TESTING, googleApp } from '../lib/google-app.ts';
import type { AppRegistration } from '../port/registration.ts';

export const registration: AppRegistration = {
  ...googleApp,
  steps: [
    'Create a project, and enable YouTube Data API v3 and YouTube Analytics API in its library.',
    GOOGLE_STEPS.consent,
    GOOGLE_STEPS.client,
    'Copy client ID and client secret. Use another client for Google Business Profile: disconnecting ends all that a person gave a client.',
  ],

  review: [
    GOOGLE_TESTING,
    'Google verifies the scopes, for which it asks for a recording and a privacy policy.',
    'The quota allows few uploads a day until Google has audited the project.',
  ],
};
