/** Creating a pin. */
import type { Route, World } from '../simulator.ts';
import { call } from './callers.ts';
import { refusal } from './errors.ts';
import { type Body, bodyOf, textIn } from './input.ts';
import { pinBody } from './pin-body.ts';
import { mediaOf } from './pin-media.ts';
import { type Account, MOST, type Pin, type State } from './state.ts';
import { register, statusOf, store } from './videos.ts';

export function publishRoutes(world: World<State>): Route[] {
  return [
    call(world, {
      call: 'media/create',
      method: 'post',
      path: '/api/v5/media',
      scopes: ['pins:read', 'pins:write'],
      answer: async (account, { request }) => {
        if ((await bodyOf(request))['media_type'] !== 'video') {
          return refusal(400, 1, "Invalid request: 'media_type' is not one of ['video'].");
        }
        return register(world, account);
      },
    }),
    {
      call: 'upload',
      method: 'post',
      path: '/upload/',
      account: () => null,
      answer: ({ request }) => store(world, request),
    },
    call(world, {
      call: 'media/get',
      method: 'get',
      path: '/api/v5/media/:media',
      scopes: ['pins:read'],
      answer: (account, { params }) => {
        const video = world.state.videos[params['media'] ?? ''];
        if (video?.account !== account.id) return refusal(404, 404, 'Media not found.');
        const status = statusOf(video);
        if (video.file && video.pollsLeft > 0) video.pollsLeft -= 1;
        return Response.json({ media_id: video.id, media_type: 'video', status });
      },
    }),
    call(world, {
      call: 'pins/create',
      method: 'post',
      path: '/api/v5/pins',
      scopes: ['boards:read', 'boards:write', 'pins:read', 'pins:write'],
      answer: async (account, { request }) => createPin(world, account, await bodyOf(request)),
    }),
  ];
}

async function createPin(world: World<State>, account: Account, body: Body): Promise<Response> {
  const { state } = world;
  for (const [field, most] of Object.entries(MOST)) {
    const value = body[field];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string' || Array.from(value).length > most) {
      return refusal(400, 1, `Invalid request: '${field}' is longer than ${most} characters.`);
    }
  }
  const link = textIn(body, 'link');
  if (link !== '' && !/^https?:\/\//.test(link)) return refusal(400, 1, "Invalid request: 'link' is no URI.");
  const boardId = textIn(body, 'board_id');
  if (!/^\d+$/.test(boardId)) return refusal(400, 1, "Invalid request: 'board_id' is a required property.");
  const board = state.boards[boardId];
  if (!board) return refusal(404, 40, 'Board not found.');
  if (board.account !== account.id) return refusal(403, 7, 'Not authorized to access board or Pin.');
  const media = await mediaOf(world, account, body['media_source']);
  if (media instanceof Response) return media;

  const id = `8137442264${String(world.nextNumber()).padStart(8, '0')}`;
  const pin: Pin = {
    id,
    account: account.id,
    board: boardId,
    title: textIn(body, 'title'),
    description: textIn(body, 'description'),
    link: link === '' ? null : link,
    at: world.now(),
    media: described(media, textIn(body, 'alt_text')),
  };
  state.pins[id] = pin;
  const { title, description } = pin;
  world.record({
    account: account.id,
    id,
    text: description,
    media: pin.media,
    details: { title, link: pin.link, board: board.name },
  });
  return Response.json(pinBody(account, pin), { status: 201 });
}

/** The description is that of the picture: a video's cover is none. */
const described = (media: Pin['media'], alt: string): Pin['media'] =>
  alt === '' ? media : media.map((file) => (file.type.startsWith('image/') ? { ...file, alt } : file));
