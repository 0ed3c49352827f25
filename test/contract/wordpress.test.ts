import { manifest as wordpress } from '../../adapters/wordpress/manifest.ts';
import { wordpress as network } from '../../simulators/wordpress/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { post } from './media.ts';

adapterContract('wordpress', () => ({
  adapter: wordpress,
  network,
  notSecret: ['username'],
  posts: {
    'a title': post('Boats at noon'),
    'a title and a text': post('Boats at noon\n\nTwo came in <today> & one left.\nCome & see [both]!'),
    'a text with tags': post('Boats\n\nTwo.', [], { articleSettings: { tags: ['boats', 'tide & noon'] } }),
    'photos and a video': post('Boats\nThree of them', ['photo.jpg', 'clip.mp4', 'wide.png']),
  },
  limits: [
    {
      name: 'at least one line',
      at: post('a', ['photo.jpg']),
      over: post(' \n', ['photo.jpg']),
      outcome: 'refused',
      param: '/content',
    },
    {
      name: 'one video',
      at: post('One', ['clip.mp4']),
      over: post('Two', ['clip.mp4', 'photo.jpg', 'clip.mov']),
      outcome: 'refused',
      param: '/media/2',
    },
  ],
  revoke: (credentials) => ({ ...credentials, applicationPassword: 'taken0away0long0ago00000' }),
}));
