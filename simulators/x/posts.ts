/** Posts: made, listed, deleted. Links are shown as t.co, and `&`, `<`, `>` escaped, as X does. */
import type { Json } from '../../machines/outcome.ts';
import { textAt } from '../../adapters/lib/http.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { isReady, usableFile } from './media.ts';
import { publicMetrics } from './counts.ts';
import { addComment } from '../meta/comments.ts';
import { livingComment } from '../meta/state.ts';
import { reply, replySide } from './replies.ts';
import { isTooLong, shownText } from './text.ts';
import {
  authorize,
  callerIn,
  forbidden,
  invalid,
  problem,
  snowflake,
  type Post,
  type State,
  type StoredFile,
} from './state.ts';

const MAX_IMAGES = 4;
const DAY_MS = 24 * 3_600_000;

export function postRoutes(world: World<State>): Route[] {
  const account = callerIn(world);
  return [
    {
      call: 'POST /2/tweets',
      method: 'post',
      path: '/2/tweets',
      account,
      answer: async ({ request }) => {
        const grant = authorize(world, request, 'tweet.read', 'tweet.write', 'users.read');
        return grant instanceof Response ? grant : create(world, grant.accountId, await inputOf(request));
      },
    },
    {
      call: 'GET /2/users/:id/tweets',
      method: 'get',
      path: '/2/users/:id/tweets',
      account,
      answer: (exchange) => {
        const grant = authorize(world, exchange.request, 'tweet.read', 'users.read');
        return grant instanceof Response ? grant : list(world, exchange);
      },
    },
    {
      call: 'DELETE /2/tweets/:id',
      method: 'delete',
      path: '/2/tweets/:id',
      account,
      answer: ({ request, params }) => {
        const grant = authorize(world, request, 'tweet.read', 'tweet.write', 'users.read');
        if (grant instanceof Response) return grant;
        const { posts } = world.state;
        const index = posts.findIndex(
          ({ id, accountId }) => id === params['id'] && accountId === grant.accountId,
        );
        if (index === -1) return problem(404, 'Not Found Error', 'Could not find the post.');
        posts.splice(index, 1);
        return Response.json({ data: { deleted: true } });
      },
    },
  ];
}

function create(world: World<State>, accountId: string, input: { [name: string]: unknown }): Response {
  const { state } = world;
  const replied = textAt(input as Json, 'reply', 'in_reply_to_tweet_id');
  const above = state.posts.find((post) => post.id === replied && post.accountId === accountId);
  if (replied !== null && !above) return reply(world, accountId, { to: replied, input });
  const text = typeof input['text'] === 'string' ? input['text'] : '';
  const media = input['media'] as { media_ids?: unknown } | undefined;
  const ids = Array.isArray(media?.media_ids) ? media.media_ids.map(String) : [];
  if (text.trim() === '' && ids.length === 0) {
    return invalid('One of text, media, poll or quote_tweet_id is required.', { text: [text] });
  }
  if (ids.length > MAX_IMAGES) {
    return invalid(`$.media.media_ids: there must be a maximum of ${MAX_IMAGES} items in the array`, {
      media_ids: ids,
    });
  }
  const files: StoredFile[] = [];
  for (const id of ids) {
    const file = usableFile(world, accountId, id);
    if (!file || !isReady(file)) return invalid('Your media IDs are invalid.', { media_ids: [id] });
    files.push(file);
  }
  if (files.length > 1 && files.some(({ category }) => category !== 'tweet_image')) {
    return invalid('Your media IDs are invalid: one video, one GIF or up to 4 photos.', { media_ids: ids });
  }
  if (isTooLong(text)) return forbidden('You are not permitted to perform this action.');
  const isAgain = (post: Post) =>
    post.accountId === accountId &&
    post.at > world.now() - DAY_MS &&
    post.text.trim() === text.trim() &&
    post.fileIds.join() === ids.join();
  if (state.posts.some(isAgain)) {
    return forbidden('You are not allowed to create a Tweet with duplicate content.');
  }

  const below = above && { parent: above.id, root: above.below?.root ?? above.id };
  const post: Post = {
    id: snowflake(world),
    accountId,
    at: world.now(),
    text,
    fileIds: ids,
    ...(below && { below }),
  };
  state.posts.push(post);
  if (below) addToConversation(world, post, below);
  world.record({
    account: accountId,
    id: post.id,
    text,
    media: files.map(({ url, type, bytes, alt }) => ({ url, type, bytes, ...(alt && { alt }) })),
    details: { mediaIds: ids, ...(below && { replyTo: below.parent }) },
  });
  const { text: shown } = shownText(world, post);
  return Response.json(
    { data: { id: post.id, text: shown, edit_history_post_ids: [post.id] } },
    { status: 201 },
  );
}

