/**
 * Submissions and what an account submitted; their numbers are in `numbers.ts`. Every subreddit exists, but for `nowhere`; four have rules:
 * `boats` wants a flair, `talk` takes no links, `pictures` takes no text, `harbour` is private.
 */
import type { Json } from '../../machines/outcome.ts';
import { typeOf } from '../files.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { numbersOfPost } from './numbers.ts';
import { authorize, callerIn, refusal, type Post, type State } from './state.ts';

const MAX_TITLE = 300;
const MAX_TEXT = 40_000;
const MAX_IN_LIST = 100;
const FLAIRS: { [subreddit: string]: { id: string; text: string }[] } = {
  boats: [
    { id: '9ac711a4-1ddf-11e9-b4a6-0e6cb8bf4b1e', text: 'News' },
    { id: 'a1b711a4-1ddf-11e9-b4a6-0e6cb8bf4b1e', text: 'Sailing ⛵' },
  ],
  pictures: [{ id: 'b2c711a4-1ddf-11e9-b4a6-0e6cb8bf4b1e', text: 'Photo' }],
};

export function postRoutes(world: World<State>): Route[] {
  const account = callerIn(world);
  return [
    {
      call: 'POST /api/submit',
      method: 'post',
      path: '/oauth/api/submit',
      account,
      answer: async ({ request }) => {
        const grant = authorize(world, request, 'submit');
        if (grant instanceof Response) return grant;
        return submit(world, grant.accountId, new URLSearchParams(await request.text()));
      },
    },
    {
      call: 'GET /r/:subreddit/api/link_flair_v2',
      method: 'get',
      path: '/oauth/r/:subreddit/api/link_flair_v2',
      account,
      answer: ({ request, params }) => {
        const grant = authorize(world, request, 'flair');
        if (grant instanceof Response) return grant;
        const subreddit = (params['subreddit'] ?? '').toLowerCase();
        if (subreddit === 'nowhere') return elsewhere(subreddit);
        const flairs = FLAIRS[subreddit];
        if (!flairs) return refusal(403, 'Forbidden'); // flair is closed
        return Response.json(
          flairs.map(({ id, text }) => ({
            id,
            text,
            text_editable: false,
            type: 'text',
            mod_only: false,
            css_class: '',
            background_color: '#ffffff',
            text_color: 'dark',
          })),
        );
      },
    },
    {
      call: 'GET /user/:name/submitted',
      method: 'get',
      path: '/oauth/user/:name/submitted',
      account,
      answer: (exchange) => {
        const grant = authorize(world, exchange.request, 'history');
        return grant instanceof Response ? grant : list(world, exchange);
      },
    },
    {
      call: 'GET /api/info',
      method: 'get',
      path: '/oauth/api/info',
      account,
      answer: (exchange) => {
        const grant = authorize(world, exchange.request, 'read');
        return grant instanceof Response ? grant : info(world, exchange);
      },
    },
  ];
}

function submit(world: World<State>, accountId: string, form: URLSearchParams): Response {
  const text = (name: string) => form.get(name) ?? '';
  // Without api_type the answer is a list of calls for a script library of long ago
  if (text('api_type') !== 'json')
    return Response.json({ jquery: [[0, 1, 'call', ['body']]], success: false });
  const username = world.state.accounts[accountId]?.name ?? '';
  const subreddit = text('sr');
  const rules = subreddit.toLowerCase();
  const isProfile = rules.startsWith('u_');
  const kind = text('kind');
  const title = text('title').trim();
  const url = URL.parse(text('url'));

  if (subreddit === '') return refused('SUBREDDIT_REQUIRED', 'you must specify a subreddit', 'sr');
  if (rules === 'nowhere') return refused('SUBREDDIT_NOEXIST', "that subreddit doesn't exist", 'sr');
  if (rules === 'harbour' || (isProfile && rules !== `u_${username.toLowerCase()}`)) {
    return refused('SUBREDDIT_NOTALLOWED', "you aren't allowed to post there.", 'sr');
  }
  if (title === '') return refused('NO_TEXT', 'we need something here', 'title');
  if (Array.from(title).length > MAX_TITLE) {
    return refused('TOO_LONG', `this is too long (max: ${MAX_TITLE})`, 'title');
  }
  if (kind === 'self') {
    if (rules === 'pictures') return refused('NO_SELFS', "that subreddit doesn't allow text posts", 'sr');
    if (Array.from(text('text')).length > MAX_TEXT) {
      return refused('TOO_LONG', `this is too long (max: ${MAX_TEXT})`, 'text');
    }
  } else if (kind === 'link') {
    if (rules === 'talk') return refused('NO_LINKS', 'that subreddit only allows text posts', 'sr');
    if (text('url') === '') return refused('NO_URL', 'a url is required', 'url');
    if (!url || !/^https?:$/.test(url.protocol))
      return refused('BAD_URL', 'you should check that url', 'url');
    const isKnown = world.state.posts.some((post) => post.subreddit === subreddit && post.url === url.href);
    if (isKnown && text('resubmit') !== 'true') {
      return refused('ALREADY_SUB', 'that link has already been submitted', 'url');
    }
  } else {
    return refused('INVALID_OPTION', 'that option is not valid', 'kind');
  }
  const flair = FLAIRS[rules]?.find(({ id }) => id === text('flair_id')) ?? null;
  if (text('flair_id') !== '' && flair === null) return refusal(500, 'Internal Server Error');
  if (rules === 'boats' && flair === null) {
    return refused('SUBMIT_VALIDATION_FLAIR_REQUIRED', 'Your post must contain post flair.', 'flair');
  }
  return keep(world, {
    accountId,
    subreddit,
    kind,
    title,
    text: kind === 'self' ? text('text') : '',
    url: kind === 'link' ? (url?.href ?? '') : '',
    flair: flair?.text ?? null,
  });
}

