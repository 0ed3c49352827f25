/**
 * WordPress: any site with the REST API and application passwords (5.6 and later).
 *
 * Steps: each file into the library → the tags, looked up or created → the slug, stored → a draft under that slug →
 * its publication by a second call, which only changes that post. After a permanent refusal: delete the draft and the
 * files. After a lost response the names we chose and the post itself show what happened (`verify.ts`). Credentials:
 * `username`, `applicationPassword`; endpoints: `api`, the root of the REST API, which ends in `?rest_route=` on
 * sites without pretty permalinks.
 */
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { options } from '../article/options.ts';
import { insights } from './insights.ts';
import { measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { verify } from './verify.ts';

export const manifest: Manifest = {
  platform: 'wordpress',
  name: 'WordPress',
  mark: { letters: 'Wp', color: '#1d5f80' },
  /** Each account has its own site; this address never resolves (RFC 2606). */
  endpoints: { site: 'https://wordpress.invalid', api: 'https://wordpress.invalid/wp-json' },
  options,
  publish: {
    evidence: 'record_key',
    /** `alt_text` of a file in the library, which has no stated limit. */
    altText: { kinds: ['image', 'gif'], characters: 1_500, unit: 'code_points' },
    plan,
    measure,
    repeatable,
    publish,
    verify,
  },
  connect,
  insights,
};
