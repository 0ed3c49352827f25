/** Replies below posts: found by search, read one by one, and made by the account. */
import type { Json } from '../../machines/outcome.ts';
import { addComment, type CommentSide } from '../meta/comments.ts';
import { type Comment, commentsBelow, DAY, livingComment } from '../meta/state.ts';
import type { PostView } from '../people.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { authorize, callerIn, forbidden, invalid, snowflake, type Post, type State } from './state.ts';
import { sendEvent } from './events.ts';
import { isTooLong, shownText } from './text.ts';

const SEARCHED_MS = 7 * DAY;
const QUERY = /^(?:conversation_id:(?<conversation>\d+)|to:(?<to>\w+) -from:\w+)$/;
const GONE = 'You attempted to reply to a Tweet that is deleted or not visible to you.';
const POLICY =
  'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.';

export function replySide(
  world: World<State>,
  posts: (world: World<State>, account: string) => Omit<PostView, 'comments'>[] = () => [],
): CommentSide {
  return {
    isDeep: true,
    takesPictures: true,
    posts: (account) => posts(world, account),
    hasPost: (account, post) =>
      world.state.posts.some(({ id, accountId }) => id === post && accountId === account),
    commentId: () => snowflake(world),
    tell: (comment, change, by) => {
      if (change === 'add' && by !== null) tellOfReply(world, comment);
    },
  };
}

export function replyRoutes(world: World<State>): Route[] {
  const account = callerIn(world);
  const called =
    (answer: (accountId: string, exchange: Exchange) => Response) =>
    (exchange: Exchange): Response => {
      const grant = authorize(world, exchange.request, 'tweet.read', 'users.read');
      return grant instanceof Response ? grant : answer(grant.accountId, exchange);
    };
  return [
    {
      call: 'GET /2/tweets/search/recent',
      method: 'get',
      path: '/2/tweets/search/recent',
      account,
      answer: called((accountId, exchange) => search(world, accountId, exchange)),
    },
    {
      call: 'GET /2/tweets/:id',
      method: 'get',
      path: '/2/tweets/:id',
      account,
      answer: called((accountId, { params, url }) => {
        const id = params['id'] ?? '';
        const reply = livingComment(world, accountId, id);
        const post = world.state.posts.find((one) => one.id === id);
        if (reply)
          return Response.json({
            data: replyBody(world, reply),
            ...includes(world, [reply], url.searchParams),
          });
        if (post) return Response.json({ data: rootBody(world, post) });
        const type = 'https://api.x.com/2/problems/resource-not-found';
        const detail = `Could not find tweet with id: [${id}].`;
        return Response.json({
          errors: [
            { value: id, detail, title: 'Not Found Error', resource_type: 'tweet', parameter: 'id', type },
          ],
        });
      }),
    },
  ];
}

/** Of the last seven days, newest first. A conversation contains the post at its root. */
function search(world: World<State>, account: string, { url }: Exchange): Response {
  const query = url.searchParams;
  const { conversation, to } = QUERY.exec(query.get('query') ?? '')?.groups ?? {};
  const most = Number(query.get('max_results') ?? 10);
  if (!(most >= 10 && most <= 100)) {
    return invalid('The `max_results` query parameter value is not between 10 and 100', { max_results: [] });
  }
  if (conversation === undefined && to === undefined) {
    return invalid('There were errors processing your request: this query is not simulated', { query: [] });
  }
  const { people, posts } = world.state;
  const since = Math.max(world.now() - SEARCHED_MS, Date.parse(query.get('start_time') ?? '') || 0);
  const replies =
    conversation === undefined
      ? Object.values(people.comments).filter((one) => isTo(world, one, to ?? '', account))
      : commentsBelow(world, conversation);
  const root = posts.filter(({ id }) => id === conversation);
  const all = [
    ...root.map((post) => ({ at: post.at, reply: null, body: rootBody(world, post) })),
    ...replies.map((reply) => ({ at: reply.at, reply, body: replyBody(world, reply) })),
  ]
    .filter(({ at }) => at >= since)
    .toReversed();
  const token = query.get('next_token');
  const skip = token === null ? 0 : Number(Buffer.from(token, 'base64url').toString());
  const page = all.slice(skip, skip + most);
  const next = skip + most < all.length ? Buffer.from(String(skip + most)).toString('base64url') : null;
  return Response.json({
    ...(page.length > 0 && { data: page.map(({ body }) => body) }),
    ...includes(
      world,
      page.flatMap(({ reply }) => reply ?? []),
      query,
    ),
    meta: {
      result_count: page.length,
      ...(page.length > 0 && { newest_id: page[0]?.body.id, oldest_id: page.at(-1)?.body.id }),
      ...(next !== null && { next_token: next }),
    },
  });
}

