/** The adapter contract for Bluesky. */
import { manifest as bluesky } from '../../adapters/bluesky/manifest.ts';
import { bluesky as network } from '../../simulators/bluesky/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { photos, post } from './media.ts';

/** One reader's character of 11 UTF-16 units and 25 bytes. */
const FAMILY = '👨‍👩‍👧‍👦';

adapterContract('bluesky', () => ({
  adapter: bluesky,
  network,
  ownCredentials: ['identifier', 'appPassword'],
  notSecret: ['identifier', 'did'],
  posts: {
    'a text': post('Boats at noon'),
    'a text with a link, a tag and a mention': post('See https://example.org #boats by @rosa.test'),
    'a photo': post('A boat', ['photo.jpg']),
    'three photos': post('Boats', photos(3)),
    'ten photos without a text': post('', photos(10)),
    'a video': post('A boat on its way', ['clip.mp4']),
    'a GIF': post('A boat that turns', ['turn.gif']),
    'three languages': post('Un barco, ein Boot', [], {
      blueskySettings: { languages: ['es', 'de', 'zh-Hant'] },
    }),
  },
  limits: [
    {
      name: '300 characters',
      at: post('a'.repeat(300)),
      over: post('a'.repeat(301)),
      outcome: 'cut',
    },
    {
      name: '300 characters as a reader counts them',
      at: post('👩🏽‍🚀'.repeat(100) + 'e\u0301'.repeat(200)),
      over: post('👩🏽‍🚀'.repeat(100) + 'e\u0301'.repeat(201)),
      outcome: 'cut',
    },
    {
      name: '3000 bytes',
      at: post(FAMILY.repeat(120)),
      over: post(FAMILY.repeat(121)),
      outcome: 'cut',
    },
    {
      name: '3 languages',
      at: post('A boat', [], { blueskySettings: { languages: ['es', 'de', 'en'] } }),
      over: post('A boat', [], { blueskySettings: { languages: ['es', 'de', 'en', 'fr'] } }),
      outcome: 'refused',
      param: '/blueskySettings/languages',
      networkRefuses: true,
    },
    {
      name: 'languages of BCP 47',
      at: post('A boat', [], { blueskySettings: { languages: ['pt-BR'] } }),
      over: post('A boat', [], { blueskySettings: { languages: ['not a tag'] } }),
      outcome: 'refused',
      param: '/blueskySettings/languages/0',
      networkRefuses: true,
    },
    {
      name: '10 images',
      at: post('Boats', photos(10)),
      over: post('Boats', photos(11)),
      outcome: 'refused',
      param: '/media/10',
    },
    {
      name: '1 video',
      at: post('A boat', ['clip.mp4']),
      over: post('Two boats', ['clip.mp4', 'clip.mov']),
      outcome: 'refused',
      param: '/media/1',
    },
    {
      name: 'photos or a video, not both',
      at: post('A boat', ['clip.webm']),
      over: post('Boats', ['photo.jpg', 'wide.png', 'clip.mp4']),
      outcome: 'refused',
      param: '/media/2',
    },
    {
      name: 'something to post',
      at: post('', ['photo.jpg']),
      over: post(' '),
      outcome: 'refused',
      param: '/content',
    },
  ],
  revoke: (credentials) => ({
    ...credentials,
    accessJwt: 'revoked-access',
    refreshJwt: 'revoked-refresh',
    appPassword: 'gone-gone-gone-gone',
  }),
}));
