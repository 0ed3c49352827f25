/**
 * What calls may ask for. X refuses a parameter and a value that it does not know with a 400 that lists those that it knows. Since
 * August 2026 (API description 2.167) its names are those of posts; `names: 'old'` of the state has them as they were before.
 */
import type { Json } from '../../machines/outcome.ts';
import type { Exchange, Route, World } from '../simulator.ts';
import { invalid, type State } from './state.ts';

const POST_FIELDS = [
  'attachments',
  'conversation_id',
  'created_at',
  'entities',
  'id',
  'non_public_metrics',
  'note_post',
  'organic_metrics',
  'public_metrics',
  'text',
];
const POST_EXPANSIONS = ['attachments.media_keys', 'author_id', 'in_reply_to_user_id', 'referenced_posts'];
const DM_FIELDS = ['attachments', 'created_at', 'dm_conversation_id', 'entities', 'event_type', 'id', 'text'];
const DM_EXPANSIONS = ['attachments.media_keys', 'participant_ids', 'referenced_posts', 'sender_id'];
const USER_FIELDS = ['id', 'name', 'profile_image_url', 'public_metrics', 'subscription_type', 'username'];
const MEDIA_FIELDS = [
  'media_key',
  'non_public_metrics',
  'preview_image_url',
  'public_metrics',
  'type',
  'url',
];

/** Parameters with the values that they take; null: any. */
interface Parameters {
  [name: string]: string[] | null;
}

const PEOPLE = { 'user.fields': USER_FIELDS };
const POST = {
  'post.fields': POST_FIELDS,
  expansions: POST_EXPANSIONS,
  'media.fields': MEDIA_FIELDS,
  ...PEOPLE,
};
const PAGES = { max_results: null, pagination_token: null };
const TIMES = { start_time: null, end_time: null, since_id: null, until_id: null };
const MESSAGE = {
  'dm_event.fields': DM_FIELDS,
  expansions: DM_EXPANSIONS,
  'media.fields': MEDIA_FIELDS,
  'post.fields': POST_FIELDS,
  ...PEOPLE,
};
const MESSAGES = {
  ...PAGES,
  event_types: ['MessageCreate', 'ParticipantsJoin', 'ParticipantsLeave'],
  ...MESSAGE,
};

/** By path, of calls with `get`. */
export const PARAMETERS: { [path: string]: Parameters } = {
  '/2/tweets': { ids: null, ...POST },
  '/2/tweets/:id': POST,
  '/2/tweets/search/recent': { query: null, next_token: null, ...PAGES, ...TIMES, ...POST },
  '/2/users/:id/tweets': { ...PAGES, ...TIMES, exclude: ['replies', 'retweets'], ...POST },
  '/2/dm_events': MESSAGES,
  '/2/dm_events/:id': MESSAGE,
  '/2/dm_conversations/with/:person/dm_events': MESSAGES,
  '/2/dm_conversations/:conversation/dm_events': MESSAGES,
  '/2/users': { ids: null, ...PEOPLE },
  '/2/users/me': PEOPLE,
  '/2/users/:id': PEOPLE,
  '/2/media/upload': { media_id: null, command: ['STATUS'] },
  '/2/activity/subscriptions': PAGES,
  '/2/activity/stream': { backfill_minutes: null },
};

/** Old names by the new ones, of parameters, values and fields of responses. */
const OLD: { [name: string]: string } = {
  'post.fields': 'tweet.fields',
  note_post: 'note_tweet',
  referenced_posts: 'referenced_tweets',
  repost_count: 'retweet_count',
  post_count: 'tweet_count',
  edit_history_post_ids: 'edit_history_tweet_ids',
};
const NEW = Object.fromEntries(Object.entries(OLD).map(([now, before]) => [before, now]));
/** What is shown of a post or a message, whatever is asked. */
const ALWAYS = ['id', 'text', 'edit_history_post_ids', 'event_type'];

/** A route that takes and gives the names of the state. */
export function byNames(world: World<State>, route: Route): Route {
  const known = route.method === 'get' ? PARAMETERS[route.path] : undefined;
  return {
    ...route,
    answer: async (exchange) => {
      const isOld = world.state.names === 'old';
      const refused = known && refusal(exchange.url.searchParams, isOld ? asBefore(known) : known);
      if (refused) return refused;
      const response = await route.answer(isOld ? { ...exchange, url: renewed(exchange.url) } : exchange);
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
      if (!isJson || route.path === '/2/activity/stream') return response;
      const body = asked(await response.json(), route, exchange);
      return Response.json(isOld ? renamed(body, OLD) : body, {
        status: response.status,
        headers: response.headers,
      });
    },
  };
}

function refusal(query: URLSearchParams, known: Parameters): Response | null {
  for (const [name, value] of query) {
    const values = known[name];
    if (values === undefined) {
      const names = Object.keys(known).toSorted().join();
      return invalid(`The query parameter [${name}] is not one of [${names}]`, { [name]: [value] });
    }
    const stray = values === null ? undefined : value.split(',').find((one) => !values.includes(one));
    if (stray !== undefined) {
      const message = `The \`${name}\` query parameter value [${stray}] is not one of [${values?.join()}]`;
      return invalid(message, { [name]: [value] });
    }
  }
  return null;
}

/** As it was before: what is an expansion alone now was a field. */
function asBefore(known: Parameters): Parameters {
  const before = Object.entries(known).map(([name, values]): [string, string[] | null] => {
    const old = values?.map((value) => OLD[value] ?? value) ?? null;
    if (name === 'post.fields') {
      return ['tweet.fields', [...(old ?? []), 'author_id', 'in_reply_to_user_id', 'referenced_tweets']];
    }
    if (name === 'dm_event.fields') return [name, [...(old ?? []), 'participant_ids', 'sender_id']];
    const isExpansion = name === 'expansions';
    return [name, isExpansion ? (old ?? []).filter((one) => one !== 'referenced_tweets') : old];
  });
  return Object.fromEntries(before);
}

function renewed(url: URL): URL {
  const query = [...url.searchParams].map(([name, value]): [string, string] => [
    NEW[name] ?? name,
    value
      .split(',')
      .map((one) => NEW[one] ?? one)
      .join(),
  ]);
  return new URL(`${url.origin}${url.pathname}?${new URLSearchParams(query).toString()}`);
}

/** Leaves out of the rows what was not asked for. */
function asked(body: unknown, { method, path }: Route, { url }: Exchange): Json {
  const json = body as { [name: string]: Json };
  const isListed = /^\/2\/(?:tweets|users\/:id\/tweets|dm_)/.test(path);
  const { data } = json;
  if (method !== 'get' || !isListed || data === undefined) return json;
  const names = ['post.fields', 'tweet.fields', 'dm_event.fields', 'expansions']
    .flatMap((name) => (url.searchParams.get(name) ?? '').split(','))
    .map((name) => NEW[name] ?? name.split('.')[0] ?? '');
  const shown = new Set([...ALWAYS, ...names]);
  const row = (one: Json) =>
    Object.fromEntries(Object.entries(one as { [name: string]: Json }).filter(([name]) => shown.has(name)));
  return { ...json, data: Array.isArray(data) ? data.map(row) : row(data) };
}

function renamed(json: Json, names: { [name: string]: string }): Json {
  if (Array.isArray(json)) return json.map((one) => renamed(one, names));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [names[name] ?? name, renamed(value, names)]),
  );
}
