import { connect } from '../../adapters/facebook/connect.ts';
import { manifest as facebook } from '../../adapters/facebook/manifest.ts';
import { facebook as network } from '../../simulators/facebook/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { oauthContract } from './connect-contract.ts';
import { photos, post } from './media.ts';

adapterContract('facebook', () => ({
  adapter: facebook,
  network,
  posts: {
    'a text': post('Rosa opens at eight'),
    'a photo': post('Rosa at work', ['photo.jpg']),
    'photos without a text': post('', ['photo.jpg', 'wide.png', 'photo-2.jpg']),
    'a video': post('Rosa at sea', ['clip.mp4']),
  },
  limits: [
    {
      name: '63206 characters',
      at: post('é'.repeat(63_206)),
      over: post('é'.repeat(63_207)),
      outcome: 'warned',
    },
    {
      name: '10 photos',
      at: post('Ten', photos(10)),
      over: post('Eleven', photos(11)),
      outcome: 'refused',
      param: '/media',
      networkRefuses: true,
    },
    {
      name: '1 video',
      at: post('One', ['clip.mp4']),
      over: post('Two', ['clip.mp4', 'clip.mov']),
      outcome: 'refused',
      param: '/media',
    },
    {
      name: 'photos or a video',
      at: post('One', ['photo.jpg']),
      over: post('Both', ['photo.jpg', 'clip.mp4']),
      outcome: 'refused',
      param: '/media',
      networkRefuses: true,
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
      name: 'MP4 and MOV videos',
      at: post('Moves', ['clip.mov']),
      over: post('Moves', ['clip.webm']),
      outcome: 'refused',
      param: '/media/0',
    },
  ],
  revoke: (credentials) => ({ ...credentials, accessToken: 'EAAofnobody' }),
}));

oauthContract('facebook', () => ({
  adapter: facebook,
  network,
  connect,
  endpoints: (baseUrl) => network.endpoints!(baseUrl),
  app: network.app!,
  post: post('Rosa opens at eight', ['photo.jpg']),
}));
