/** Files of a simulated Slack: a place, the bytes, the sharing; where a file is shared shows at the second look. */
import type { Json } from '../../machines/outcome.ts';
import type { Route, World } from '../simulator.ts';
import {
  channelsOf,
  idOf,
  ok,
  record,
  refusal,
  said,
  siteOf,
  textOf,
  type Asked,
  type Channel,
  type Given,
  type State,
  type StoredFile,
} from './state.ts';

const MAX_FILES = 10;
const MAX_ALT = 1_000;
const LOOKS_UNTIL_SHARED = 2;

export function promise(world: World<State>, { team, given }: Asked): Response {
  const name = textOf(given['filename']);
  const length = Number(given['length']);
  if (name === '' || !Number.isInteger(length) || length <= 0) return refusal('invalid_arguments');
  const alt = textOf(given['alt_txt']);
  if (Array.from(alt).length > MAX_ALT) return refusal('alt_txt_too_large');
  const id = idOf('F', `file ${world.nextNumber()}`);
  world.state.files[id] = { id, teamId: team.id, name, length, alt, media: null, share: null };
  return ok({ upload_url: `${world.baseUrl}/upload/v1/${id}`, file_id: id });
}

export function uploadRoute(world: World<State>): Route {
  return {
    call: 'upload',
    method: 'post',
    path: '/upload/v1/:id',
    account: ({ params }) => {
      const file = world.state.files[params['id'] ?? ''];
      return file ? `${file.teamId}/${channelsOf(world, file.teamId)[0]?.id}` : null;
    },
    answer: async ({ request, params }) => {
      const file = world.state.files[params['id'] ?? ''];
      if (!file) return new Response('not found', { status: 404 });
      const bytes = new Uint8Array(await request.arrayBuffer());
      if (bytes.length !== file.length) return new Response('length mismatch', { status: 400 });
      const extension = file.name.slice(file.name.lastIndexOf('.') + 1);
      const type = `image/${extension === 'jpg' ? 'jpeg' : extension}`;
      const { alt } = file;
      file.media = { url: world.keepMedia(bytes, type), type, bytes: bytes.length, ...(alt && { alt }) };
      return new Response(`OK - ${bytes.length}`);
    },
  };
}

/** Shares files in one message. It is there at once, but the answer does not name it. */
export function share(world: World<State>, channel: Channel, { team, given }: Asked): Response {
  const wanted = Array.isArray(given['files']) ? given['files'] : [];
  const files = wanted.map((one) => world.state.files[textOf((one as Given)['id'])]);
  if (files.length === 0 || files.length > MAX_FILES) return refusal('invalid_arguments');
  const stored: StoredFile[] = [];
  for (const file of files) {
    if (file?.teamId !== team.id || file.media === null) return refusal('file_not_found');
    // What Slack says to a second completion is not documented.
    if (file.share !== null) return refusal('invalid_arguments');
    stored.push(file);
  }
  if (!channel.isMember) return refusal('not_in_channel');
  const message = said(world, channel, textOf(given['initial_comment']), null);
  for (const file of stored) file.share = { channelId: channel.id, ts: message.ts, looks: 0 };
  record(world, team, channel, message, stored);
  return ok({ files: stored.map(({ id, name }) => ({ id, title: name, shares: {} })) });
}

export function fileInfo(world: World<State>, { team, given }: Asked): Response {
  const file = world.state.files[textOf(given['file'])];
  if (file?.teamId !== team.id || file.media === null) return refusal('file_not_found');
  const { id, name, media, share } = file;
  const shares: { [kind: string]: Json } = {};
  if (share) {
    share.looks += 1;
    const channel = world.state.channels.find(({ id }) => id === share.channelId);
    if (share.looks >= LOOKS_UNTIL_SHARED) {
      shares[channel?.isPrivate ? 'private' : 'public'] = {
        [share.channelId]: [{ ts: share.ts, channel_name: channel?.name ?? '' }],
      };
    }
  }
  return ok({
    file: {
      id,
      name,
      mimetype: media.type,
      permalink: `${siteOf(world, team)}/files/U0BOT/${id}/${name}`,
      shares,
    },
  });
}
