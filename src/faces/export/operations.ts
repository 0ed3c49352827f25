/** Makes the link that downloads an export (docs/export.md). */
import { Type } from 'typebox';
import type { Sealer } from '../../base/seal.ts';
import type { Core } from '../../api/context.ts';
import { idempotent } from '../../api/idempotent.ts';
import { operationsWith } from '../../api/operation.ts';
import { workspaceOf } from '../../api/principal.ts';
import { closed, instant, text, workspaceField } from '../../api/schemas.ts';
import type { Node } from '../../engine/node.ts';
import { fileNameOf } from './file-name.ts';
import { EXPORT_PATH, OPEN_MS, sealTicket } from './link.ts';
import type { UnderWay } from './under-way.ts';

interface ExportsContext extends Core {
  node: Pick<Node, 'command'>;
  sealer: Sealer;
  /** The exports that are downloaded at the moment. */
  exportsUnderWay: UnderWay;
}

const operation = operationsWith<ExportsContext>();

export const createExport = operation({
  id: 'createExport',
  audit: { kind: 'workspace' },
  accountLimit: 'refused',
  rest: { method: 'post', path: '/v1/exports' },
  scope: 'manage',
  roles: ['owner'],
  tag: 'Export',
  summary: 'Export a workspace',
  description:
    'Returns a link that downloads everything of the workspace as one ZIP archive: posts, media, rules, automations, conversations, numbers. The link works without a key, begins downloads for 15 minutes, and ends with the key or session that made it.',
  body: Type.Object(
    {
      media: Type.Optional(
        Type.Boolean({
          default: true,
          description: 'false leaves the uploaded files out; they are listed still.',
        }),
      ),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({
    export: Type.Object({
      url: text('Downloads the archive. It is a secret: everybody who has it can.'),
      fileName: text('Of the archive.'),
      media: Type.Boolean({ description: 'Whether the files are in it.' }),
      expiresAt: instant('Until when a download can begin.'),
    }),
  }),
  errors: {
    409: 'The first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
    503: 'An export of the workspace is under way',
  },
  example: {
    body: { media: true },
    result: {
      export: {
        url: 'https://troupe.example.org/export/trx_shown-this-once',
        fileName: 'troupe-cafe-luna-2026-05-04.zip',
        media: true,
        expiresAt: '2026-05-04T08:15:00.000Z',
      },
    },
  },
  handle: async (call) => {
    const { principal, body, context } = call;
    const { sealer, baseUrl } = context;
    const { id: workspaceId, slug } = workspaceOf(call, body.workspace);
    const { media = true } = body;
    context.exportsUnderWay.insistOnRoom(workspaceId);
    // the response that is stored for a repeated request has the secret sealed once more
    const reply = await idempotent(call, async (_tx, turn: { now: number }) => {
      const expiresAt = turn.now + OPEN_MS;
      const secret = sealTicket(sealer, { workspaceId, keyId: principal.keyId, media, expiresAt });
      const made = {
        fileName: fileNameOf(slug, turn.now),
        media,
        expiresAt: new Date(expiresAt).toISOString(),
      };
      return { result: { made, sealed: sealer.seal(secret, workspaceId).toString('base64') } };
    });
    const { made, sealed } = reply.body;
    const secret = sealer.open(Buffer.from(sealed, 'base64'), workspaceId) as string;
    return { ...reply, body: { export: { url: `${baseUrl}${EXPORT_PATH}${secret}`, ...made } } };
  },
});
