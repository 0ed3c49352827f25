/** A person says what became of a delivery whose answer was lost, before another copy goes out. */
import { Type } from 'typebox';
import { accepts } from '../../../machines/durable.ts';
import {
  delivery as deliveryMachine,
  type DeliveryContext,
  type DeliveryEvent,
} from '../../../machines/delivery/index.ts';
import { post as postMachine } from '../../../machines/post.ts';
import type { Hand } from '../../../store/turns.ts';
import { isSession, type Principal, workspaceOf } from '../../api/principal.ts';
import { idempotent } from '../../api/idempotent.ts';
import { operation } from './context.ts';
import { invalid, notFound, Problem } from '../../api/problem.ts';
import { closed, networkId, resourceId, workspaceField } from '../../api/schemas.ts';
import type { Actor, Turn } from '../../engine/turn.ts';
import { deliveryView } from '../../kinds/views/delivery.ts';
import { type Family, lockFamily, publicAfter } from './family.ts';
import { claimForPerson } from './publishing/claims.ts';
import { postExample } from '../../kinds/views/post.ts';
import { Post } from '../../kinds/views/post-schemas.ts';

const resolveBody = Type.Object(
  {
    outcome: Type.Enum(['live', 'absent', 'give_up'], {
      type: 'string',
      description:
        '`live`: the post is there and counts as published. `absent`: it is not there; the next attempt goes out as planned. `give_up`: nothing more is sent.',
    }),
    networkPostId: Type.Optional(
      networkId('what the network calls the post, for example at the end of its address', {
        minLength: 1,
        maxLength: 500,
        description: 'With `live`: what the network calls the post.',
      }),
    ),
    part: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 25,
        description:
          'Of a thread: the part that is meant, 1 for the post itself. Absent means the one in doubt.',
      }),
    ),
    url: Type.Optional(
      Type.String({ format: 'uri', maxLength: 2048, description: 'With `live`: where the post is.' }),
    ),
    ...workspaceField,
  },
  closed,
);

export const resolveDelivery = operation({
  id: 'resolveDelivery',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/posts/{id}/deliveries/{accountId}/resolve' },
  scope: 'publish',
  tag: 'Posts',
  summary: 'Say whether a post is live',
  description:
    'For a delivery with `maybeLive`: an answer of the network was lost and nobody can tell whether the post is live. Look at the account, then say what is there. Who said it is kept in the journal.',
  params: Type.Object({ id: resourceId('post'), accountId: resourceId('account') }),
  body: resolveBody,
  result: Type.Object({ post: Post }),
  errors: {
    404: 'There is no such post in the workspace, or it was not sent to this account',
    409: 'Nothing of the delivery is in doubt, or another post of this service is the named one; or the first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    params: { id: postExample.id, accountId: 'acc_01JD0000000000000000000001' },
    body: { outcome: 'live', url: 'https://t.me/cafeluna/42' },
    result: { post: postExample },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { id, accountId } = call.params;
    const event = eventOf(call.body);
    const { part } = call.body;
    return idempotent(call, async (tx, turn) => {
      const family = await lockFamily(tx, turn, { id, workspace });
      const delivery = family.deliveries.get(accountId);
      if (!delivery) throw notFound('delivery to account', accountId);
      if (
        delivery.status !== 'active' ||
        !accepts(deliveryMachine, delivery.snapshot as never, event, turn.now)
      ) {
        throw nothingInDoubt(delivery);
      }
      insistOnPart(delivery, event, part);
      if (event.type === 'resolve.live' && event.networkPostId !== null) {
        const { networkPostId } = event;
        await claimForPerson(tx, { deliveryId: delivery.id, accountId, networkPostId }, turn.now);
      }
      turn.dropEffects(delivery); // a lookup under way: what the person says stands in for its answer
      turn.deliver(delivery, event, handOf(call.principal, call.body.outcome));
      if (event.type === 'resolve.live') goOn(turn, family, delivery);
      return { result: { post: publicAfter(family, turn) } };
    });
  },
});

type Resolution = Extract<DeliveryEvent, { type: `resolve.${string}` }>;

function eventOf(body: { outcome: string; networkPostId?: string; url?: string }): Resolution {
  const { outcome, networkPostId = null, url = null } = body;
  if (outcome === 'live') return { type: 'resolve.live', networkPostId, url };
  const extra = networkPostId === null ? (url === null ? null : 'url') : 'networkPostId';
  if (extra !== null) throw invalid(`/${extra}`, `${extra} goes with outcome "live" alone; leave it out`);
  return { type: outcome === 'absent' ? 'resolve.absent' : 'resolve.give_up' };
}

/**
 * Checks which part of a thread is meant, and that the next one can be put below it.
 * @throws Problem 409 for another part than the one in doubt, 400 for a part in the middle without its id
 */
function insistOnPart({ snapshot }: Actor, event: Resolution, part: number | undefined): void {
  const { parts, liveParts } = snapshot.context as DeliveryContext;
  const current = liveParts.length + 1;
  if (part !== undefined && part !== current)
    throw new Problem('nothing_in_doubt', `part ${part} is not in doubt; part ${current} of ${parts} is`, {
      param: '/part',
    });
  if (event.type !== 'resolve.live') return;
  const { networkPostId } = event;
  if (networkPostId === null && current < parts)
    throw invalid(
      '/networkPostId',
      `networkPostId is needed: part ${current + 1} of the thread goes below this one`,
      { values: { reason: 'address' } },
    );
  if (networkPostId !== null && liveParts.some((live) => live.networkPostId === networkPostId))
    throw new Problem('network_post_taken', `${networkPostId} is an earlier part of this thread`, {
      param: '/networkPostId',
    });
}

/** A thread that had ended continues below the part that a person found: its round is a new one of the post. */
function goOn(turn: Turn, { post }: Family, delivery: Actor): void {
  const { accountId } = delivery.snapshot.context as DeliveryContext;
  const event = { type: 'retry' as const, accountIds: [accountId] };
  if (delivery.snapshot.value !== 'partial' || post.status !== 'active') return;
  if (accepts(postMachine, post.snapshot as never, event, turn.now)) turn.deliver(post, event);
}

function nothingInDoubt({ snapshot }: Actor): Problem {
  const { status } = deliveryView(snapshot);
  return new Problem(
    'nothing_in_doubt',
    `the delivery is ${status} and nothing of it is in doubt; a delivery takes this while it has maybeLive`,
    { values: { status } },
  );
}

/** Who said it, for the journal: the person, and the API key where it came by one. */
function handOf({ userId, keyId }: Principal, outcome: string): Hand {
  return { userId, ...(!isSession(keyId) && { keyId }), reason: `the post was said to be: ${outcome}` };
}
