/** What the server says about itself: version and limits. */
import type { Route, World } from '../simulator.ts';
import { MAX_CHARACTERS, MAX_FILES, SIZE_LIMITS, type State, TYPES } from './state.ts';
import { LINK_CHARACTERS } from './status-text.ts';

export function instanceRoutes(world: World<State>): Route[] {
  const configuration = {
    statuses: {
      max_characters: MAX_CHARACTERS,
      max_media_attachments: MAX_FILES,
      characters_reserved_per_url: LINK_CHARACTERS,
    },
    media_attachments: {
      supported_mime_types: TYPES,
      description_limit: 1500,
      image_size_limit: SIZE_LIMITS.image,
      image_matrix_limit: 33_177_600,
      video_size_limit: SIZE_LIMITS.video,
      video_frame_rate_limit: 120,
      video_matrix_limit: 8_294_400,
    },
    polls: { max_options: 4 },
  };
  const { host } = new URL(world.baseUrl);
  const about = { title: 'Troupe sandbox', version: '4.5.2', configuration };
  const noAccount = () => null;
  return [
    {
      call: 'GET /api/v2/instance',
      method: 'get',
      path: '/api/v2/instance',
      account: noAccount,
      answer: () => Response.json({ domain: host, ...about, api_versions: { mastodon: 7 } }),
    },
    {
      call: 'GET /api/v1/instance',
      method: 'get',
      path: '/api/v1/instance',
      account: noAccount,
      answer: () => Response.json({ uri: host, ...about }),
    },
  ];
}
