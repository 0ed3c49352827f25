/** The calls to webhook endpoints in the OpenAPI document. */
import { Type } from 'typebox';
import { choice, model } from '../../api/schemas.ts';
import { kinds, outgoingEvents } from '../../kinds/index.ts';
import { announcedFields } from '../../kinds/views/announced.ts';
import { TEST_EVENT } from './test-send.ts';

const HEADERS = [
  {
    name: 'X-Service-Signature',
    description:
      "`sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex.",
    example: 'sha256=5f2c1e0a7b9d4c3e8f6a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60',
  },
  {
    name: 'webhook-id',
    description: 'Id of the event: use it to notice repeats.',
    example: 'evt_01JD0000000000000000000001',
  },
  {
    name: 'webhook-timestamp',
    description: 'When this try left, in seconds since 1970.',
    example: '1777881601',
  },
  {
    name: 'webhook-signature',
    description: 'As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
];

const RESPONSES = {
  '2XX': { description: 'Accepted. Any other status counts as failed.' },
  410: { description: 'The endpoint is gone permanently: Troupe does not try again.' },
};

const CHECK = 'Check the signature over the raw bytes before you read them.';
const announced = {
  timestamp: '2026-05-04T08:00:01.000Z',
  workspace: 'cafe-luna',
};

/** The body of `webhook.test`. */
export const TestEvent = model(
  'TestEvent',
  Type.Object({ event: choice([TEST_EVENT], 'Name of the event.'), ...announcedFields }),
);

/** What a test sends, to one endpoint, whichever events it has chosen. */
const testCall = {
  event: TEST_EVENT,
  summary: 'A test of an endpoint',
  description: `Sent once when somebody asks for it: POST /v1/webhooks/{id}/test. No endpoint chooses it. ${CHECK}`,
  headers: HEADERS,
  body: TestEvent,
  example: { event: TEST_EVENT, ...announced },
  responses: RESPONSES,
};

/** Every event of the catalogue, and that of a test. */
export const webhookCalls = [
  ...outgoingEvents(kinds).map(({ name: event, summary, schema, example }) => ({
    event,
    summary,
    description: `Sent once, with a timeout of 10 seconds; an endpoint with \`retries\` is sent it again under the same webhook-id. ${CHECK}`,
    headers: HEADERS,
    body: schema,
    example: { event, ...announced, ...example },
    responses: RESPONSES,
  })),
  testCall,
];
