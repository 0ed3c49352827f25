/**
 * WordPress, on any site of its own with the REST API and application passwords (5.6 and later).
 *
 * Steps: each file into the library → the tags looked up or created → the name (slug) of the post kept → a draft under
 * that name → published by a second call, which only ever changes the post it names. After a refusal for good: draft and
 * files deleted. What is known of a lost response comes from the names we chose and from the post itself (`verify.ts`).
 * Credentials: `username`, `applicationPassword`; endpoints: `api`, the root of the REST API, which ends in
 * `?rest_route=` on sites without pretty permalinks.
 */
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { verify } from './verify.ts';

export const manifest: Manifest = {
  platform: 'wordpress',
  name: 'WordPress',
  mark: { letters: 'Wp', color: '#1d5f80' },
  /** Each account brings its own site; this one never resolves (RFC 2606). */
  endpoints: { site: 'https://wordpress.invalid', api: 'https://wordpress.invalid/wp-json' },
  publish: { evidence: 'record_key', plan, repeatable, publish, verify },
  connect,
};
