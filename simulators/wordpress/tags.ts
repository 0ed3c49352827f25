/** Tags: everybody reads them, people who write posts create them. Two names that differ only in case are one tag. */
import type { World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { inputOf, listed, refusal } from './answers.ts';
import type { State, Tag } from './state.ts';

export function listTags({ state }: World<State>, exchange: Exchange): Response {
  const wanted = (exchange.url.searchParams.get('search') ?? '').toLowerCase();
  const found = Object.values(state.tags).filter(({ name }) => name.toLowerCase().includes(wanted));
  return listed(found.map(tagBody), exchange);
}

export async function createTag(world: World<State>, { request }: Exchange): Promise<Response> {
  const { name } = await inputOf(request);
  if (typeof name !== 'string' || name.trim() === '') {
    return refusal(400, 'rest_missing_callback_param', 'Missing parameter(s): name');
  }
  const { tags } = world.state;
  const known = Object.values(tags).find((tag) => tag.name.toLowerCase() === name.trim().toLowerCase());
  if (known !== undefined) {
    const message = 'A term with the name provided already exists with this parent.';
    return refusal(400, 'term_exists', message, { term_id: known.id });
  }
  const tag: Tag = { id: world.nextNumber(), name: name.trim() };
  tags[tag.id] = tag;
  return Response.json(tagBody(tag), { status: 201 });
}

/** Names go out as HTML. */
function tagBody({ id, name }: Tag) {
  return { id, name: name.replaceAll('&', '&amp;'), taxonomy: 'post_tag' };
}
