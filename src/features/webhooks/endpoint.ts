/** Shared by the operations of an endpoint: how to find it, and the example of a delivery. */
import { type EndpointRow, findEndpoint } from '../../../store/webhooks.ts';
import type { Call } from '../../api/operation.ts';
import type { Workspace } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import type { WebhooksContext } from './context.ts';

/** @throws Problem when the workspace has no such endpoint */
export async function endpointOf(
  call: Pick<Call<WebhooksContext>, 'context'>,
  workspace: Workspace,
  id: string,
): Promise<EndpointRow> {
  const found = await findEndpoint(call.context.sql, { id, workspaceIds: [workspace.id] });
  if (!found) throw notFound('webhook', id);
  return found;
}

export const deliveryExample = {
  id: 'send_01JD0000000000000000000001',
  event: 'webhook.test',
  eventId: 'evt_01JD0000000000000000000001',
  status: 'delivered',
  createdAt: '2026-05-04T08:00:00.000Z',
  tries: [
    {
      attempt: 1,
      startedAt: '2026-05-04T08:00:00.000Z',
      finishedAt: '2026-05-04T08:00:00.120Z',
      statusCode: 200,
      error: null,
    },
  ],
};
