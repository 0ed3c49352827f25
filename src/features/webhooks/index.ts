/** Webhooks: the parts that other features and the service use. */
import type { Operation } from '../../api/operation.ts';
import type { WebhooksContext } from './context.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  updateWebhook,
} from './operations.ts';
import { testWebhook } from './test-send.ts';

export type { WebhooksContext } from './context.ts';
export { TestEvent, webhookCalls } from './described.ts';
export { MAX_ENDPOINTS } from './operations.ts';

export const webhookOperations: readonly Operation<WebhooksContext>[] = [
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  listWebhookDeliveries,
];

/** The groups of its operations in the API description. */
export const webhookTags = {
  Webhooks: 'Calls to your own servers when something happens.',
};
