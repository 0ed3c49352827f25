/**
 * Ghost sites, by the Admin API. A post is created as a draft under a slug of our own, by which it is found again when
 * the answer was lost; publishing it is an update that carries the time of the last change, so a repetition meets a
 * refusal instead of a second mail.
 *
 * Steps: the newsletter looked up, where one is named → each picture → slug kept → the draft → its publication, which mails
 * it. After a refusal for good: the draft deleted.
 * Credentials: `keyId` and `secret` of a custom integration's Admin API key.
 */
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { verify } from './verify.ts';
import { version } from './version.ts';

export const manifest: Manifest = {
  platform: 'ghost',
  name: 'Ghost',
  mark: { letters: 'Gh', color: '#33373d' },
  /** Each account brings its own site. */
  endpoints: { admin: 'https://demo.ghost.io' },
  version,
  publish: { evidence: 'container', plan, repeatable, publish, verify },
  connect,
};
