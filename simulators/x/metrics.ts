/**
 * Posts and people by their ids with their metrics, and the posts of the past. Numbers for the author alone end 30 days
 * after the post: asking for an older one gives an error for the field.
 */
import type { Json } from '../../machines/outcome.ts';
import { DAY } from '../numbers/curve.ts';
import { pastPosts } from '../numbers/history.ts';
import { type NetworkNumbers, numbersOf } from '../numbers/network.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { privateMetrics, userMetrics } from './counts.ts';
import { bodyOf } from './posts.ts';
import { authorize, callerIn, invalid, snowflake, type State } from './state.ts';

const MOST = 100;
const NOT_FOUND = 'https://api.x.com/2/problems/resource-not-found';
const NO_FIELD = 'https://api.x.com/2/problems/not-authorized-for-field';

export function metricRoutes(world: World<State>): Route[] {
  const get = (
    path: string,
    answer: (caller: string, ids: string[], exchange: Exchange) => Response,
  ): Route => ({
    call: `GET ${path}`,
    method: 'get',
    path,
    account: callerIn(world),
    answer: (exchange) => {
      const grant = authorize(world, exchange.request, 'tweet.read', 'users.read');
      if (grant instanceof Response) return grant;
      const ids = (exchange.url.searchParams.get('ids') ?? '').split(',').filter(Boolean);
      if (ids.length === 0 || ids.length > MOST) {
        return invalid(
          `The number of values in the \`ids\` query parameter list [${ids.length}] is not between 1 and 100`,
          {
            ids,
          },
        );
      }
      return answer(grant.accountId, ids, exchange);
    },
  });
  return [
    get('/2/tweets', (caller, ids, exchange) => postsById(world, caller, ids, exchange)),
    get('/2/users', (_caller, ids) => {
      const data = ids.flatMap((id) => {
        const account = world.state.accounts[id];
        if (!account) return [];
        const tweets = world.state.posts.filter(({ accountId }) => accountId === id).length;
        return [{ ...account, public_metrics: userMetrics(world, id, tweets) }];
      });
      return Response.json(data.length === 0 ? { errors: [notFound(ids[0] ?? '', 'user')] } : { data });
    }),
  ];
}

function postsById(world: World<State>, caller: string, ids: string[], { url }: Exchange): Response {
  const fields = new Set((url.searchParams.get('post.fields') ?? '').split(','));
  const errors: Json[] = [];
  const data = ids.flatMap((id): Json[] => {
    const post = world.state.posts.find((one) => one.id === id);
    if (!post) {
      errors.push(notFound(id, 'tweet'));
      return [];
    }
    const isOpen = post.accountId === caller && world.now() - post.at < 30 * DAY;
    const asksOwn = fields.has('non_public_metrics') || fields.has('organic_metrics');
    if (asksOwn && !isOpen) {
      const detail = 'Sorry, you are not authorized to access the field non_public_metrics.';
      errors.push({
        resource_id: id,
        resource_type: 'tweet',
        field: 'non_public_metrics',
        detail,
        title: 'Field Authorization Error',
        type: NO_FIELD,
      });
    }
    const own = asksOwn && isOpen ? { non_public_metrics: privateMetrics(world, post) } : {};
    return [{ ...bodyOf(world, post, fields), ...own }];
  });
  return Response.json({ ...(data.length > 0 && { data }), ...(errors.length > 0 && { errors }) });
}

function notFound(id: string, type: 'tweet' | 'user'): { [name: string]: Json } {
  const detail = `Could not find ${type} with ids: [${id}].`;
  return {
    value: id,
    detail,
    title: 'Not Found Error',
    resource_type: type,
    parameter: 'ids',
    resource_id: id,
    type: NOT_FOUND,
  };
}

export function xNumbers(world: World<State>): NetworkNumbers {
  return numbersOf(world.state.numbers, (accountId, history) => {
    for (const { text, at } of pastPosts(accountId, history, world.now())) {
      const id = snowflake(world, at);
      world.state.posts.push({ id, accountId, at, text, fileIds: [], isElsewhere: true });
    }
    world.state.posts.sort((one, other) => one.at - other.at);
  });
}