/** A part of a thread is a reply of the account to itself, under the same id. */
function addToConversation(
  world: World<State>,
  post: Post,
  { parent, root }: NonNullable<Post['below']>,
): void {
  const { id, accountId: account, text } = post;
  const above = livingComment(world, account, parent) ?? null;
  addComment(world, replySide(world), { account, post: root, parent: above, text, by: null, id });
}

/** Newest first. An empty list has no `data`. */
function list(world: World<State>, { params, url }: Exchange): Response {
  const query = url.searchParams;
  const most = Number(query.get('max_results') ?? 10);
  if (!(most >= 5 && most <= 100)) {
    return invalid('The `max_results` query parameter value is not between 5 and 100', { max_results: [] });
  }
  const start = query.get('start_time');
  if (start !== null && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(start)) {
    return invalid('Invalid start_time', { start_time: [start] });
  }
  const since = start === null ? 0 : Date.parse(start);
  const token = query.get('pagination_token');
  const skip = token === null ? 0 : Number(Buffer.from(token, 'base64url').toString());
  const excluded = (query.get('exclude') ?? '').split(',');
  const all = world.state.posts
    .filter(({ accountId, at }) => accountId === params['id'] && at >= since)
    .filter(({ below }) => !below || !excluded.includes('replies'))
    .toReversed();
  const page = all.slice(skip, skip + most);
  const next = skip + most < all.length ? Buffer.from(String(skip + most)).toString('base64url') : null;
  const fields = new Set(`${query.get('post.fields') ?? ''},${query.get('expansions') ?? ''}`.split(','));
  return Response.json({
    ...(page.length > 0 && { data: page.map((post) => bodyOf(world, post, fields)) }),
    meta: {
      result_count: page.length,
      ...(page.length > 0 && { newest_id: page[0]?.id, oldest_id: page.at(-1)?.id }),
      ...(next !== null && { next_token: next }),
    },
  });
}

export function bodyOf(world: World<State>, post: Post, fields: Set<string>): { [name: string]: Json } {
  const { text, urls } = shownText(world, post);
  const keys = post.fileIds.flatMap((id) => world.state.files[id]?.mediaKey ?? []);
  return {
    id: post.id,
    text,
    edit_history_post_ids: [post.id],
    ...(fields.has('created_at') && { created_at: new Date(post.at).toISOString() }),
    ...(fields.has('public_metrics') && { public_metrics: publicMetrics(world, post) }),
    ...(fields.has('entities') && urls.length > 0 && { entities: { urls } }),
    ...(fields.has('referenced_posts') &&
      post.below && { referenced_posts: [{ type: 'replied_to', id: post.below.parent }] }),
    ...(fields.has('attachments') && keys.length > 0 && { attachments: { media_keys: keys } }),
  };
}

async function inputOf(request: Request): Promise<{ [name: string]: unknown }> {
  try {
    return ((await request.json()) ?? {}) as { [name: string]: unknown };
  } catch {
    return {}; // broken JSON: every field is missing then
  }
}
