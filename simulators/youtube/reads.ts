/** Reading channels and their uploads. */
import type { Route, World } from '../simulator.ts';
import { refusal } from './errors.ts';
import type { Channel, State } from './state.ts';
import { authorized, tokenOf } from './tokens.ts';
import { timeOf, videoBody } from './video-body.ts';

export function readRoutes(world: World<State>): Route[] {
  const { state } = world;
  const read = (resource: string, answer: (channel: Channel, url: URL) => Response): Route => ({
    call: `${resource}.list`,
    method: 'get',
    path: `/api/youtube/v3/${resource}`,
    account: ({ request }) => state.access[tokenOf(request) ?? '']?.channel ?? null,
    answer: ({ request, url }) => {
      const channel = authorized(world, request, 'youtube.readonly');
      return channel instanceof Response ? channel : answer(channel, url);
    },
  });
  const videosOf = ({ id }: Channel) => Object.values(state.videos).filter(({ channel }) => channel === id);
  return [
    read('channels', (channel) => {
      if (channel.title === 'nochannel') {
        return Response.json({ kind: 'youtube#channelListResponse', pageInfo: { totalResults: 0 } });
      }
      const { id, title, handle } = channel;
      const item = {
        id,
        snippet: {
          title,
          customUrl: handle,
          thumbnails: { default: { url: 'https://yt3.ggpht.com/a=s88' } },
        },
        contentDetails: { relatedPlaylists: { likes: '', uploads: uploadsOf(id) } },
        statistics: {
          viewCount: '1500',
          subscriberCount: '20',
          hiddenSubscriberCount: false,
          videoCount: String(videosOf(channel).length),
        },
      };
      return Response.json({
        kind: 'youtube#channelListResponse',
        pageInfo: { totalResults: 1, resultsPerPage: 5 },
        items: [item],
      });
    }),
    read('playlistItems', (channel, url) => {
      if (url.searchParams.get('playlistId') !== uploadsOf(channel.id)) {
        return refusal(404, 'playlistNotFound', 'The playlist cannot be found.');
      }
      const size = Number(url.searchParams.get('maxResults') ?? 5);
      const newestFirst = videosOf(channel).toReversed().slice(0, size);
      const items = newestFirst.map(({ id, title, description, at }) => ({
        kind: 'youtube#playlistItem',
        snippet: { publishedAt: timeOf(at), channelId: channel.id, title, description },
        contentDetails: { videoId: id, videoPublishedAt: timeOf(at) },
      }));
      return Response.json({ kind: 'youtube#playlistItemListResponse', items });
    }),
    read('videos', (channel, url) => {
      const ids = (url.searchParams.get('id') ?? '').split(',');
      const found = videosOf(channel).filter(({ id }) => ids.includes(id));
      return Response.json({ kind: 'youtube#videoListResponse', items: found.map(videoBody) });
    }),
  ];
}

function uploadsOf(channel: string): string {
  return `UU${channel.slice(2)}`;
}
