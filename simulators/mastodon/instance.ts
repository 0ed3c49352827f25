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
    accounts: { max_featured_tags: 10, max_pinned_statuses: 5 },
    polls: { max_options: 4, max_characters_per_option: 50, min_expiration: 300, max_expiration: 2_629_746 },
  };
  const { host } = new URL(world.baseUrl);
  const about = {
    title: 'Troupe sandbox',
    version: '4.5.2',
    description: 'A server of the sandbox',
    languages: ['en'],
    rules: [],
  };
  const noAccount = () => null;
  return [
    {
      call: 'GET /api/v2/instance',
      method: 'get',
      path: '/api/v2/instance',
      account: noAccount,
      answer: () => Response.json(secondBody(world, host, about, configuration)),
    },
    {
      call: 'GET /api/v1/instance',
      method: 'get',
      path: '/api/v1/instance',
      account: noAccount,
      answer: () => Response.json(firstBody(world, host, about, configuration)),
    },
  ];
}

type About = { [field: string]: unknown };

function secondBody(world: World<State>, host: string, about: About, configuration: About) {
  const { baseUrl } = world;
  const urls = { streaming: streaming(world), status: null, about: null };
  return {
    domain: host,
    ...about,
    source_url: 'https://github.com/mastodon/mastodon',
    configuration: { ...configuration, urls, translation: { enabled: false } },
    thumbnail: { url: `${baseUrl}/thumbnail.png` },
    icon: [],
    usage: { users: { active_month: 1 } },
    registrations: { enabled: false, approval_required: false, message: null },
    contact: { email: 'admin@sandbox.test', account: null },
    api_versions: { mastodon: 7 },
  };
}

/** The version of before, which knows fewer limits. */
function firstBody(world: World<State>, host: string, about: About, configuration: About) {
  const { description_limit: _, ...files } = configuration['media_attachments'] as About;
  const accounts = { max_featured_tags: 10 };
  return {
    uri: host,
    ...about,
    short_description: 'A server of the sandbox',
    email: 'admin@sandbox.test',
    urls: { streaming_api: streaming(world) },
    stats: { user_count: 1, status_count: world.state.statuses.length, domain_count: 1 },
    thumbnail: null,
    registrations: false,
    approval_required: false,
    invites_enabled: false,
    configuration: { ...configuration, accounts, media_attachments: files },
    contact_account: null,
  };
}

const streaming = ({ baseUrl }: World<State>) => baseUrl.replace(/^http/, 'ws');
