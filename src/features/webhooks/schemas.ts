/** Schemas of webhook endpoints and their delivery log in responses. */
import { Type } from 'typebox';
import { choice, instant, model, nullable, text } from '../../api/schemas.ts';

export const WebhookEndpoint = model(
  'WebhookEndpoint',
  Type.Object({
    id: Type.String(),
    url: text('Where events are sent.'),
    events: Type.Array(Type.String(), { description: 'Names of the events it receives.' }),
    retries: Type.Boolean({ description: 'Whether a send that failed is repeated with backoff.' }),
    active: Type.Boolean({ description: 'false: nothing is sent.' }),
    createdAt: instant('When it was added.'),
  }),
);

export const WebhookDelivery = model(
  'WebhookDelivery',
  Type.Object(
    {
      id: Type.String(),
      event: text('Name of the event.'),
      eventId: text('The header webhook-id: the same on every try and every endpoint.'),
      status: choice(['sending', 'retrying', 'delivered', 'failed'], 'Delivered: the endpoint answered 2xx.'),
      createdAt: instant('When it happened.'),
      tries: Type.Array(
        Type.Object({
          attempt: Type.Integer({ minimum: 1 }),
          startedAt: instant('When the call was sent.'),
          finishedAt: nullable(instant('When the response came, or the call was given up.')),
          statusCode: nullable(Type.Integer({ description: 'Status of the endpoint’s response.' })),
          error: nullable(text('Why it counts as failed.')),
        }),
      ),
    },
    { description: 'One event on its way to one endpoint, with every try.' },
  ),
);
