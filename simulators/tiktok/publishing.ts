/** The routes of publishing. */
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { call } from './callers.ts';
import { ok, refusal } from './errors.ts';
import { bodyOf } from './input.ts';
import { initPhotos } from './photos.ts';
import { levelsOf } from './post-info.ts';
import { statusOf } from './posts.ts';
import { ADDRESS_LIFE_MS, type Account, type State } from './state.ts';
import { initVideo, take } from './videos.ts';

export function publishRoutes(world: World<State>): Route[] {
  const own = (account: Account, id: unknown) => {
    const post = typeof id === 'string' ? world.state.posts[id] : undefined;
    return post?.account === account.id ? post : null;
  };
  const uploadOf = ({ url }: Exchange) =>
    Object.values(world.state.posts).find(({ upload }) => upload?.id === url.searchParams.get('upload_id'));
  return [
    call(world, {
      call: 'creator_info/query',
      method: 'post',
      path: '/api/v2/post/publish/creator_info/query/',
      scope: 'video.publish',
      answer: (account) =>
        ok({
          creator_avatar_url: 'https://p16.tiktokcdn.com/a.webp',
          creator_username: account.username,
          creator_nickname: account.name,
          privacy_level_options: levelsOf(account),
          comment_disabled: false,
          duet_disabled: false,
          stitch_disabled: true,
          max_video_post_duration_sec: 600,
        }),
    }),
    call(world, {
      call: 'video/init',
      method: 'post',
      path: '/api/v2/post/publish/video/init/',
      scope: 'video.publish',
      answer: async (account, { request }) => initVideo(world, account, await bodyOf(request)),
    }),
    call(world, {
      call: 'content/init',
      method: 'post',
      path: '/api/v2/post/publish/content/init/',
      scope: 'video.publish',
      answer: async (account, { request }) => initPhotos(world, account, await bodyOf(request)),
    }),
    {
      call: 'upload',
      method: 'put',
      path: '/upload/video/',
      account: (exchange) => uploadOf(exchange)?.account ?? null,
      answer: (exchange) => {
        const post = uploadOf(exchange);
        if (!post?.upload) return new Response(null, { status: 404 });
        const isValid = exchange.url.searchParams.get('upload_token') === post.upload.token;
        if (!isValid || world.now() - post.madeAt >= ADDRESS_LIFE_MS)
          return new Response(null, { status: 403 });
        return take(world, post, post.upload, exchange.request);
      },
    },
    call(world, {
      call: 'status/fetch',
      method: 'post',
      path: '/api/v2/post/publish/status/fetch/',
      scope: 'video.publish',
      answer: async (account, { request }) => {
        const post = own(account, (await bodyOf(request))['publish_id']);
        return post ? statusOf(post) : refusal(400, 'invalid_publish_id', 'The publish_id does not exist.');
      },
    }),
  ];
}
