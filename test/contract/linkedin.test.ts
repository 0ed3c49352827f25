import { manifest as linkedin } from '../../adapters/linkedin/manifest.ts';
import { linkedin as network } from '../../simulators/linkedin/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { photos, post } from './media.ts';

adapterContract('linkedin', () => ({
  adapter: linkedin,
  network,
  notSecret: ['clientId'],
  refusesDuplicates: true,
  posts: {
    'a text': post('Boats (two) at noon #boats'),
    'an image': post('A boat', ['photo.jpg']),
    'a video': post('A boat on its way', ['clip.mp4']),
    'a carousel': post('Three boats', photos(3)),
    'a PDF': post('All boats', ['boats.pdf']),
  },
  limits: [
    {
      name: '3000 characters',
      at: post('a'.repeat(3000)),
      over: post('a'.repeat(3001)),
      outcome: 'warned',
    },
    {
      name: '3000 characters as they are read',
      at: post('('.repeat(3000)),
      over: post('('.repeat(3001)),
      outcome: 'warned',
    },
    {
      name: '20 images',
      at: post('Twenty', photos(20)),
      over: post('Twenty-one', photos(21)),
      outcome: 'refused',
      param: '/media/20',
    },
    {
      name: 'one video, alone',
      at: post('One', ['clip.mp4']),
      over: post('Two', ['photo.jpg', 'clip.mp4']),
      outcome: 'refused',
      param: '/media/1',
    },
    {
      name: 'one PDF, alone',
      at: post('One', ['a.pdf']),
      over: post('Two', ['a.pdf', 'b.pdf']),
      outcome: 'refused',
      param: '/media/1',
    },
    {
      name: 'something to post',
      at: post('', ['photo.jpg']),
      over: post(' '),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
  ],
  revoke: (credentials) => ({ ...credentials, accessToken: 'AQX-of-nobody', refreshToken: 'AQR-of-nobody' }),
}));
