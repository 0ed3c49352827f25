/** Comments below posts: written, and not shown to apps without a permission that hardly any gets. */
import type { Json } from '../../machines/outcome.ts';
import type { Route, World } from '../simulator.ts';
import { badInput, callerOf, noPermission, refusal, versioned } from './answers.ts';
import { bodyOf, part } from './files.ts';
import { type State, urnOf } from './state.ts';

const MAX_TEXT = 1250;

export function commentRoutes(world: World<State>): Route[] {
  const path = '/rest/socialActions/:urn/comments';
  const shared = { path, account: (exchange: Parameters<Route['account']>[0]) => callerOf(world, exchange) };
  return [
    {
      ...shared,
      call: 'POST /rest/socialActions/:urn/comments',
      method: 'post',
      answer: (exchange) =>
        versioned(world, exchange, async (sub) => {
          const urn = decodeURIComponent(exchange.params['urn'] ?? '');
          return comment(world, { sub, urn, body: await bodyOf(exchange.request) });
        }),
    },
    {
      ...shared,
      call: 'GET /rest/socialActions/:urn/comments',
      method: 'get',
      answer: () => noPermission(), // r_member_social is hardly ever granted
    },
  ];
}

function comment(
  world: World<State>,
  { sub, urn, body }: { sub: string; urn: string; body: Json },
): Response {
  const { posts, comments } = world.state;
  const text = part(part(body, 'message'), 'text');
  const fault = (field: string, description: string) =>
    badInput(400, `Field ${field} is invalid`, { code: 'INVALID_VALUE_FOR_FIELD', description, field });
  if (part(body, 'actor') !== urnOf({ sub })) return noPermission();
  if (part(body, 'object') !== urn) return fault('object', 'does not match the address');
  if (!posts.some((post) => post.urn === urn))
    return refusal(404, 'NOT_FOUND', `Could not find entity ${urn}`);
  if (typeof text !== 'string' || text.trim() === '') return fault('message/text', 'field is required');
  if (text.length > MAX_TEXT) return fault('message/text', `length ${text.length} exceeds ${MAX_TEXT}`);
  const id = String((BigInt(world.now()) << 22n) + BigInt(world.nextNumber()));
  const commentUrn = `urn:li:comment:(${urn},${id})`;
  comments.push({ id, post: urn, author: sub, text });
  world.record({ account: sub, id: commentUrn, text, media: [], details: { commentOn: urn } });
  const made = { id, commentUrn, actor: urnOf({ sub }), object: urn, message: { text } };
  return Response.json(made, { status: 201, headers: { 'x-restli-id': id } });
}
