/**
 * Facebook Pages. Text and photos are one call to the Page's feed, after the photos were staged; a video is uploaded
 * in pieces and published by the last call. No call has an idempotency key: after a lost response the Page's posts
 * and the video show what happened (`verify.ts`).
 *
 * Credentials: `accessToken` (the Page's), `userToken` (of the person who connected it), and `appSecretProof` if the
 * app has a secret. A Page token does not expire, and there is no call to renew it.
 */
import type { Manifest } from '../port/manifest.ts';
import { comments } from './comments.ts';
import { connect } from './connect.ts';
import { firstComment } from './first-comment.ts';
import { inbound } from './inbound.ts';
import { insights } from './insights.ts';
import { messages } from './messages.ts';
import { measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { registration } from './registration.ts';
import { verify } from './verify.ts';
import { endpoints, version } from './version.ts';

export const manifest: Manifest = {
  platform: 'facebook',
  name: 'Facebook',
  mark: { letters: 'Fb', color: '#0f5fc9' },
  endpoints,
  version,
  publish: {
    evidence: 'own_list',
    altText: { kinds: ['image', 'gif'], characters: 1_000, unit: 'utf16' },
    linkPreview: 'address',
    plan,
    measure,
    repeatable,
    publish,
    verify,
  },
  connect,
  registration,
  inbound,
  comments,
  firstComment,
  messages,
  insights,
};
