/** The adapter contract for Mastodon. */
import { manifest as mastodon } from '../../adapters/mastodon/manifest.ts';
import { mastodon as network } from '../../simulators/mastodon/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { photos, post } from './media.ts';

const LONG_LINK = `https://example.org/${'boats/'.repeat(20)}`;

adapterContract('mastodon', () => ({
  adapter: mastodon,
  network,
  notSecret: ['clientId'],
  posts: {
    'a text': post('Boats at noon'),
    'a text that shows as another in HTML': post(
      `Ahoy @rosa and @bo@other.example!\n\nSee ${LONG_LINK} & "more" #boats\n<3`,
    ),
    'a photo': post('A boat', ['photo.jpg']),
    'four photos without a text': post('', photos(4)),
    'a video': post('A boat on its way', ['clip.mp4']),
    'a GIF': post('A boat that turns', ['turn.gif']),
    'a content warning, a language and followers alone': post('A storm', ['photo.jpg'], {
      mastodonSettings: { spoilerText: 'Weather', language: 'pt-BR', visibility: 'private' },
    }),
  },
  limits: [
    {
      name: '500 characters, or what the server says',
      at: ({ maxCharacters = 500 }) => post('a'.repeat(maxCharacters)),
      over: ({ maxCharacters = 500 }) => post('a'.repeat(maxCharacters + 1)),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: '500 characters as a reader counts them',
      at: post('👩🏽‍🚀'.repeat(500)),
      over: post('👩🏽‍🚀'.repeat(501)),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: '500 characters together with the content warning',
      at: post('a'.repeat(493), [], { mastodonSettings: { spoilerText: 'Weather' } }),
      over: post('a'.repeat(494), [], { mastodonSettings: { spoilerText: 'Weather' } }),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: 'a language of ISO 639',
      at: post('A boat', [], { mastodonSettings: { language: 'de' } }),
      over: post('A boat', [], { mastodonSettings: { language: 'German' } }),
      outcome: 'refused',
      param: '/mastodonSettings/language',
      networkRefuses: true,
    },
    {
      name: 'an audience that sees posts',
      at: post('A boat', [], { mastodonSettings: { visibility: 'unlisted' } }),
      over: post('A boat', [], { mastodonSettings: { visibility: 'direct' } }),
      outcome: 'refused',
      param: '/mastodonSettings/visibility',
    },
    {
      name: '23 characters for a link',
      at: post(`${'a'.repeat(476)} ${LONG_LINK}`),
      over: post(`${'a'.repeat(477)} ${LONG_LINK}`),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: 'a mention without its server',
      at: post(`${'a'.repeat(493)} @bobby@other.example`),
      over: post(`${'a'.repeat(494)} @bobby@other.example`),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: '4 photos',
      at: post('Boats', photos(4)),
      over: post('Boats', photos(5)),
      outcome: 'refused',
      param: '/media/4',
      networkRefuses: true,
    },
    {
      name: '1 video',
      at: post('A boat', ['clip.mp4']),
      over: post('Two boats', ['clip.mp4', 'clip.mov']),
      outcome: 'refused',
      param: '/media/1',
      networkRefuses: true,
    },
    {
      name: 'photos or a video, not both',
      at: post('A boat', ['clip.webm']),
      over: post('Boats', ['photo.jpg', 'wide.png', 'clip.mp4']),
      outcome: 'refused',
      param: '/media/2',
      networkRefuses: true,
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
  revoke: () => ({ accessToken: 'revoked-long-ago' }),
}));
