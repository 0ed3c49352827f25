/** The kind `webhook_send`: one event that is sent to one endpoint. machines/webhook-send.ts makes the decisions. */
import { webhookSend as machine, type WebhookSendContext } from '../../machines/webhook-send.ts';
import { readSendEvents } from '../../store/actors.ts';
import { pruneWebhookSends } from '../../store/retention.ts';
import { defineKind, type HandlersOf } from '../engine/kind.ts';
import { stateName } from '../engine/state-name.ts';
import { redactText } from '../base/redact.ts';
import { butFailed } from './views/but-failed.ts';
import { initialValues } from './initial-values.ts';
import { DAY_MS } from '../base/durations.ts';

export const webhookSend = defineKind({
  name: 'webhook_send',
  idPrefix: 'send',
  machine,
  version: 1,
  upgrades: {},
  defaults: { 1: initialValues(machine) },
  listColumns: null,
  feedEvent: null,
  announcements: {},
  effects: { postWebhook: { answers: ['webhook.'], with: 'webhooks' } },
  restingStates: [],
  retention: { label: 'webhookSends', retentionMs: 30 * DAY_MS, prune: pruneWebhookSends },
  view: {
    remembers: { error: 'error' },
    describe: async (db, rows) => {
      const sends = await readSendEvents(
        db,
        rows.map(({ id }) => id),
      );
      const events = new Map(sends.map(({ id, event }) => [id, event]));
      return new Map(rows.map(({ id }) => [id, { title: `webhook ${events.get(id) ?? ''}`.trim() }]));
    },
    waitsForPerson: () => null,
    timers: {
      backoff: {
        title: 'Try again now',
        detail: 'The wait is skipped; the attempt counts as the next one.',
        isNextTry: true,
      },
    },
    actions: (_, offer) =>
      offer.answers([
        {
          event: 'webhook.refused',
          title: 'Give up this try',
          detail: 'As if the endpoint had not answered: it is repeated where the endpoint asked for that.',
          make: ({ reason }) => ({ type: 'webhook.refused', reason, gone: false }),
        },
      ]),
    explain: {
      sentence: ({ row, snapshot }, { failureOf }) => {
        const { attempt, error } = snapshot.context as WebhookSendContext;
        const why = error === null ? '' : `: "${redactText(error)}"`;
        const but = butFailed(failureOf(row));
        return `This webhook send is ${stateName(snapshot.value)}, attempt ${attempt}${why}.${but}`;
      },
    },
  },
});

export type WebhookSendHandlers = HandlersOf<typeof webhookSend>;
