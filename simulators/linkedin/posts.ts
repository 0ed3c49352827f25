/** Posts: made, never made twice, taken away. */
import type { Json } from '../../machines/outcome.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { badInput, callerOf, noPermission, versioned } from './answers.ts';
import { bodyOf, part } from './files.ts';
import { type State, urnOf } from './state.ts';

const MAX_TEXT = 3000;
const REMEMBERED_MS = 24 * 3_600_000;

export function postRoutes(world: World<State>): Route[] {
  const account = (exchange: Exchange) => callerOf(world, exchange);
  return [
    {
      call: 'POST /rest/posts',
      method: 'post',
      path: '/rest/posts',
      account,
      answer: (exchange) =>
        versioned(world, exchange, async (sub) => create(world, sub, await bodyOf(exchange.request))),
    },
    {
      call: 'GET /rest/posts',
      method: 'get',
      path: '/rest/posts',
      account,
      answer: () => noPermission(), // r_member_social is hardly ever granted
    },
    {
      call: 'DELETE /rest/posts/:urn',
      method: 'delete',
      path: '/rest/posts/:urn',
      account,
      answer: (exchange) =>
        versioned(world, exchange, (sub) => {
          const urn = decodeURIComponent(exchange.params['urn'] ?? '');
          world.state.posts = world.state.posts.filter((post) => post.urn !== urn || post.author !== sub);
          return new Response(null, { status: 204 });
        }),
    },
  ];
}

function create(world: World<State>, sub: string, body: Json): Response {
  const { state } = world;
  const commentary = part(body, 'commentary');
  const media = part(part(body, 'content'), 'media');
  const article = part(part(body, 'content'), 'article');
  const fileUrn = part(media, 'id') ?? part(article, 'thumbnail') ?? null;
  const fault = (field: string, description: string) =>
    badInput(400, `Field ${field} is invalid`, { code: 'INVALID_VALUE_FOR_FIELD', description, field });
  if (part(body, 'author') !== urnOf({ sub })) return noPermission();
  if (typeof commentary !== 'string') return fault('commentary', 'field is required but not found');
  if (part(body, 'visibility') !== 'PUBLIC') return fault('visibility', 'not one of the enum symbols');
  if (part(body, 'lifecycleState') !== 'PUBLISHED') return fault('lifecycleState', 'field is required');
  if (part(part(body, 'distribution'), 'feedDistribution') !== 'MAIN_FEED')
    return fault('distribution', 'required');
  const text = shownOf(commentary);
  if (text.length > MAX_TEXT) return fault('commentary', `length ${text.length} exceeds ${MAX_TEXT}`);
  if (article !== undefined && media !== undefined) return fault('content', 'more than one type of content');
  if (article !== undefined && (!part(article, 'source') || !part(article, 'title')))
    return fault('content/article', 'source and title are required');
  if (text.trim() === '' && fileUrn === null && article === undefined)
    return fault('commentary', 'a post without content needs a text');
  const file = fileUrn === null ? null : state.files[typeof fileUrn === 'string' ? fileUrn : ''];
  if (file !== null && (file?.owner !== sub || file.kept === null))
    return fault('content/media/id', 'no such file');
  if (file?.kind === 'document' && !part(media, 'title')) return fault('content/media/title', 'required');
  if (file?.kind === 'video' && (file.looksLeft > 0 || file.broken))
    return fault('content/media/id', 'not ready');

  const same = state.posts.find(
    (post) =>
      post.author === sub &&
      post.commentary === commentary &&
      post.fileUrn === fileUrn &&
      world.now() - post.at < REMEMBERED_MS,
  );
  if (same !== undefined) {
    return badInput(
      422,
      `com.linkedin.content.common.exception.BadRequestResponseException: Content is a duplicate of ${same.urn}`,
      { code: 'DUPLICATE_POST', description: 'Duplicate post is detected' },
    );
  }
  // ids begin with the time, above 22 bits
  const id = (BigInt(world.now()) << 22n) + BigInt(world.nextNumber());
  const urn = `urn:li:${file?.kind === 'video' ? 'ugcPost' : 'share'}:${id}`;
  state.posts.push({ urn, author: sub, commentary, fileUrn: file?.urn ?? null, at: world.now() });
  const title = part(media, 'title');
  const alt = part(media, 'altText');
  world.record({
    account: sub,
    id: urn,
    text,
    media: file?.kept ? [{ ...file.kept, ...(typeof alt === 'string' && alt !== '' && { alt }) }] : [],
    details: {
      commentary,
      link: `https://www.linkedin.com/feed/update/${urn}/`,
      ...(title === undefined ? {} : { title }),
      ...(article !== undefined && { preview: previewOf(article) }),
    },
  });
  return new Response(null, { status: 201, headers: { 'x-restli-id': urn } });
}

/** The preview of a page, without its picture. */
function previewOf(article: Json) {
  const text = (name: string) => {
    const words = part(article, name);
    return typeof words === 'string' ? words : '';
  };
  return { url: text('source'), title: text('title'), description: text('description') };
}

/** What readers see of "little text": it ends where a sign that means something is not escaped. */
function shownOf(commentary: string): string {
  let shown = '';
  for (let at = 0; at < commentary.length; at += 1) {
    const sign = commentary.charAt(at);
    if (sign === '\\') {
      at += 1;
      shown += commentary.charAt(at);
    } else if ('|{}@[]()<>*_~'.includes(sign)) {
      return shown;
    } else {
      shown += sign;
    }
  }
  return shown;
}
