/**
 * Threads. A post is made of a container: made from text and a media URL that Threads fetches by itself, polled until it
 * is finished, and published by one call that has no idempotency key. What is known of a lost answer comes from the
 * container (`verify.ts`). Credentials: `accessToken`, long-lived, renewed while it lives.
 */
import type { Adapter } from '../port/publish.ts';
import { stageOf } from '../meta/checkpoint.ts';
import { containers } from './containers.ts';
import { plan } from './plan.ts';
import { publish } from './publish.ts';
import { refresh } from './refresh.ts';
import { verify } from './verify.ts';
import { endpoints } from './version.ts';

export const threads: Adapter = {
  platform: 'threads',
  endpoints,
  evidence: 'container',
  plan,
  repeatable: ({ checkpoint }) => stageOf(checkpoint, containers.start).stage !== 'publishing',
  publish,
  verify,
  refresh,
};
