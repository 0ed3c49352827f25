/** The HTTP exchanges with networks behind an actor's outcomes, redacted. */
import { Type } from 'typebox';
import { type AttemptRow, readAttempts } from '../../../store/exchanges.ts';
import { redactDeep } from '../../base/redact.ts';
import { isoOf } from '../../base/time.ts';
import { requireActor } from './actor-common.ts';
import { pageFields, pages } from '../../api/paging.ts';
import { limitOfRow } from './reached.ts';
import { workspaceOf } from '../../api/principal.ts';
import { operation } from './context.ts';
import { closed, idParams, model, nullable, text, workspaceField } from '../../api/schemas.ts';

const ExchangeView = model(
  'Exchange',
  Type.Object(
    {
      at: Type.String({ format: 'date-time', description: 'When it was sent.' }),
      ms: nullable(
        Type.Integer({
          description:
            'Until the headers of the response arrived, or the call failed; null if neither happened.',
        }),
      ),
      method: Type.String(),
      url: text('Redacted, also in its path; the first 500 characters.'),
      request: Type.Object({
        type: nullable(text('Its content type.')),
        size: nullable(
          Type.Integer({
            description:
              'Bytes of the body; null means unknown, because a file is not read twice to count them.',
          }),
        ),
        body: nullable(
          text('The first 1 kB of a JSON text or a form; null means there is no body, or it is a file.'),
        ),
      }),
      answer: nullable(
        Type.Object({
          status: Type.Integer(),
          headers: Type.Record(Type.String(), Type.String(), {
            description: 'The useful ones: content type, limits, ids of the request.',
          }),
          size: nullable(Type.Integer({ description: 'Bytes of the body; null if it was not read.' })),
          body: nullable(
            text(
              'The first 2 kB of a text, or a description such as `5120 bytes of image/jpeg`; null if it was not read.',
            ),
          ),
        }),
      ),
      error: nullable(text('Why there was no response.')),
    },
    { description: 'One HTTP request to a network and its response, without secrets.' },
  ),
);

const AttemptView = model(
  'Attempt',
  Type.Object(
    {
      effectId: Type.String(),
      type: text('The effect: `publish`, `verify`, `refresh` …'),
      tries: Type.Integer({
        description:
          'How often a node had started it. Exchanges of earlier tries were lost with the nodes that stopped.',
      }),
      seq: nullable(
        Type.Integer({
          description: 'The step of the journal that took its result; null if it changed nothing.',
        }),
      ),
      at: Type.String({ format: 'date-time', description: 'When its result was stored.' }),
      exchanges: Type.Array(ExchangeView, { description: 'In the order in which they started, 40 at most.' }),
      leftOut: Type.Integer({
        description: 'How many calls were not stored, because only the first ten are.',
      }),
      withoutBodies: Type.Integer({
        description: 'How many of the stored calls are without bodies, because an attempt keeps 64 kB.',
      }),
    },
    { description: 'An attempt that made calls.' },
  ),
);

const example = {
  effectId: '4711',
  type: 'publish',
  tries: 1,
  seq: 2,
  at: '2026-05-04T08:00:00.412Z',
  exchanges: [
    {
      at: '2026-05-04T08:00:00.031Z',
      ms: 377,
      method: 'POST',
      url: 'https://api.telegram.org/bot[redacted]/sendMessage',
      request: {
        type: 'application/json',
        size: 52,
        body: '{"chat_id":"[redacted]","text":"Hello from all of us"}',
      },
      answer: {
        status: 429,
        headers: { 'content-type': 'application/json', 'retry-after': '31' },
        size: 109,
        body: '{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 31","parameters":{"retry_after":31}}',
      },
      error: null,
    },
  ],
  leftOut: 0,
  withoutBodies: 0,
};

const page = pages(50, {
  pattern: '^[0-9]{1,18}$',
  description: '`next` of the page before: attempts older than this one.',
});

export const getActorExchanges = operation({
  id: 'getActorExchanges',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/actors/{id}/exchanges' },
  tag: 'Debugger',
  summary: 'Read the responses of networks',
  description:
    'The HTTP exchanges behind the outcomes of an actor, newest attempt first, redacted before they were stored. An attempt is listed once it has a result. Attempts that made no call, or that a crash interrupted, are not listed. Exchanges are kept for 90 days.',
  params: idParams('actor'),
  query: Type.Object(
    {
      ...workspaceField,
      ...page.fields,
    },
    closed,
  ),
  result: Type.Object({
    actorId: Type.String(),
    attempts: Type.Array(AttemptView),
    ...pageFields,
  }),
  errors: { 404: 'There is no such actor in the workspace' },
  example: {
    params: { id: 'dlv_01JD000000000000000000000101JD0000000000000000000001' },
    result: {
      actorId: 'dlv_01JD000000000000000000000101JD0000000000000000000001',
      attempts: [example],
      next: null,
    },
  },
  handle: async (call) => {
    const { sql, node } = call.context;
    const { id } = call.params;
    const workspace = workspaceOf(call, call.query.workspace);
    const { id: workspaceId } = workspace;
    const { before, limit } = page.read(call.query);
    const [actor, rows] = await Promise.all([
      requireActor(sql, node.kinds, { workspace, id }),
      readAttempts(sql, { workspaceId, actorIds: [id], before, limit: limit + 1 }),
    ]);
    // a page that an actor of several accounts read may be for any of them
    const isLimited = limitOfRow(node.kinds, actor, workspace.heldTo) !== null;
    const visible = isLimited ? [] : rows.slice(0, limit);
    return {
      body: {
        actorId: id,
        attempts: visible.map(attemptView),
        next: !isLimited && rows.length > limit ? visible.at(-1)!.effectId : null,
      },
    };
  },
});

/** Redacted again on reading: rules may have been added since it was stored. */
function attemptView({ effectId, type, tries, seq, at, recorded }: AttemptRow) {
  const exchanges = recorded.exchanges.map((one) => ({ ...one, at: isoOf(one.at) }));
  return redactDeep({ effectId, type, tries, seq, at: isoOf(at), ...recorded, exchanges });
}
