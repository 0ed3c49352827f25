import type { Manifest } from '../../adapters/port/manifest.ts';
import { manifest as instagram } from '../../adapters/instagram/manifest.ts';
import { instagram as network } from '../../simulators/instagram/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { photos, post } from './media.ts';

const tags = (count: number) => Array.from({ length: count }, (_, index) => `#tag${index}`).join(' ');
const names = (count: number) => Array.from({ length: count }, (_, index) => `@name${index}`).join(' ');

/**
 * An Instagram token is refreshed while it is valid. An expired one cannot be refreshed, so no step is followed by a
 * refresh.
 */
const { app: _, ...adapter }: Manifest = instagram;

adapterContract('instagram', () => ({
  adapter,
  network,
  posts: {
    'a photo': post('Rosa opens at eight', ['photo.jpg']),
    'a video as a Reel': post('Rosa at work', ['clip.mp4']),
    'a photo as a story': post('', ['photo.jpg'], { instagramStory: true }),
    'a video as a story': post('', ['clip.mp4'], { instagramStory: true }),
    'a carousel of photos and a video': post('Three of Rosa', ['photo.jpg', 'clip.mp4', 'photo-2.jpg']),
  },
  limits: [
    {
      name: '2200 characters',
      at: post('é'.repeat(2200), ['photo.jpg']),
      over: post('é'.repeat(2201), ['photo.jpg']),
      outcome: 'warned',
    },
    {
      name: '30 hashtags',
      at: post(tags(30), ['photo.jpg']),
      over: post(tags(31), ['photo.jpg']),
      outcome: 'warned',
    },
    {
      name: '20 mentions',
      at: post(names(20), ['photo.jpg']),
      over: post(names(21), ['photo.jpg']),
      outcome: 'warned',
    },
    {
      name: '10 items',
      at: post('Ten', photos(10)),
      over: post('Eleven', photos(11)),
      outcome: 'refused',
      param: '/media',
      networkRefuses: true,
    },
    {
      name: 'at least one medium',
      at: post('One', ['photo.jpg']),
      over: post('None'),
      outcome: 'refused',
      param: '/media',
      networkRefuses: true,
    },
    {
      name: 'one item in a story',
      at: post('', ['photo.jpg'], { instagramStory: true }),
      over: post('', photos(2), { instagramStory: true }),
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
  revoke: (credentials) => ({ ...credentials, accessToken: 'IGAAofnobody' }),
}));
