/** Tickets for an inspector of one's own: the @statelyai/inspect protocol on a WebSocket (docs/debugger.md). */
import { Type } from 'typebox';
import { insertTicket, renewTicket } from '../../../store/inspect-tickets.ts';
import { isoOf } from '../../time.ts';
import { newId } from '../../ids.ts';
import { newTicket, TICKET_MS, ticketUrl } from './tickets.ts';
import { scopeOf, watchFields } from './watch.ts';
import { workspaceOf } from '../../api/access.ts';
import { idempotent } from '../../api/idempotent.ts';
import { operation } from '../../api/operation.ts';
import { Problem } from '../../api/problem.ts';
import { WorkspaceSlug } from '../../api/schemas.ts';

export const createInspectTicket = operation({
  id: 'createInspectTicket',
  method: 'post',
  path: '/v1/inspect/tickets',
  tag: 'Debugger',
  summary: 'Open actors in an inspector of your own',
  description:
    'The address of a WebSocket that speaks the protocol of @statelyai/inspect, for an inspector in a browser, which can send no key. It opens one socket, once, within 60 seconds, and the socket ends when the key does. Choose one actor, a family (a post with its deliveries) or a kind; else the whole workspace is told.',
  body: Type.Object(
    { ...watchFields, workspace: Type.Optional(WorkspaceSlug) },
    { additionalProperties: false },
  ),
  result: Type.Object({
    url: Type.String({ description: 'For `createWebSocketReceiver`. Keep it to yourself.' }),
    expiresAt: Type.String({ format: 'date-time', description: 'Until when it can be opened.' }),
  }),
  errors: {
    404: 'There is no such actor in the workspace',
    409: 'The first request with this Idempotency-Key is still running, or its ticket was used or is over',
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
    const { sql, baseUrl } = call.context;
    const { userId, keyId } = call.principal;
    await scopeOf(sql, workspace.id, watch);
    const { secret, hash } = newTicket();
    // the answer that is kept for a repetition is without the address
    const { body, replayed = false } = await idempotent(call, async (tx) => {
      const id = newId('tick', call.now);
      const expiresAt = call.now + TICKET_MS;
      const made = { id, userId, keyId, workspaceId: workspace.id, hash, watch, expiresAt };
      await insertTicket(tx, made, call.now);
      return { result: { id, expiresAt: isoOf(expiresAt) } };
    });
    if (replayed && !(await renewTicket(sql, { id: body.id, userId, hash }, call.now)))
      throw new Problem(
        409,
        'ticket_over',
        'the ticket of this Idempotency-Key was used or is over: make another one with a new key',
      );
    return { body: { url: ticketUrl(baseUrl, secret), expiresAt: body.expiresAt }, replayed };
  },
});
