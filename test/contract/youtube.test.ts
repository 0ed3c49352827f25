/** The adapter contract and the connect contract for YouTube. */
import { connect } from '../../adapters/youtube/connect.ts';
import { manifest as youtube } from '../../adapters/youtube/manifest.ts';
import { youtube as network } from '../../simulators/youtube/index.ts';
import { adapterContract } from './adapter-contract.ts';
import { oauthContract } from './connect-contract.ts';
import { post } from './media.ts';

const film = (text: string, files: string[] = ['clip.mp4']) => post(text, files);

adapterContract('youtube', () => ({
  adapter: youtube,
  network,
  notSecret: ['clientId'],
  posts: {
    'a video': film('Boats\nThey came in at noon'),
    'a video without a description': film('Boats', ['clip.mov']),
  },
  limits: [
    {
      name: '100 characters of title',
      at: film('a'.repeat(100)),
      over: film('a'.repeat(101)),
      outcome: 'cut',
    },
    {
      name: '5000 bytes of description',
      at: film(`Boats\n${'é'.repeat(2500)}`),
      over: film(`Boats\n${'é'.repeat(2500)}.`),
      outcome: 'refused',
      param: '/content',
      networkRefuses: true,
    },
    {
      name: 'one video',
      at: film('Boats', ['clip.webm']),
      over: film('Boats', ['clip.mp4', 'clip.mov']),
      outcome: 'refused',
      param: '/media/1',
    },
    {
      name: 'at least a video',
      at: film('Boats'),
      over: film('Boats', []),
      outcome: 'refused',
      param: '/media',
      networkRefuses: true,
    },
    {
      name: 'videos alone',
      at: film('Boats'),
      over: film('Boats', ['photo.jpg']),
      outcome: 'refused',
      param: '/media/0',
      networkRefuses: true,
    },
  ],
  // < and > cannot be on YouTube
  words: ({ details, text }) =>
    [details['title'] as string, text]
      .filter((words) => words !== '')
      .join('\n')
      .replaceAll('‹', '<')
      .replaceAll('›', '>'),
  revoke: (credentials) => ({ ...credentials, accessToken: 'ya29.revoked', refreshToken: '1//revoked' }),
}));

oauthContract('youtube', () => ({
  adapter: youtube,
  network,
  connect,
  endpoints: (baseUrl) => network.endpoints!(baseUrl),
  app: network.app!,
  post: film('Boats\nWith what was connected'),
}));
