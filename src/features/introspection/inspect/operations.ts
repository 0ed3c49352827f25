/** Tickets for your own inspector: the @statelyai/inspect protocol over a WebSocket (docs/debugger.md). */
import { Type } from 'typebox';
import { insertTicket, isTicketOpen } from '../../../../store/inspect-tickets.ts';
import { isoOf } from '../../../base/time.ts';
import { newId } from '../../../base/ids.ts';
import { newTicket, TICKET_MS, ticketUrl } from './tickets.ts';
import { scopeOf, watchFields } from './watch.ts';
import { workspaceOf } from '../../../api/principal.ts';
import { idempotent } from '../../../api/idempotent.ts';
import { operation } from '../context.ts';
import { Problem } from '../../../api/problem.ts';
import { closed, workspaceField } from '../../../api/schemas.ts';

export const createInspectTicket = operation({
  id: 'createInspectTicket',
  audit: 'nothing',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/inspect/tickets' },
  scope: 'read',
  tag: 'Debugger',
  summary: 'Open actors in your own inspector',
  description:
    'The address of a WebSocket that speaks the protocol of @statelyai/inspect, for an inspector in a browser, which cannot send a key. The address opens one socket, once, within 60 seconds, and the socket closes when the key is revoked. Choose one actor, a family (a post with its deliveries) or a kind. Without a choice the inspector shows the whole workspace. Who is held to some accounts is shown the actors of which they reach all accounts.',
  body: Type.Object({ ...watchFields, ...workspaceField }, closed),
  result: Type.Object({
    url: Type.String({ description: 'For `createWebSocketReceiver`. It is a secret.' }),
    expiresAt: Type.String({ format: 'date-time', description: 'When the address expires.' }),
  }),
  errors: {
    404: 'There is no such actor in the workspace',
    409: 'The first request with this Idempotency-Key is still running, or its ticket was used or has expired',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    body: { family: 'post_01JD0000000000000000000001', replay: true },
    result: {
      url: 'wss://troupe.example.org/v1/inspect?ticket=kY0v5oQm3xJt8Zr1nB7cW4dLs6uHfPaE2gTiXyVqMwA',
      expiresAt: '2026-05-04T08:01:00.000Z',
    },
  },
  handle: async (call) => {
    const { workspace: slug, ...watch } = call.body;
    const workspace = workspaceOf(call, slug);
    const { sql, baseUrl, sealer } = call.context;
    const { userId, keyId } = call.principal;
    await scopeOf(sql, { kinds: call.context.node.kinds, workspace }, watch);
    // the stored response for a repeated request holds the secret sealed
    const { body, replayed = false } = await idempotent(call, async (tx) => {
      const { secret, hash } = newTicket();
      const id = newId('tick', call.now);
      const expiresAt = call.now + TICKET_MS;
      const made = { id, userId, keyId, workspaceId: workspace.id, hash, watch, expiresAt };
      await insertTicket(tx, made, call.now);
      const sealed = Buffer.from(sealer.seal(secret, id)).toString('base64');
      return { result: { id, expiresAt: isoOf(expiresAt), sealed } };
    });
    if (replayed && !(await isTicketOpen(sql, { id: body.id, userId }, call.now)))
      throw new Problem(
        'ticket_over',
        'the ticket of this Idempotency-Key was used or has expired: make another one with a new key',
      );
    const secret = sealer.open(Buffer.from(body.sealed, 'base64'), body.id) as string;
    return { body: { url: ticketUrl(baseUrl, secret), expiresAt: body.expiresAt }, replayed };
  },
});
