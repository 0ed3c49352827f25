/** The adapter contract for Tumblr, and connecting blogs. */
import { connect } from '../../adapters/tumblr/connect.ts';
import { manifest as tumblr } from '../../adapters/tumblr/manifest.ts';
import { tumblr as network } from '../../simulators/tumblr/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { oauthContract } from './connect-contract.ts';
import { photos, post } from './media.ts';

adapterContract('tumblr', () => ({
  adapter: tumblr,
  network,
  notSecret: ['clientId'],
  posts: {
    'a title alone': post('Two boats came in today'),
    'a text with tags': post('Two boats\n\nThe red one.\nBoth under sail.\n\nhttps://example.org/boats', [], {
      articleSettings: { tags: ['boats', 'wood work'] },
    }),
    'a draft with a photo': post('The red one', ['photo.jpg'], { articleSettings: { asDraft: true } }),
    'photos and a GIF without a text': post('', ['photo.jpg', 'wide.png', 'turn.gif']),
    'a video': post('Both under sail', ['clip.mp4']),
  },
  limits: [
    {
      name: '30 photos',
      at: post('Thirty', photos(30)),
      over: post('More', photos(31)),
      outcome: 'refused',
      param: '/media/30',
      networkRefuses: true,
    },
    {
      name: '1 video',
      at: post('One', ['clip.mov']),
      over: post('Two', ['clip.mp4', 'clip.mov']),
      outcome: 'refused',
      param: '/media/1',
      networkRefuses: true,
    },
    {
      name: 'photos or a video, not both',
      at: post('One', ['photo.webp']),
      over: post('Both', ['photo.jpg', 'clip.mp4']),
      outcome: 'refused',
      param: '/media/1',
    },
    {
      name: 'videos in MP4 and MOV',
      at: post('One', ['clip.mp4']),
      over: post('One', ['clip.webm']),
      outcome: 'refused',
      param: '/media/0',
      networkRefuses: true,
    },
    {
      name: '4096 characters of title',
      at: post('⛵'.repeat(4096)),
      over: post('⛵'.repeat(4097)),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: '1000 paragraphs',
      at: post(Array.from({ length: 1000 }, (_, index) => `Boat ${index}`).join('\n\n')),
      over: post(Array.from({ length: 1001 }, (_, index) => `Boat ${index}`).join('\n\n')),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: 'something to post',
      at: post('', ['photo.jpg']),
      over: post(' \n '),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
  ],
  revoke: (credentials) => ({ ...credentials, accessToken: 'at-taken-away', refreshToken: 'rt-taken-away' }),
}));

oauthContract('tumblr', () => ({
  adapter: tumblr,
  network,
  connect,
  endpoints: network.endpoints!,
  app: network.app!,
  post: post('Two boats came in today'),
}));
