/** How this service is registered as an app. It has an id and a secret of its own inside of the app at Meta. */
import { ask, brief, textAt, withoutSecrets } from '../lib/http.ts';
import type { AppProof, AppRegistration, ProveStep } from '../port/registration.ts';
import { readError } from './errors.ts';
import { endpoints } from './version.ts';

export const registration: AppRegistration = {
  console: { name: 'Meta for Developers', url: 'https://developers.facebook.com/apps/' },
  steps: [
    'Create an app with the use case “Access the Threads API”, and add the permissions below to it.',
    'Under its settings enter the redirect address, which has to be https.',
    'Enter the addresses for uninstalling and for deleting data there too.',
    'For replies as they come enter the callback address and the verify token under “real-time notifications”.',
    'Copy Threads app ID and Threads app secret from that page: they are not those of the app around it.',
  ],
  id: { label: 'Threads app ID', shape: { pattern: /^\d{13,17}$/, words: '13 to 17 digits' } },
  secret: {
    label: 'Threads app secret',
    shape: { pattern: /^[0-9a-f]{32}$/, words: '32 digits and letters from a to f' },
  },
  review: [
    'Until the app is live and reviewed, only Threads accounts that are testers of it can connect.',
    'Meta asks for App Review of each permission, and for Business Verification.',
  ],
  prove,
};

/** Asks for the app's own token (Threads API, "debug tokens": grant type `client_credentials`), which takes the secret in the query alone. */
async function prove({ app, fetch, signal, now, ...step }: ProveStep): Promise<AppProof> {
  const query = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: app.clientId,
    client_secret: app.clientSecret,
  });
  const url = `${step.endpoints['graph'] ?? endpoints.graph}/oauth/access_token?${query.toString()}`;
  const answer = await ask(fetch, new Request(url, { redirect: 'manual' }), signal);
  if (answer.kind === 'lost') return { kind: 'unclear', reason: `Threads: ${answer.reason}` };
  if (answer.status === 200 && textAt(answer.json, 'access_token') !== null) return { kind: 'accepted' };
  const { verdict, reason } = readError(answer, now);
  const words = brief(withoutSecrets(reason, { secret: app.clientSecret }, ['secret']));
  const isBusy = verdict === 'temporary' || verdict === 'throttled';
  return { kind: isBusy ? 'unclear' : 'refused', reason: words };
}
