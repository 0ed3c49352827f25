import { manifest as telegram } from '../../adapters/telegram/manifest.ts';
import { telegram as network } from '../../simulators/telegram/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { photos, post } from './media.ts';

adapterContract('telegram', () => ({
  adapter: telegram,
  network,
  notSecret: ['chatId', 'chatUsername'],
  posts: {
    'a text': post('Two boats came in today'),
    'a photo with a caption': post('The red one', ['photo.jpg']),
    'a video with a caption': post('Both under sail', ['clip.mp4']),
    'a photo alone': post('', ['wide.png']),
    'an animation with a caption': post('She turns', ['turn.gif']),
  },
  limits: [
    {
      name: '4096 characters of text',
      at: post('a'.repeat(4096)),
      over: post('a'.repeat(4097)),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: '1024 characters of caption',
      at: post('a'.repeat(1024), ['photo.jpg']),
      over: post('a'.repeat(1025), ['photo.jpg']),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: 'one photo',
      at: post('One', photos(1)),
      over: post('Two', photos(2)),
      outcome: 'refused',
      param: '/media/1',
    },
    {
      name: 'at least one character',
      at: post('a'),
      over: post(' '),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
  ],
  revoke: (credentials) => ({ ...credentials, token: '777000111:AAH-a_token_that_was_taken_away_0001' }),
}));
