/** Resumable uploads: chunks, and the end of a session. */
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { refusal } from './errors.ts';
import { CHUNK_UNIT, SESSION_LIFE_MS, type Session, type State, UPLOAD_PATH, hash } from './state.ts';
import { authorized, tokenOf } from './tokens.ts';
import { begin } from './upload-start.ts';
import { videoOf } from './video-body.ts';

export function uploadRoutes(world: World<State>): Route[] {
  const { state } = world;
  const sessionOf = ({ url }: Exchange) => state.sessions[url.searchParams.get('upload_id') ?? ''];
  return [
    {
      call: 'videos.insert',
      method: 'post',
      path: UPLOAD_PATH,
      account: ({ request }) => state.access[tokenOf(request) ?? '']?.channel ?? null,
      answer: async ({ request, url }) => {
        const channel = authorized(world, request, 'youtube.upload');
        return channel instanceof Response ? channel : begin(world, channel, request, url);
      },
    },
    {
      call: 'upload',
      method: 'put',
      path: UPLOAD_PATH,
      account: (exchange) => sessionOf(exchange)?.channel ?? null,
      answer: async (exchange) => {
        // the address alone is enough; a token that comes along must be good
        const { request } = exchange;
        const caller = tokenOf(request) === null ? null : authorized(world, request, 'youtube.upload');
        if (caller instanceof Response) return caller;
        const session = sessionOf(exchange);
        if (!session || world.now() - session.madeAt >= SESSION_LIFE_MS)
          return new Response(null, { status: 404 });
        return take(world, session, request);
      },
    },
  ];
}

/** One chunk, the whole file, or a probe without bytes. Bytes that are there already are passed over. */
async function take(world: World<State>, session: Session, request: Request): Promise<Response> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (session.video !== null) return videoOf(world, session.video);
  const range = request.headers.get('content-range') ?? `bytes 0-${bytes.length - 1}/${bytes.length}`;
  if (range === `bytes */${session.size}`) return more(session);
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range) ?? [];
  const from = Number(first);
  const to = Number(last) + 1;
  const isFinal = to === session.size;
  const isWhole = Number(total) === session.size && to - from === bytes.length && to <= session.size;
  if (!isWhole || (!isFinal && bytes.length % CHUNK_UNIT !== 0)) {
    return refusal(400, 'badRequest', 'Failed to parse Content-Range header.');
  }
  if (from > session.received) return more(session);
  const fresh = bytes.subarray(session.received - from);
  if (session.received === 0) session.head = new TextDecoder('latin1').decode(fresh.subarray(0, 4));
  if (session.kept !== null) {
    const kept = Buffer.concat([Buffer.from(session.kept, 'base64'), fresh]);
    session.kept = kept.toString('base64');
  }
  session.received = Math.max(session.received, to);
  return session.received < session.size ? more(session) : finish(world, session);
}

function more({ received }: Session): Response {
  const headers = received === 0 ? {} : { range: `bytes=0-${received - 1}` };
  return new Response(null, { status: 308, headers });
}

function finish(world: World<State>, session: Session): Response {
  const { channel, title, description, privacy, type, size } = session;
  const id = Buffer.from(hash(`video ${session.id}`), 'hex')
    .toString('base64url')
    .slice(0, 11);
  const rejected = session.head === 'fail';
  world.state.videos[id] = { id, channel, title, description, privacy, at: world.now(), rejected };
  session.video = id;
  const kept = session.kept === null ? null : Uint8Array.from(Buffer.from(session.kept, 'base64'));
  session.kept = null;
  if (!rejected) {
    const url = kept === null ? null : world.keepMedia(kept, type);
    world.record({
      account: channel,
      id,
      text: description,
      media: [{ url, type, bytes: size }],
      details: { title, privacy },
    });
  }
  return videoOf(world, id);
}
