/** Our mark in a message's metadata. Apps can read it; people do not see it. */
import { textAt } from '../lib/http.ts';
import type { Json } from '../../machines/outcome.ts';

const EVENT_TYPE = 'troupe_post';

export function markOf(deliveryId: string): { [name: string]: Json } {
  return { event_type: EVENT_TYPE, event_payload: { delivery: deliveryId } };
}

export function bears(message: Json, deliveryId: string): boolean {
  return (
    textAt(message, 'metadata', 'event_type') === EVENT_TYPE &&
    textAt(message, 'metadata', 'event_payload', 'delivery') === deliveryId
  );
}
