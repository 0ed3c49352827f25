/** Reading channels and their uploads. */
import type { Route, World } from '../simulator.ts';
import { refusal } from './errors.ts';
import type { Channel, State } from './state.ts';
import { subscribersOf } from './statistics.ts';
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
  const channelBody = (channel: Channel) => {
    const { id, title, handle } = channel;
    return {
      id,
      snippet: {
        title,
        customUrl: handle,
        thumbnails: { default: { url: 'https://yt3.ggpht.com/a=s88' } },
      },
      contentDetails: { relatedPlaylists: { likes: '', uploads: uploadsOf(id) } },
      statistics: {
        viewCount: String(videosOf(channel).length * 500),
        subscriberCount: String(subscribersOf(world, id)),
        hiddenSubscriberCount: false,
        videoCount: String(videosOf(channel).length),
      },
    };
  };
  return [
    read('channels', (channel, url) => {
      if (channel.title === 'nochannel') {
        return Response.json({ kind: 'youtube#channelListResponse', pageInfo: { totalResults: 0 } });
      }
      const ids = url.searchParams.get('id')?.split(',');
      const shown = ids === undefined ? [channel] : ids.flatMap((id) => state.channels[id] ?? []);
      const items = shown.map((channel) => channelBody(channel));
      const pageInfo = { totalResults: items.length, resultsPerPage: 5 };
      return Response.json({ kind: 'youtube#channelListResponse', pageInfo, items });
    }),
    read('playlistItems', (channel, url) => {
      if (url.searchParams.get('playlistId') !== uploadsOf(channel.id)) {
        return refusal(404, 'playlistNotFound', 'The playlist cannot be found.');
      }
      const size = Math.min(50, Number(url.searchParams.get('maxResults') ?? 5));
      const start = Number(/^P(\d+)$/.exec(url.searchParams.get('pageToken') ?? '')?.[1] ?? 0);
      const all = videosOf(channel)
        .toReversed()
        .toSorted((one, other) => other.at - one.at);
      const nextPageToken = start + size < all.length ? { nextPageToken: `P${start + size}` } : {};
      const items = all.slice(start, start + size).map(({ id, title, description, at }) => ({
        kind: 'youtube#playlistItem',
        snippet: { publishedAt: timeOf(at), channelId: channel.id, title, description },
        contentDetails: { videoId: id, videoPublishedAt: timeOf(at) },
      }));
      return Response.json({ kind: 'youtube#playlistItemListResponse', ...nextPageToken, items });
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
