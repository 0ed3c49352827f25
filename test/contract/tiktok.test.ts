/**
 * The adapter contract and the connect contract for TikTok. The contract's posts are videos, whose publish id is
 * evidence. Photos have no publish id after a lost response; their tests are separate.
 */
import type { PostContent } from '../../adapters/port/publish.ts';
import { connect } from '../../adapters/tiktok/connect.ts';
import { manifest as tiktok } from '../../adapters/tiktok/manifest.ts';
import { tiktok as network } from '../../simulators/tiktok/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { oauthContract } from './connect-contract.ts';
import { photos, post } from './media.ts';

const PUBLIC = { tiktokSettings: { privacyLevel: 'PUBLIC_TO_EVERYONE' } };
const shown = (text: string, files: string[] = ['clip.mp4'], options: PostContent['options'] = PUBLIC) =>
  post(text, files, options);

adapterContract('tiktok', () => ({
  adapter: tiktok,
  network,
  notSecret: ['clientId'],
  posts: {
    'a video for the account alone': post('Boats at noon #boats', ['clip.mp4']),
    'a public video': shown('Boats at noon', ['clip.mov']),
  },
  limits: [
    {
      name: '2200 characters of caption',
      at: shown('a'.repeat(2200)),
      over: shown('a'.repeat(2201)),
      outcome: 'cut',
    },
    {
      name: '90 characters of title with photos',
      at: shown(`${'a'.repeat(90)}\nBoats`, ['photo.jpg']),
      over: shown(`${'a'.repeat(91)}\nBoats`, ['photo.jpg']),
      outcome: 'cut',
    },
    {
      name: '4000 characters of description with photos',
      at: shown(`Boats\n${'a'.repeat(4000)}`, ['photo.jpg']),
      over: shown(`Boats\n${'a'.repeat(4001)}`, ['photo.jpg']),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: '35 photos',
      at: shown('Boats', photos(35)),
      over: shown('Boats', photos(36)),
      outcome: 'refused',
      param: '/media/35',
      networkRefuses: true,
    },
    {
      name: 'one video',
      at: shown('Boats', ['clip.webm']),
      over: shown('Boats', ['clip.mp4', 'clip.mov']),
      outcome: 'refused',
      param: '/media/1',
    },
    {
      name: 'at least something to see',
      at: shown('', ['photo.jpg']),
      over: shown('Boats', []),
      outcome: 'refused',
      param: '/media',
      networkRefuses: true,
    },
    {
      name: 'photos that stand still',
      at: shown('Boats', photos(2)),
      over: shown('Boats', ['turn.gif']),
      outcome: 'refused',
      param: '/media/0',
      networkRefuses: true,
    },
  ],
  revoke: (credentials) => ({ ...credentials, accessToken: 'act.revoked', refreshToken: 'rft.revoked' }),
}));

oauthContract('tiktok', () => ({
  adapter: tiktok,
  network,
  connect,
  endpoints: (baseUrl) => network.endpoints!(baseUrl),
  app: network.app!,
  post: post('With what was connected', ['clip.mp4']),
}));
