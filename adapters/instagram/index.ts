/**
 * Instagram, for professional accounts that signed in with Instagram (the flavour without a Facebook Page).
 *
 * A post is made of containers: each is made from a media URL that Instagram fetches by itself, polled until it is
 * finished, and published by one call that has no idempotency key. What is known of a lost answer comes from the
 * container (`verify.ts`). Credentials: `accessToken`. The account's remote id is the `user_id` (17841…), not the
 * app-scoped `id`.
 */
import type { Adapter } from '../port/publish.ts';
import { stageOf } from '../meta/checkpoint.ts';
import { containers } from './containers.ts';
import { plan } from './plan.ts';
import { publish } from './publish.ts';
import { refresh } from './refresh.ts';
import { verify } from './verify.ts';
import { endpoints } from './version.ts';

export const instagram: Adapter = {
  platform: 'instagram',
  endpoints,
  evidence: 'container',
  plan,
  repeatable: ({ checkpoint }) => stageOf(checkpoint, containers.start).stage !== 'publishing',
  publish,
  verify,
  refresh,
};
