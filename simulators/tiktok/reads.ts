/** Reading the person and their videos. */
import { followersAt } from '../numbers/curve.ts';
import type { Route, World } from '../simulator.ts';
import { call } from './callers.ts';
import { missingScope, ok, refusal } from './errors.ts';
import { bodyOf } from './input.ts';
import type { Account, State } from './state.ts';

/** Which fields of a user need another scope than the basic one. */
const FIELD_SCOPES: { [field: string]: string } = {
  username: 'user.info.profile',
  is_verified: 'user.info.profile',
  follower_count: 'user.info.stats',
  following_count: 'user.info.stats',
  likes_count: 'user.info.stats',
  video_count: 'user.info.stats',
};

export function readRoutes(world: World<State>): Route[] {
  const publicPosts = (account: Account) =>
    Object.values(world.state.posts).filter(
      (post) => post.account === account.id && post.live && post.privacy === 'PUBLIC_TO_EVERYONE',
    );
  return [
    call(world, {
      call: 'user/info',
      method: 'get',
      path: '/api/v2/user/info/',
      scope: 'user.info.basic',
      answer: (account, { url }, scopes) => {
        const fields = (url.searchParams.get('fields') ?? '').split(',').filter(Boolean);
        const all: { [field: string]: unknown } = {
          open_id: account.id,
          union_id: account.id.toUpperCase(),
          avatar_url: 'https://p16.tiktokcdn.com/a.jpeg',
          display_name: account.name,
          username: account.username,
          is_verified: false,
          follower_count: followersAt(account.id, world.now()),
          following_count: 2,
          likes_count: 33,
          video_count: publicPosts(account).length,
        };
        if (fields.length === 0 || fields.some((field) => !(field in all))) {
          return refusal(400, 'invalid_params', 'Fields is required');
        }
        if (fields.some((field) => !scopes.includes(FIELD_SCOPES[field] ?? 'user.info.basic'))) {
          return missingScope();
        }
        return ok({ user: Object.fromEntries(fields.map((field) => [field, all[field]])) });
      },
    }),
    call(world, {
      call: 'video/list',
      method: 'post',
      path: '/api/v2/video/list/',
      scope: 'video.list',
      answer: async (account, { request }) => {
        const body = await bodyOf(request);
        const most = Number(body['max_count'] ?? 10);
        if (!Number.isInteger(most) || most < 1 || most > 20) {
          return refusal(400, 'invalid_params', 'max_count must be 1 to 20');
        }
        const before = typeof body['cursor'] === 'number' ? body['cursor'] : Number.POSITIVE_INFINITY;
        const newestFirst = publicPosts(account)
          .toReversed()
          .filter(({ live }) => (live?.at ?? 0) < before);
        const page = newestFirst.slice(0, most);
        return ok({
          videos: page.map((post) => ({
            id: post.live?.postId,
            title: post.title,
            video_description: post.kind === 'photo' ? post.description : post.title,
            create_time: Math.floor((post.live?.at ?? 0) / 1000),
            share_url: `https://www.tiktok.com/@${account.username}/video/${post.live?.postId}?utm_campaign=x`,
          })),
          cursor: page.at(-1)?.live?.at ?? 0,
          has_more: newestFirst.length > most,
        });
      },
    }),
  ];
}
