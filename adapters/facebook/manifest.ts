/**
 * Facebook Pages. Text and photos are one call to the Page's feed, with the photos staged before; a video is uploaded in
 * pieces and published by the last call. No call has an idempotency key: what is known of a lost answer comes from the
 * Page's posts and from the video (`verify.ts`).
 *
 * Credentials: `accessToken` (the Page's), `userToken` (of the person who connected it), `appSecretProof` where the app
 * has a secret. A Page token has no end of its own and nothing renews it.
 */
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { verify } from './verify.ts';
import { endpoints, version } from './version.ts';

export const manifest: Manifest = {
  platform: 'facebook',
  name: 'Facebook',
  mark: { letters: 'Fb', color: '#0f5fc9' },
  endpoints,
  version,
  publish: { evidence: 'own_list', plan, repeatable, publish, verify },
  connect,
};