function keep(world: World<State>, made: Omit<Post, 'id' | 'at'>): Response {
  const post: Post = { ...made, id: (1_000_000 + world.nextNumber()).toString(36), at: world.now() };
  world.state.posts.push(post);
  const { accountId, subreddit, kind, title, text, url, flair } = post;
  const name = `t3_${post.id}`;
  world.record({
    account: `t2_${accountId}`,
    id: name,
    text,
    media: kind === 'link' ? [{ url, type: typeOf(new URL(url).pathname), bytes: 0 }] : [],
    details: { title, subreddit, kind, flair },
  });
  const data = { url: addressOf(world, post), drafts_count: 0, id: post.id, name };
  return Response.json({ json: { errors: [], data } });
}

function list(world: World<State>, { params, url }: Exchange): Response {
  const name = (params['name'] ?? '').toLowerCase();
  const account = Object.values(world.state.accounts).find((known) => known.name.toLowerCase() === name);
  if (!account) return refusal(404, 'Not Found');
  const query = url.searchParams;
  const limit = Math.min(Number(query.get('limit') ?? 25), MAX_IN_LIST);
  const all = world.state.posts.filter(({ accountId }) => accountId === account.id).toReversed();
  const after = query.get('after');
  const start = after === null ? 0 : all.findIndex(({ id }) => `t3_${id}` === after) + 1;
  const page = all.slice(start, start + limit);
  const last = page.at(-1);
  const isRaw = query.get('raw_json') === '1';
  return Response.json({
    kind: 'Listing',
    data: {
      after: last && start + limit < all.length ? `t3_${last.id}` : null,
      children: page.map((post) => ({ kind: 't3', data: bodyOf(world, post, account.name, isRaw) })),
    },
  });
}

/** Posts of any account, by their full names; those that are not there are left out. */
function info(world: World<State>, { url }: Exchange): Response {
  const query = url.searchParams;
  const names = (query.get('id') ?? '').split(',').slice(0, MAX_IN_LIST);
  const isRaw = query.get('raw_json') === '1';
  const children = world.state.posts
    .filter(({ id }) => names.includes(`t3_${id}`))
    .map((post) => {
      const author = world.state.accounts[post.accountId]?.name ?? '[deleted]';
      return { kind: 't3', data: bodyOf(world, post, author, isRaw) };
    });
  return Response.json({ kind: 'Listing', data: { after: null, children } });
}

function bodyOf(world: World<State>, post: Post, author: string, isRaw: boolean): { [name: string]: Json } {
  const shown = (text: string) => (isRaw ? text : escaped(text));
  const address = addressOf(world, post);
  const permalink = address.slice(`${world.baseUrl}/www`.length);
  const isSelf = post.kind === 'self';
  return {
    id: post.id,
    name: `t3_${post.id}`,
    author,
    subreddit: post.subreddit,
    title: shown(post.title),
    is_self: isSelf,
    selftext: shown(post.text),
    url: isSelf ? address : shown(post.url),
    permalink,
    created_utc: Math.floor(post.at / 1000),
    link_flair_text: post.flair,
    removed_by_category: null,
    ...numbersOfPost(world, post),
  };
}

function addressOf({ baseUrl }: World<State>, { id, subreddit, title }: Post): string {
  const slug = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 50);
  return `${baseUrl}/www/r/${subreddit}/comments/${id}/${slug}/`;
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A refusal comes with 200. */
export function refused(code: string, words: string, field: string): Response {
  return Response.json({ json: { errors: [[code, words, field]] } });
}

/** A subreddit that does not exist leads to the search for one. */
function elsewhere(subreddit: string): Response {
  return new Response(null, {
    status: 302,
    headers: { location: `https://www.reddit.com/subreddits/search?q=${subreddit}` },
  });
}
