/** Files. */
import { pixelsOf } from '../../src/features/media/pixels.ts';
import { sniff } from '../../src/features/media/sniff.ts';
import type { World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { listed, refusal } from './answers.ts';
import { freeSlug } from './posts.ts';
import type { Media, State } from './state.ts';

const MAX_BYTES = 64 * 1024 * 1024;

export async function upload(world: World<State>, { request }: Exchange): Promise<Response> {
  const sent = await fileIn(request);
  if (sent instanceof Response) return sent;
  const { name, bytes, alt } = sent;
  if (bytes.length === 0) return refusal(400, 'rest_upload_no_data', 'No data supplied.');
  if (bytes.length > MAX_BYTES) {
    return refusal(
      400,
      'rest_upload_file_too_big',
      'This file is too big. Files must be less than 65536 KB in size.',
    );
  }
  const type = sniff(bytes);
  if (type === null || !/\.(jpe?g|png|gif|webp|mp4|mov|webm|pdf)$/.test(name)) {
    return refusal(500, 'rest_upload_sideload_error', 'Sorry, you are not allowed to upload this file type.');
  }
  const pixels = pixelsOf(bytes, type);
  const { media } = world.state;
  const file: Media = {
    id: world.nextNumber(),
    slug: freeSlug(Object.values(media), name.replace(/\.\w+$/, '').toLowerCase(), 0),
    source: world.keepMedia(bytes, type),
    type,
    bytes: bytes.length,
    width: pixels?.width ?? null,
    height: pixels?.height ?? null,
    alt,
  };
  media[file.id] = file;
  return Response.json(mediaBody(file), { status: 201 });
}

/** A file comes in a form with its fields, or as raw bytes without any. */
async function fileIn(
  request: Request,
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer>; alt: string } | Response> {
  if (request.headers.get('content-type')?.startsWith('multipart/form-data')) {
    const form = await request.formData();
    const file = form.get('file');
    if (!(file instanceof File)) return refusal(400, 'rest_upload_no_data', 'No data supplied.');
    const alt = form.get('alt_text');
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { name: file.name, bytes, alt: typeof alt === 'string' ? alt : '' };
  }
  const disposition = request.headers.get('content-disposition');
  if (disposition === null)
    return refusal(400, 'rest_upload_no_content_disposition', 'No Content-Disposition supplied.');
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? '';
  return { name, bytes: new Uint8Array(await request.arrayBuffer()), alt: '' };
}

export function listMedia(world: World<State>, exchange: Exchange): Response {
  const slug = exchange.url.searchParams.get('slug');
  const found = Object.values(world.state.media).filter((file) => slug === null || file.slug === slug);
  return listed(found.toReversed().map(mediaBody), exchange);
}

export function mediaById({ state }: World<State>, { params }: Exchange): Response {
  const file = state.media[params['id'] ?? ''];
  return file === undefined
    ? refusal(404, 'rest_post_invalid_id', 'Invalid post ID.')
    : Response.json(mediaBody(file));
}

/** Files have no trash: without `force` the call is refused. */
export function deleteMedia({ state }: World<State>, { params, url }: Exchange): Response {
  const id = params['id'] ?? '';
  const file = state.media[id];
  if (file === undefined) return refusal(404, 'rest_post_invalid_id', 'Invalid post ID.');
  if (url.searchParams.get('force') !== 'true') {
    return refusal(
      501,
      'rest_trash_not_supported',
      "The post does not support trashing. Set 'force=true' to delete.",
    );
  }
  delete state.media[id];
  return Response.json({ deleted: true, previous: mediaBody(file) });
}

function mediaBody({ id, slug, source, type, width, height, alt }: Media) {
  return {
    id,
    source_url: source,
    media_type: type.startsWith('image/') ? 'image' : 'file',
    mime_type: type,
    slug,
    status: 'inherit',
    alt_text: alt,
    media_details: { width, height },
  };
}
