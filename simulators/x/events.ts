/** What the Activity API sends: one event in a body, to the webhook or the stream of each subscription to it. */
import type { Json } from '../../machines/outcome.ts';
import type { World } from '../simulator.ts';
import type { State } from './state.ts';
import { sendLine } from './stream.ts';

/** The kinds of events that an app can subscribe to here; X has more. */
export const EVENT_TYPES = [
  'post.reply.create',
  'post.mention.create',
  'dm.received',
  'dm.sent',
  'chat.received',
  'chat.sent',
];

export function sendEvent(
  world: World<State>,
  account: string,
  type: string,
  { payload, includes }: { payload: Json; includes?: Json },
): void {
  const { subscriptions } = world.state;
  for (const { webhookId, tag } of subscriptions.filter(
    (one) => one.accountId === account && one.type === type,
  )) {
    const data = {
      // a negative number at times
      event_uuid: String(-2_781_149_976_877_000_000n - BigInt(world.nextNumber())),
      filter: { user_id: account },
      event_type: type,
      ...(tag !== null && { tag }),
      payload,
      ...(includes !== undefined && { includes }),
    };
    if (webhookId === null) sendLine(world, { data });
    else world.webhooks.send({ account, object: null, family: 'changes', entry: { data }, hook: webhookId });
  }
}
