/**
 * X renamed what it calls tweets (API description 2.167, August 2026): `tweet.fields` is `post.fields`, `note_tweet` is
 * `note_post`, and `author_id`, `referenced_posts` and `sender_id` are asked for as expansions, no longer as fields. Requests
 * use the new names. An address that refuses them, with a 400 that names the parameter, is asked once more by the old ones.
 */
import { ask, at, type Lost, type NetworkResponse, textAt } from '../lib/http.ts';
import { listOf } from './words.ts';

type Names = 'new' | 'old';

/** What each base address takes. It is learnt from one response, so that a restart costs one refused call. */
const byId = new Map<string, Names>();

/** Asks for posts or messages. @param request a GET with the new names */
export async function askByNames(
  fetch: typeof globalThis.fetch,
  request: Request,
  signal: AbortSignal,
): Promise<NetworkResponse | Lost> {
  const { origin } = new URL(request.url);
  const first = byId.get(origin) ?? 'new';
  const answer = await ask(fetch, named(request, first), signal);
  if (!refusesNames(answer)) return answer;
  const other: Names = first === 'new' ? 'old' : 'new';
  const second = await ask(fetch, named(request, other), signal);
  if (second.kind === 'response' && !refusesNames(second)) byId.set(origin, other);
  return second;
}

/** "The query parameter [tweet.fields] is not one of […]", and the same of a value of such a parameter. */
function refusesNames(answer: NetworkResponse | Lost): boolean {
  if (answer.kind === 'lost' || answer.status !== 400) return false;
  return listOf(at(answer.json, 'errors')).some((error) =>
    /query parameter.*\b(?:(?:post|tweet|dm_event)\.fields|expansions)\b.*is not one of|\b(?:(?:post|tweet|dm_event)\.fields|expansions)\b.*query parameter.*is not one of/is.test(
      textAt(error, 'message') ?? '',
    ),
  );
}

function named(request: Request, names: Names): Request {
  if (names === 'new') return request;
  const url = new URL(request.url);
  const list = (name: string) => (url.searchParams.get(name) ?? '').split(',').filter(Boolean);
  const query = new URLSearchParams();
  for (const [name, value] of url.searchParams) {
    if (name === 'post.fields') {
      const fields = value.replace('note_post', 'note_tweet').split(',');
      query.set('tweet.fields', [...fields, ...ofPost(list('expansions'))].join());
    } else if (name === 'dm_event.fields') {
      const sender = list('expansions').includes('sender_id') ? ',sender_id' : '';
      query.set(name, `${value}${sender}`);
    } else if (name === 'expansions') {
      const allowed = list(name).filter((one) => one !== 'referenced_posts');
      if (allowed.length > 0) query.set(name, allowed.join());
    } else query.set(name, value);
  }
  url.search = query.toString();
  return new Request(url, { headers: request.headers });
}

/** Expansions that were fields of a post. */
function ofPost(expansions: string[]): string[] {
  return expansions.flatMap((name) => {
    if (name === 'referenced_posts') return ['referenced_tweets'];
    return name === 'author_id' ? ['author_id'] : [];
  });
}
