/** Comments below videos: written, and listed newest first. */
import type { Json } from '../../machines/outcome.ts';
import type { Route, World } from '../simulator.ts';
import { refusal } from './errors.ts';
import { type Comment, hash, type State } from './state.ts';
import { authorized, tokenOf } from './tokens.ts';
import { timeOf } from './video-body.ts';

const MAX_TEXT = 10_000;
const SCOPE = 'youtube.force-ssl';

export function commentRoutes(world: World<State>): Route[] {
  const { state } = world;
  const shared = {
    path: '/api/youtube/v3/commentThreads',
    account: ({ request }: Parameters<Route['account']>[0]) =>
      state.access[tokenOf(request) ?? '']?.channel ?? null,
  };
  return [
    {
      ...shared,
      call: 'commentThreads.insert',
      method: 'post',
      async answer({ request }) {
        const channel = authorized(world, request, SCOPE);
        if (channel instanceof Response) return channel;
        const body = (await request.json()) as { snippet?: Inserted };
        return insert(world, channel.id, body.snippet ?? {});
      },
    },
    {
      ...shared,
      call: 'commentThreads.list',
      method: 'get',
      answer({ request, url }) {
        const channel = authorized(world, request, SCOPE);
        return channel instanceof Response ? channel : list(world, url.searchParams);
      },
    },
  ];
}

interface Inserted {
  videoId?: string;
  topLevelComment?: { snippet?: { textOriginal?: string } };
}

function insert(world: World<State>, channel: string, { videoId = '', topLevelComment }: Inserted): Response {
  const { videos, comments } = world.state;
  const text = topLevelComment?.snippet?.textOriginal ?? '';
  const video = videos[videoId];
  const refuse = (status: number, reason: string, message: string) =>
    refusal(status, reason, message, 'youtube.commentThread');
  if (!video) return refuse(404, 'videoNotFound', 'The video could not be found.');
  if (video.title.startsWith('quiet'))
    return refuse(403, 'commentsDisabled', 'The video has disabled comments.');
  if (text.trim() === '') return refuse(400, 'commentTextRequired', 'The comment has no text.');
  if (Array.from(text).length > MAX_TEXT)
    return refuse(400, 'commentTextTooLong', 'The comment is too long.');
  const id = `Ugx${hash(`comment ${world.nextNumber()}`).slice(0, 23)}`;
  const made: Comment = { id, channel, video: videoId, text, at: world.now() };
  comments.push(made);
  world.record({ account: channel, id, text, media: [], details: { commentOn: videoId } });
  return Response.json(threadOf(world, made));
}

function list(world: World<State>, query: URLSearchParams): Response {
  const videoId = query.get('videoId') ?? '';
  if (!world.state.videos[videoId])
    return refusal(404, 'videoNotFound', 'The video could not be found.', 'youtube.commentThread');
  const size = Math.min(100, Number(query.get('maxResults') ?? 20));
  const start = Number(/^C(\d+)$/.exec(query.get('pageToken') ?? '')?.[1] ?? 0);
  const all = world.state.comments.filter(({ video }) => video === videoId).toReversed();
  const next = start + size < all.length ? { nextPageToken: `C${start + size}` } : {};
  const items = all.slice(start, start + size).map((one) => threadOf(world, one));
  return Response.json({ kind: 'youtube#commentThreadListResponse', ...next, items });
}

function threadOf({ state }: World<State>, { id, channel, video, text, at }: Comment): Json {
  const snippet = {
    authorDisplayName: state.channels[channel]?.handle ?? '',
    authorChannelId: { value: channel },
    textDisplay: text,
    textOriginal: text,
    likeCount: 0,
    publishedAt: timeOf(at),
    updatedAt: timeOf(at),
  };
  const topLevelComment = { kind: 'youtube#comment', id, snippet };
  const thread = { videoId: video, topLevelComment, canReply: true, totalReplyCount: 0, isPublic: true };
  return { kind: 'youtube#commentThread', id, snippet: thread };
}