/** Direct replies to something of the account, and replies to others that name it. */
function tellOfReply(world: World<State>, reply: Comment): void {
  const { people, posts } = world.state;
  const above = people.comments[reply.parent ?? ''];
  const answersAccount = above === undefined || above.by === null;
  if (!mentionsAccount(world, reply)) return;
  const root = posts.find(({ id }) => id === reply.post);
  sendEvent(world, reply.account, answersAccount ? 'post.reply.create' : 'post.mention.create', {
    payload: { in_reply_to_tweet_id: reply.parent ?? reply.post, ...replyBody(world, reply) },
    includes: {
      ...includes(world, [reply]).includes,
      tweets: [replyBody(world, reply), ...(root ? [rootBody(world, root)] : [])],
    },
  });
}

/**
 * Whether its author answers the account, which mentions it, names it in the words, or quotes a post of it. Apps may reply
 * to nobody else.
 */
function engages(world: World<State>, reply: Comment): boolean {
  return mentionsAccount(world, reply) || quotedBy(world, reply) !== null;
}

function mentionsAccount({ state }: World<State>, reply: Comment): boolean {
  const above = state.people.comments[reply.parent ?? ''];
  const name = state.accounts[reply.account]?.username ?? '';
  const isNamed = reply.text.toLowerCase().includes(`@${name.toLowerCase()}`);
  return above === undefined || above.by === null || isNamed;
}

/** The account's post that a reply quotes: X makes a quote of the link to a post. */
function quotedBy({ state }: World<State>, reply: Comment): Post | null {
  for (const [, name, id] of reply.text.matchAll(/https?:\/\/[^/\s]+\/(\w+)\/status\/(\d+)/g)) {
    const isOwn = state.accounts[reply.account]?.username.toLowerCase() === name?.toLowerCase();
    const post = state.posts.find((one) => one.id === id && one.accountId === reply.account);
    if (isOwn && post) return post;
  }
  return null;
}

/** Whether a reply of a person answers something of the account. */
function isTo({ state }: World<State>, reply: Comment, username: string, account: string): boolean {
  const isOwn = state.accounts[account]?.username.toLowerCase() === username.toLowerCase();
  const above = state.people.comments[reply.parent ?? ''];
  const answersAccount = above === undefined || above.by === null;
  return isOwn && reply.account === account && reply.by !== null && !reply.deleted && answersAccount;
}

/** Makes a reply of the account. */
export function reply(
  world: World<State>,
  account: string,
  { to, input }: { to: string; input: { [name: string]: unknown } },
): Response {
  const text = typeof input['text'] === 'string' ? input['text'] : '';
  if (text.trim() === '') {
    return invalid('One of text, media, poll or quote_tweet_id is required.', { text: [text] });
  }
  if (isTooLong(text)) return forbidden('You are not permitted to perform this action.');
  const { posts, people } = world.state;
  const parent = livingComment(world, account, to) ?? null;
  const post = posts.find(({ id, accountId }) => accountId === account && id === (parent?.post ?? to));
  if (!post) return forbidden(GONE);
  const engaged = parent === null || parent.by === null || engages(world, parent);
  if (!engaged || people.persons[parent?.by ?? '']?.blocked) return forbidden(POLICY);
  const isAgain = (one: Comment) =>
    one.account === account &&
    one.by === null &&
    !one.deleted &&
    one.at > world.now() - DAY &&
    one.text.trim() === text.trim();
  if (Object.values(people.comments).some(isAgain)) {
    return forbidden('You are not allowed to create a Tweet with duplicate content.');
  }
  const made = addComment(world, replySide(world), { account, post: post.id, parent, text, by: null });
  const { id, text: shown } = replyBody(world, made);
  return Response.json({ data: { id, text: shown, edit_history_post_ids: [id] } }, { status: 201 });
}

