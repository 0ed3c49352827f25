/**
 * Webhooks of Threads. Their envelope is not the Graph API's: one event is one body. The callback is set in the app's
 * dashboard alone, and no account has to be subscribed.
 */
import type { Json } from '../../machines/outcome.ts';
import type { World } from '../simulator.ts';
import { APP } from './sign-in.ts';
import type { State } from './state.ts';

export const EVENT_FIELDS = ['delete', 'mentions', 'publish', 'replies'];
/** Under which the app's callback is kept. */
export const OBJECT = 'threads';

const TOPICS: { [field: string]: string } = {
  replies: 'moderate',
  delete: 'moderate',
  mentions: 'interaction',
  publish: 'interaction',
};

export function sendEvent(
  world: World<State>,
  account: string,
  field: string,
  value: { [name: string]: Json },
): void {
  if (world.state.people.apps[OBJECT]?.fields.includes(field) !== true) return;
  world.webhooks.send({
    account,
    object: null,
    family: 'changes',
    entry: {
      app_id: APP.clientId,
      topic: TOPICS[field] ?? 'moderate',
      target_id: targetOf(account, field, value),
      time: Math.floor(world.now() / 1000),
      subscription_id: `23${account.slice(-12)}`,
      has_uid_field: false,
      values: { value, field },
    },
  });
}

/** The document says: the post for replies and deletions, the account for the others. */
function targetOf(account: string, field: string, value: { [name: string]: Json }): Json {
  const root = value['root_post'];
  if (field === 'replies' && typeof root === 'object' && root !== null && 'id' in root) return root.id;
  return field === 'delete' ? (value['id'] ?? account) : account;
}
