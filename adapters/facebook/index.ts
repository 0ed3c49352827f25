/**
 * Facebook Pages. Text and photos are one call to the Page's feed, with the photos staged before; a video is uploaded in
 * pieces and published by the last call. No call has an idempotency key: what is known of a lost answer comes from the
 * Page's posts and from the video (`verify.ts`).
 *
 * Credentials: `accessToken` (the Page's), `userToken` (of the person who connected it), `appSecretProof` where the app
 * has a secret. A Page token has no end of its own and nothing renews it.
 */
import type { Adapter } from '../port/publish.ts';
import { stageOf } from './checkpoint.ts';
import { plan } from './plan.ts';
import { isVideo, publish } from './publish.ts';
import { verify } from './verify.ts';
import { endpoints } from './version.ts';

export const facebook: Adapter = {
  platform: 'facebook',
  endpoints,
  evidence: 'own_list',
  plan,
  repeatable({ checkpoint, plan }) {
    const { stage } = stageOf(checkpoint, isVideo(plan.media));
    return stage !== 'posting' && stage !== 'finishing';
  },
  publish,
  verify,
};
