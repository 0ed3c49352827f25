/** The adapter contract for Reddit, and connecting an account. */
import { connect } from '../../adapters/reddit/connect.ts';
import { manifest as reddit } from '../../adapters/reddit/manifest.ts';
import { reddit as network } from '../../simulators/reddit/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { oauthContract } from './connect-contract.ts';
import { post } from './media.ts';

adapterContract('reddit', () => ({
  adapter: reddit,
  network,
  notSecret: ['clientId'],
  posts: {
    'a text post on the profile': post(
      'Two boats came in today\n\nThe red one & the <blue> one.\nBoth under sail.',
    ),
    'a title alone': post('Two boats came in today'),
    'a link post to the image in a subreddit, with a flair': post('The red one', ['photo.jpg'], {
      redditSubreddit: 'boats',
      redditFlairText: 'News',
    }),
    'a link post to a GIF': post('It turns', ['turn.gif'], { redditSubreddit: 'test' }),
  },
  limits: [
    {
      name: '300 characters of title',
      at: post(`${'é'.repeat(299)}⛵\nBoats`),
      over: post(`${'é'.repeat(300)}⛵\nBoats`),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: '40000 characters of text',
      at: post(`Boats\n${'a'.repeat(40_000)}`),
      over: post(`Boats\n${'a'.repeat(40_001)}`),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: 'a title',
      at: post('B'),
      over: post(' \n ', ['photo.jpg']),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: 'one image',
      at: post('One', ['photo.jpg']),
      over: post('Two', ['photo.jpg', 'wide.png']),
      outcome: 'refused',
      param: '/media/1',
    },
    {
      name: 'images alone',
      at: post('Stands', ['photo.webp']),
      over: post('Moves', ['clip.mp4']),
      outcome: 'refused',
      param: '/media/0',
    },
  ],
  revoke: (credentials) => ({ ...credentials, accessToken: 'at-taken-away', refreshToken: 'rt-taken-away' }),
  words: ({ text, details }) => `${details['title'] as string}${text}`,
}));

oauthContract('reddit', () => ({
  adapter: reddit,
  network,
  connect,
  endpoints: network.endpoints!,
  app: network.app!,
  post: post('Two boats came in today'),
}));
