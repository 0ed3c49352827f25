/** Creating and reading statuses. An idempotency key gives the first status again. */
import type { Json } from '../../machines/outcome.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { statusBody } from './bodies.ts';
import { authorize, callerIn } from './callers.ts';
import { error, refusal } from './errors.ts';
import { freeFile } from './files.ts';
import { inputOf, listIn, textIn } from './input.ts';
import {
  type Grant,
  KEY_LIFE_MS,
  MAX_CHARACTERS,
  MAX_FILES,
  type State,
  type Status,
  type StoredFile,
  globalIdOf,
  newId,
} from './state.ts';
import { graphemesOf, lengthOf } from './status-text.ts';

export function statusRoutes(world: World<State>): Route[] {
  const one = ({ request, params }: Exchange, body: (status: Status, grant: Grant) => Json): Response => {
    const grant = authorize(world, request, 'read:statuses');
    if (grant instanceof Response) return grant;
    const status = world.state.statuses.find(({ id }) => id === params['id']);
    return status === undefined ? error(404, undefined) : Response.json(body(status, grant));
  };
  return [
    {
      call: 'POST /api/v1/statuses',
      method: 'post',
      path: '/api/v1/statuses',
      account: callerIn(world),
      async answer({ request }) {
        const grant = authorize(world, request, 'write:statuses');
        if (grant instanceof Response) return grant;
        return postStatus(world, grant, await inputOf(request), request.headers.get('idempotency-key'));
      },
    },
    {
      call: 'GET /api/v1/statuses/:id',
      method: 'get',
      path: '/api/v1/statuses/:id',
      account: callerIn(world),
      answer: (exchange) => one(exchange, (status, grant) => statusBody(world, status, grant)),
    },
    {
      call: 'GET /api/v1/statuses/:id/context',
      method: 'get',
      path: '/api/v1/statuses/:id/context',
      account: callerIn(world),
      answer: (exchange) =>
        one(exchange, (status, grant) => ({
          ancestors: [],
          descendants: below(world, status.id).map((reply) => statusBody(world, reply, grant)),
        })),
    },
    {
      call: 'GET /api/v1/statuses/:id/source',
      method: 'get',
      path: '/api/v1/statuses/:id/source',
      account: callerIn(world),
      answer: (exchange) =>
        one(exchange, ({ id, text, spoilerText = '' }) => ({ id, text, spoiler_text: spoilerText })),
    },
  ];
}

/** All replies, however deep, oldest first. */
function below({ state }: World<State>, id: string): Status[] {
  const ids = new Set([id]);
  return state.statuses.filter((status) => {
    if (status.replyTo === null || !ids.has(status.replyTo)) return false;
    ids.add(status.id);
    return true;
  });
}

/** ISO 639, perhaps with a region or a script. */
const LANGUAGE = /^[a-z]{2,3}(-[a-z]{2,4})?$/i;

function postStatus(world: World<State>, grant: Grant, input: Json, key: string | null): Response {
  const { state } = world;
  const { accountId } = grant;
  // The key is checked before anything else: the same key gives the same status, even with another body.
  const remembered = key === null ? undefined : state.keys[`${accountId}:${key}`];
  if (remembered !== undefined && remembered.until > world.now()) {
    const first = state.statuses.find(({ id }) => id === remembered.statusId);
    if (first !== undefined) return Response.json(statusBody(world, first, grant));
  }

  const fileIds = listIn(input, 'media_ids');
  if (fileIds.length > MAX_FILES) return refusal(422, `Cannot attach more than ${MAX_FILES} files`);
  const files: StoredFile[] = [];
  for (const id of fileIds) {
    const file = freeFile(world, grant, id);
    if (file === null)
      return refusal(422, `Media ${id} was not found or is already attached to another status`);
    files.push(file);
  }
  if (files.length > 1 && files.some(({ kind }) => kind !== 'image')) {
    return refusal(422, 'Cannot attach a video to a post that already contains images');
  }
  if (files.some(({ looksLeft }) => looksLeft > 0)) {
    return refusal(422, 'Cannot attach files that have not finished processing. Try again in a moment!');
  }
  const text = textIn(input, 'status');
  if (text.trim() === '' && files.length === 0) return refusal(422, "Validation failed: Text can't be blank");
  const spoilerText = textIn(input, 'spoiler_text');
  if (lengthOf(text) + graphemesOf(spoilerText) > MAX_CHARACTERS) {
    return refusal(422, `Validation failed: Text character limit of ${MAX_CHARACTERS} exceeded`);
  }
  const visibility = textIn(input, 'visibility') || 'public';
  if (!['public', 'unlisted', 'private', 'direct'].includes(visibility)) {
    return refusal(422, 'Validation failed: Visibility is not included in the list');
  }
  const language = textIn(input, 'language');
  // a server ignores what is no language; the sandbox refuses it, so that a test notices
  if (language !== '' && !LANGUAGE.test(language))
    return refusal(422, 'Validation failed: Language is not included in the list');
  const replyTo = textIn(input, 'in_reply_to_id') || null;
  if (replyTo !== null && !state.statuses.some(({ id }) => id === replyTo)) return error(404, undefined);

  const status: Status = {
    id: newId(world),
    accountId,
    createdAt: new Date(world.now()).toISOString(),
    text,
    visibility,
    ...(spoilerText !== '' && { spoilerText }),
    ...(language !== '' && { language }),
    replyTo,
    fileIds,
    appName: grant.appName,
  };
  state.statuses.push(status);
  for (const file of files) file.statusId = status.id;
  if (key !== null) {
    state.keys[`${accountId}:${key}`] = { statusId: status.id, until: world.now() + KEY_LIFE_MS };
  }
  const media = files.map(({ url, type, bytes, description: alt }) => ({
    url,
    type,
    bytes,
    ...(alt && { alt }),
  }));
  world.record({
    account: globalIdOf(world, accountId),
    id: status.id,
    text,
    media,
    details: {
      visibility,
      idempotencyKey: key,
      ...(replyTo !== null && { replyTo }),
      ...(spoilerText !== '' && { spoilerText }),
      ...(language !== '' && { language }),
    },
  });
  return Response.json(statusBody(world, status, grant));
}
