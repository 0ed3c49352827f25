/** What simulated bluesky knows: parameters of reads, in the lexicons' types. Records are checked by `record-checks.ts`. */
import type { KnownCalls } from '../known.ts';

export const known: KnownCalls = {
  'app.bsky.actor.getProfile': { query: { actor: 'text' } },
  'app.bsky.actor.getProfiles': { query: { actors: { listOf: 'text' } } },
  'app.bsky.feed.getAuthorFeed': {
    query: {
      actor: 'text',
      cursor: 'text',
      filter: {
        oneOf: [
          'posts_with_replies',
          'posts_no_replies',
          'posts_with_media',
          'posts_and_author_threads',
          'posts_with_video',
        ],
      },
      limit: 'number',
    },
  },
  'app.bsky.feed.getPosts': { query: { uris: { listOf: 'text' } } },
  'app.bsky.video.getJobStatus': { query: { jobId: 'text' } },
  'com.atproto.identity.resolveHandle': { query: { handle: 'text' } },
  'com.atproto.repo.getRecord': { query: { collection: 'text', repo: 'text', rkey: 'text' } },
  'com.atproto.repo.putRecord': {
    body: { collection: 'text', repo: 'text', rkey: 'text', swapRecord: 'text', record: 'any' },
  },
  'com.atproto.server.createSession': { body: { identifier: 'text', password: 'text' } },
  'com.atproto.server.getServiceAuth': { query: { aud: 'text', exp: 'number', lxm: 'text' } },
};