function rootBody(world: World<State>, post: Post) {
  const { id, accountId, at } = post;
  const { text, urls } = shownText(world, post);
  return {
    ...common({ id, text, at, author: accountId, conversation: id, likes: 0 }),
    ...(urls.length > 0 && { entities: { urls } }),
  };
}

/** Below a reply the handles of those who are answered stand before the words. */
function replyBody(world: World<State>, reply: Comment) {
  const { id, account, post, parent, by, at, likes, text: words, pictureUrl } = reply;
  const { comments, persons } = world.state.people;
  const answered = comments[parent ?? '']?.by ?? null;
  const own = world.state.accounts[account]?.username ?? '';
  const addressee = answered === null ? own : (persons[answered]?.username ?? own);
  const addressed = by !== null || answered !== null;
  const text = addressed ? `@${addressee} ${words}` : words;
  const fileIds = pictureUrl === undefined ? [] : ['picture'];
  const shown = shownText(world, { id, accountId: account, text, fileIds });
  const quoted = quotedBy(world, reply);
  return {
    ...common({ id, text: shown.text, at, author: by ?? account, conversation: post, likes: likes.length }),
    in_reply_to_user_id: answered ?? account,
    referenced_posts: [
      { type: 'replied_to', id: parent ?? post },
      ...(quoted ? [{ type: 'quoted', id: quoted.id }] : []),
    ],
    ...((shown.urls.length > 0 || addressed) && {
      entities: {
        ...(shown.urls.length > 0 && { urls: shown.urls }),
        ...(addressed && {
          mentions: mentionsIn(world, { text, addressee, id: answered ?? account, account }),
        }),
      },
    }),
  };
}

/** The one who is answered, and the account where the words name it. */
function mentionsIn(
  { state }: World<State>,
  of: { text: string; addressee: string; id: string; account: string },
): Json[] {
  const own = state.accounts[of.account]?.username ?? '';
  const start = of.text.toLowerCase().indexOf(`@${own.toLowerCase()}`);
  const first = { start: 0, end: of.addressee.length + 1, username: of.addressee, id: of.id };
  const isNamed = of.id !== of.account && start !== -1;
  return isNamed ? [first, { start, end: start + own.length + 1, username: own, id: of.account }] : [first];
}

function common(of: {
  id: string;
  text: string;
  at: number;
  author: string;
  conversation: string;
  likes: number;
}): { [name: string]: Json; id: string; text: string } {
  const { id, text, at, author, conversation, likes } = of;
  return {
    id,
    text,
    author_id: author,
    conversation_id: conversation,
    created_at: new Date(at).toISOString(),
    public_metrics: {
      repost_count: 0,
      reply_count: 0,
      like_count: likes,
      quote_count: 0,
      bookmark_count: 0,
      impression_count: 0,
    },
    edit_history_post_ids: [id],
  };
}

/** The people behind replies, and quoted posts where they are asked for, each once. */
function includes(
  world: World<State>,
  replies: Comment[],
  query?: URLSearchParams,
): { includes?: { users: Json[]; posts?: Json[] } } {
  const { state } = world;
  const isAsked = query?.get('expansions')?.split(',').includes('referenced_posts') === true;
  const quoted = new Set(isAsked ? replies.flatMap((one) => quotedBy(world, one) ?? []) : []);
  const posts = [...quoted].map((post) => rootBody(world, post));
  const ids = new Set(replies.map(({ by, account }) => by ?? account));
  const users = [...ids].flatMap((id) => {
    const user = state.people.persons[id] ?? state.accounts[id];
    return user ? [{ id, username: user.username, name: user.name }] : [];
  });
  if (users.length === 0) return {};
  return { includes: { users, ...(posts.length > 0 && { posts }) } };
}
