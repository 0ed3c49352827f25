/** Starting a video, and taking its chunks. */
import type { World } from '../simulator.ts';
import { ok, refusal } from './errors.ts';
import { type Body, objectIn } from './input.ts';
import { infoFault } from './post-info.ts';
import { newPost, received } from './posts.ts';
import { type Account, MAX_KEPT_BYTES, MB, type Post, type State, type Upload, hash } from './state.ts';

export function initVideo(world: World<State>, account: Account, body: Body): Response {
  const info = objectIn(body, 'post_info');
  const source = objectIn(body, 'source_info');
  const fault = infoFault(account, info, 'video');
  if (fault) return fault;
  if (source['source'] !== 'FILE_UPLOAD') {
    return refusal(403, 'url_ownership_unverified', 'Please review our URL ownership verification rules.');
  }
  const [size, chunkSize, count] = ['video_size', 'chunk_size', 'total_chunk_count'].map((name) =>
    Number(source[name] ?? Number.NaN),
  ) as [number, number, number];
  const isOne = chunkSize === size && size <= 64 * MB;
  const isChunked = chunkSize >= 5 * MB && chunkSize <= 64 * MB && size - chunkSize * (count - 1) <= 128 * MB;
  if (!(size > 0) || count !== Math.floor(size / chunkSize) || count > 1000 || !(isOne || isChunked)) {
    return refusal(400, 'invalid_params', 'The total chunk count is invalid');
  }
  const number = world.nextNumber();
  const upload: Upload = {
    id: String(67_890 + number),
    token: hash(`upload ${number}`).slice(0, 32),
    size,
    chunkSize,
    received: 0,
    type: '',
    head: '',
    kept: size <= MAX_KEPT_BYTES ? '' : null,
  };
  const post = newPost(world, { account: account.id, kind: 'video', number, info, upload });
  const url = `${world.baseUrl}/upload/video/?upload_id=${upload.id}&upload_token=${upload.token}`;
  return ok({ publish_id: post.id, upload_url: url });
}

/** One chunk, in its turn. 416 tells what is there. */
export async function take(
  world: World<State>,
  post: Post,
  upload: Upload,
  request: Request,
): Promise<Response> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (request.headers.has('authorization')) return new Response(null, { status: 400 });
  const stored = `bytes 0-${upload.received - 1}/${upload.size}`;
  const said = upload.received === 0 ? `bytes */${upload.size}` : stored;
  const [, first, last, total] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(request.headers.get('content-range') ?? '') ?? [];
  const from = Number(first);
  const to = Number(last) + 1;
  if (Number(total) !== upload.size || to - from !== bytes.length) return new Response(null, { status: 400 });
  if (from !== upload.received || to > upload.size) {
    return new Response(null, { status: 416, headers: { 'content-range': said } });
  }
  const isLast = upload.size - from < 2 * upload.chunkSize;
  if (to - from !== (isLast ? upload.size - from : upload.chunkSize))
    return new Response(null, { status: 400 });
  upload.type = request.headers.get('content-type') ?? '';
  if (from === 0) upload.head = new TextDecoder('latin1').decode(bytes.subarray(0, 64));
  if (upload.kept !== null) {
    upload.kept = Buffer.concat([Buffer.from(upload.kept, 'base64'), bytes]).toString('base64');
  }
  upload.received = to;
  if (to < upload.size) {
    return new Response(null, {
      status: 206,
      headers: { 'content-range': `bytes 0-${to - 1}/${upload.size}` },
    });
  }
  received(world, post, upload);
  return new Response(null, { status: 201 });
}
