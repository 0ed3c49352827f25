/** The adapter contract for X, and connecting an account. */
import { connect } from '../../adapters/x/connect.ts';
import { manifest as x } from '../../adapters/x/manifest.ts';
import { x as network } from '../../simulators/x/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { oauthContract } from './connect-contract.ts';
import { photos, post } from './media.ts';

adapterContract('x', () => ({
  adapter: x,
  network,
  notSecret: ['clientId'],
  refusesDuplicates: true,
  posts: {
    'a text': post('Two boats came in today'),
    'a text that is listed as another': post(
      'See https://example.org and http://example.org/a?b=1&c=2, <3 & more',
    ),
    'a photo': post('The red one', ['photo.jpg']),
    'four photos without a text': post('', photos(4)),
    'a GIF': post('It turns', ['turn.gif']),
    'a video': post('Both under sail', ['clip.mp4']),
  },
  limits: [
    {
      name: '280 characters',
      at: post('a'.repeat(280)),
      over: post('a'.repeat(281)),
      outcome: 'warned',
    },
    {
      name: '4 photos',
      at: post('Four', photos(4)),
      over: post('Five', photos(5)),
      outcome: 'refused',
      param: '/media/4',
      networkRefuses: true,
    },
    {
      name: '1 video',
      at: post('One', ['clip.mp4']),
      over: post('Two', ['clip.mp4', 'clip.mov']),
      outcome: 'refused',
      param: '/media/1',
      networkRefuses: true,
    },
    {
      name: '1 GIF',
      at: post('One', ['turn.gif']),
      over: post('One and a photo', ['photo.jpg', 'turn.gif']),
      outcome: 'refused',
      param: '/media/1',
      networkRefuses: true,
    },
    {
      name: 'something to post',
      at: post('', ['photo.jpg']),
      over: post(' \n'),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
  ],
  revoke: (credentials) => ({ ...credentials, accessToken: 'at-taken-away', refreshToken: 'rt-taken-away' }),
}));

oauthContract('x', () => ({
  adapter: x,
  network,
  connect,
  endpoints: network.endpoints!,
  app: network.app!,
  post: post('Two boats came in today'),
}));
