/** Starting an upload: the checks of its metadata. */
import type { World } from '../simulator.ts';
import { refusal } from './errors.ts';
import {
  type Channel,
  MAX_DESCRIPTION_BYTES,
  MAX_KEPT_BYTES,
  MAX_TITLE,
  type State,
  UPLOAD_PATH,
  hash,
} from './state.ts';

interface Resource {
  snippet?: { title?: unknown; description?: unknown };
  status?: { privacyStatus?: unknown };
}

export async function begin(
  world: World<State>,
  channel: Channel,
  request: Request,
  url: URL,
): Promise<Response> {
  if (url.searchParams.get('uploadType') !== 'resumable') {
    return refusal(400, 'mediaBodyRequired', 'The request does not include the video content.');
  }
  const type = request.headers.get('x-upload-content-type') ?? '';
  if (!/^video\/|^application\/octet-stream$/.test(type)) {
    return refusal(400, 'badContent', `Media type '${type}' is not supported. Valid media types: [video/*]`);
  }
  const { snippet, status } = (await request.json().catch(() => ({}))) as Resource;
  const title = typeof snippet?.title === 'string' ? snippet.title : '';
  const description = typeof snippet?.description === 'string' ? snippet.description : '';
  const asked = typeof status?.privacyStatus === 'string' ? status.privacyStatus : 'public';
  if (title.trim() === '' || Array.from(title).length > MAX_TITLE || /[<>]/.test(title)) {
    return refusal(400, 'invalidTitle', 'The request metadata specifies an invalid or empty video title.');
  }
  if (Buffer.byteLength(description) > MAX_DESCRIPTION_BYTES || /[<>]/.test(description)) {
    return refusal(400, 'invalidDescription', 'The request metadata specifies an invalid video description.');
  }
  if (!['public', 'unlisted', 'private'].includes(asked)) {
    return refusal(400, 'invalidVideoMetadata', 'The request metadata is invalid.');
  }
  // as Google does with apps it has not audited
  const privacy = channel.title.startsWith('unaudited') ? 'private' : asked;
  const size = Number(request.headers.get('x-upload-content-length') ?? 0);
  const id = `AH${hash(`session ${channel.id} ${world.nextNumber()}`).slice(0, 40)}`;
  world.state.sessions[id] = {
    id,
    channel: channel.id,
    title,
    description,
    privacy,
    type,
    size,
    received: 0,
    head: '',
    kept: size <= MAX_KEPT_BYTES ? '' : null,
    madeAt: world.now(),
    video: null,
  };
  const location = `${world.baseUrl}${UPLOAD_PATH}?uploadType=resumable&upload_id=${id}`;
  return new Response(null, { status: 200, headers: { location, 'content-length': '0' } });
}
