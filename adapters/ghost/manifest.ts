/**
 * Ghost sites, with the Admin API. A post is created as a draft under a slug of our own, which identifies it after a
 * lost response. Publishing it is an update that carries the time of the last change, so a repetition is refused
 * instead of sending a second mail.
 *
 * Steps: look up the newsletter, if one is named → each picture → store the slug → the draft → its publication, which
 * sends the mail. After a permanent refusal: delete the draft.
 * Credentials: `keyId` and `secret` of a custom integration's Admin API key.
 */
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { insights } from './insights.ts';
import { options } from '../article/options.ts';
import { measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { verify } from './verify.ts';
import { version } from './version.ts';

export const manifest: Manifest = {
  platform: 'ghost',
  name: 'Ghost',
  mark: { letters: 'Gh', color: '#33373d' },
  /** Each account has its own site. */
  endpoints: { admin: 'https://demo.ghost.io' },
  version,
  options,
  publish: {
    evidence: 'container',
    /** Videos are not copied to the site. */
    showsFromHere: true,
    /** `feature_image_alt`: newer versions may take 191; all take 125. */
    altText: { kinds: ['image', 'gif'], characters: 125, unit: 'code_points' },
    plan,
    measure,
    repeatable,
    publish,
    verify,
  },
  connect,
  insights,
};
