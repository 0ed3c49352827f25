/**
 * Bluesky (AT protocol). A post is a record that we write under a key of our own choice, so a lost response never
 * leads to a second post: writing the same record again changes nothing, and reading the key shows whether it exists.
 *
 * Steps: each photo, or the video and checks of its processing → the record, built once → `putRecord`. Key, time,
 * blobs and the whole record are in the checkpoint before the first write. The record of a part of a thread names the part
 * before and the first one, which are read for their hashes.
 */
import { DAY_MS, HOUR_MS, limit } from '../port/budget.ts';
import type { Manifest } from '../port/manifest.ts';
import { connect } from './connect.ts';
import { firstComment } from './first-comment.ts';
import { insights } from './insights.ts';
import { options } from './options.ts';
import { measure, plan } from './plan.ts';
import { publish, repeatable } from './publish.ts';
import { refresh } from './refresh.ts';
import { revoke } from './revoke.ts';
import { verify } from './verify.ts';

export const manifest: Manifest = {
  platform: 'bluesky',
  name: 'Bluesky',
  mark: { letters: 'Bs', color: '#0560c9' },
  mention: '@',
  /** `pds` is the account's own server once it is connected; bsky.social passes calls on to it. */
  endpoints: {
    pds: 'https://bsky.social',
    video: 'https://video.bsky.app',
    public: 'https://public.api.bsky.app',
    plc: 'https://plc.directory',
  },
  /** Rate limits of bsky.social hosts: 5,000 points an hour and 35,000 a day, a created record costs 3. */
  budget: { limits: [limit(1_666, HOUR_MS, 'post'), limit(11_666, DAY_MS, 'post')] },
  options,
  publish: {
    thread: true,
    evidence: 'record_key',
    altText: { kinds: ['image', 'gif', 'video'], characters: 2_000, unit: 'graphemes' },
    linkPreview: 'words',
    plan,
    measure,
    repeatable,
    publish,
    verify,
  },
  connect,
  firstComment,
  app: {
    refresh,
    revoke,
  },
  insights,
};
