/**
 * How X refuses what it does not know: a 400 that lists what it does. Since August 2026 (API description 2.167) its names are
 * those of posts; `names: 'old'` of the state has them as they were before.
 */
import type { Json } from '../../machines/outcome.ts';
import type { Fields, KnownCall, KnownCalls, Stray, Type } from '../known.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { known } from './known.ts';
import { invalid, type State } from './state.ts';

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
  return {
    ...route,
    answer: async (exchange) => {
      const isOld = world.state.names === 'old';
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

/** What calls may ask for, by the names of the state. */
export function knownBy({ names }: State): KnownCalls {
  if (names !== 'old') return known;
  const before = ([call, { query, ...rest }]: [string, KnownCall]): [string, KnownCall] => [
    call,
    query ? { ...rest, query: asBefore(query) } : rest,
  ];
  return Object.fromEntries(Object.entries(known).map(before));
}

/** X says of a body where it is wrong, and of the address also what it takes. */
export function refuseStray(
  { where, name, fault }: Stray,
  { url }: Exchange,
  { query = {} }: KnownCall,
): Response {
  if (where === 'body') {
    const why =
      fault === 'type'
        ? 'has another type than the schema'
        : 'is not defined in the schema and the schema does not allow additional properties';
    return invalid(`$.${name}: ${why}`, {});
  }
  const value = url.searchParams.get(name) ?? '';
  if (fault === 'unknown') {
    const names = Object.keys(query).toSorted().join();
    return invalid(`The query parameter [${name}] is not one of [${names}]`, { [name]: [value] });
  }
  const values = valuesOf(query[name]);
  const stray = value.split(',').find((one) => !values.includes(one));
  const message = `The \`${name}\` query parameter value [${stray}] is not ${values.length > 0 ? `one of [${values.join()}]` : 'valid'}`;
  return invalid(message, { [name]: [value] });
}

/** The values of a list or a choice; none: it takes any. */
function valuesOf(type: Type | undefined): readonly string[] {
  if (typeof type !== 'object') return [];
  if ('listOf' in type) return valuesOf(type.listOf);
  return 'oneOf' in type ? type.oneOf : [];
}

/** As it was before: what is an expansion alone now was a field. */
function asBefore(query: Fields): Fields {
  const before = Object.entries(query).map(([name, type]): [string, Type] => {
    const values = valuesOf(type).map((value) => OLD[value] ?? value);
    const among = (more: string[]): Type => ({ listOf: { oneOf: [...values, ...more] } });
    if (name === 'post.fields') {
      return ['tweet.fields', among(['author_id', 'in_reply_to_user_id', 'referenced_tweets'])];
    }
    if (name === 'dm_event.fields') return [name, among(['participant_ids', 'sender_id'])];
    if (name !== 'expansions') return [name, type];
    return [name, { listOf: { oneOf: values.filter((one) => one !== 'referenced_tweets') } }];
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
