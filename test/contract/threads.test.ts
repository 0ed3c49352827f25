import type { Manifest } from '../../adapters/port/manifest.ts';
import { connect } from '../../adapters/threads/connect.ts';
import { manifest as threads } from '../../adapters/threads/manifest.ts';
import { threads as network } from '../../simulators/threads/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { oauthContract } from './connect-contract.ts';
import { post } from './media.ts';

const links = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://example.org/${index}`).join(' ');

/**
 * A Threads token is refreshed while it is valid. An expired one cannot be refreshed, so no step is followed by a
 * refresh.
 */
const { app: _, ...adapter }: Manifest = threads;

adapterContract('threads', () => ({
  adapter,
  network,
  posts: {
    'a text': post('Rosa opens at eight'),
    'a photo': post('Rosa at work', ['photo.jpg']),
    'a video': post('Rosa at sea', ['clip.mp4']),
  },
  limits: [
    {
      name: '500 characters',
      at: post('a'.repeat(500)),
      over: post('a'.repeat(501)),
      outcome: 'warned',
    },
    {
      name: '500 characters, an emoji counting as its bytes',
      at: post('🧁'.repeat(125)),
      over: post('🧁'.repeat(125) + '.'),
      outcome: 'warned',
    },
    {
      name: '5 links',
      at: post(links(5)),
      over: post(links(6)),
      outcome: 'warned',
    },
    {
      name: 'a text where there are no media',
      at: post('', ['photo.jpg']),
      over: post(''),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: '1 photo or video',
      at: post('One', ['photo.png']),
      over: post('Two', ['photo.jpg', 'clip.mp4']),
      outcome: 'refused',
      param: '/media',
    },
    {
      name: 'moving pictures as video',
      at: post('Moves', ['clip.mov']),
      over: post('Moves', ['party.gif']),
      outcome: 'refused',
      param: '/media/0',
      networkRefuses: true,
    },
  ],
  revoke: (credentials) => ({ ...credentials, accessToken: 'THAAofnobody' }),
}));

oauthContract('threads', () => ({
  adapter: threads,
  network,
  connect,
  endpoints: (baseUrl) => network.endpoints!(baseUrl),
  app: network.app!,
  post: post('Rosa opens at eight', ['photo.jpg']),
}));
