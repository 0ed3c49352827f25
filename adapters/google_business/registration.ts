/** How this service is registered as an app. Google has no call that proves an OAuth client without a person. */
import { GOOGLE_STEPS, GOOGLE_TESTING, googleApp } from '../lib/google-app.ts';
import type { AppRegistration } from '../port/registration.ts';

export const registration: AppRegistration = {
  ...googleApp,
  steps: [
    'Create a project, and apply for access to the Business Profile APIs with its number.',
    'Enable My Business Account Management API, My Business Business Information API, Google My Business API and Business Profile Performance API.',
    GOOGLE_STEPS.consent,
    GOOGLE_STEPS.client,
    'Copy client ID and client secret. Use another client for YouTube: disconnecting ends all that a person gave a client.',
  ],

  review: [
    'Until Google has approved the project for the Business Profile APIs, its quota is 0 and every call fails.',
    GOOGLE_TESTING,
  ],
};
