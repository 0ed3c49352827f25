/**
 * The messages of the live feed's WebSocket, in both directions. `docs/live.md` and `docs/asyncapi.yaml` describe them
 * for users.
 */
import { type Static, type TObject, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { HeldTo } from '../../api/principal.ts';
import type { ErrorCode } from '../../api/problem.ts';
import { explain } from '../http/explain.ts';
import { nearest } from '../http/nearest.ts';
import type { FeedEvent } from '../../engine/feed-event.ts';
import type { Resource } from '../../engine/kind.ts';

/** The most resources that one subscription may name. */
const MAX_RESOURCES = 100;

const workspace = Type.Optional(Type.String({ minLength: 1, maxLength: 63 }));
const after = Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }));
const postId = Type.String({
  pattern: '^post_\\w{1,60}$',
  'x-must': 'be the id of a post, such as post_01JZX3T7M1W9Q8R5V2K6D4B0AC',
});

/** Types and ids are not checked further: a resource that does not exist costs nothing. */
const resource = messageSchema({
  type: Type.String({ pattern: '^[a-z_]{1,40}$', 'x-must': 'be a type of resource, such as post' }),
  id: Type.String({ minLength: 1, maxLength: 128 }),
});

const SCHEMAS = {
  auth: messageSchema({ type: Type.Literal('auth'), key: Type.String({ minLength: 1, maxLength: 4096 }) }),
  subscribe: messageSchema({
    type: Type.Literal('subscribe'),
    workspace,
    after,
    resources: Type.Optional(
      Type.Array(resource, { minItems: 1, maxItems: MAX_RESOURCES, uniqueItems: true }),
    ),
    posts: Type.Optional(Type.Array(postId, { minItems: 1, maxItems: MAX_RESOURCES, uniqueItems: true })),
  }),
  unsubscribe: messageSchema({ type: Type.Literal('unsubscribe'), workspace }),
  ping: messageSchema({ type: Type.Literal('ping') }),
};

/** The query of `GET /v1/live`: the first subscription. */
export const liveQuery = Type.Object({ workspace, after });

type Schemas = typeof SCHEMAS;
export type Subscribe = Static<Schemas['subscribe']>;
export type ClientMessage = { [Name in keyof Schemas]: Static<Schemas[Name]> }[keyof Schemas];

/** What is said in `code` of an error. */
export type LiveErrorCode = ErrorCode | 'another_user' | 'feed_gap' | 'too_many_subscriptions';

/** Why a message has no effect. */
export interface LiveFault {
  code: LiveErrorCode;
  /** JSON pointer of the wrong field; empty for the whole message. */
  param: string;
  message: string;
}

/** The server's messages, except events, which are encoded once for all receivers. */
export type ServerMessage =
  /** The key is valid. */
  | { type: 'ready'; workspaces: { slug: string; name: string }[] }
  /**
   * Events follow. `seq`: the newest event's number at this moment; `resumedFrom`: events after it are
   * sent first, null when the subscription starts with the next event.
   */
  | { type: 'subscribed'; workspace: string; seq: number; resumedFrom: number | null }
  | { type: 'unsubscribed'; workspace: string }
  | {
      type: 'error';
      error: string;
      code: LiveErrorCode;
      param?: string;
      workspace?: string;
      oldest?: number;
    }
  /** `positions`: for each workspace, the number up to which you have received everything you subscribed to. */
  | { type: 'pong'; positions: { [workspace: string]: number } };

/** An event that is ready to be sent. */
export interface LiveEvent {
  readonly seq: number;
  /** Keys that a subscription may have named to receive it: first the post it belongs to, then its own resource. */
  readonly keys: readonly string[];
  /** The whole message as JSON. */
  readonly text: string;
  /** The message for somebody who is held to these accounts; null if they are sent none. */
  textFor(heldTo: HeldTo): string | null;
}

/** A resource as one string. */
const keyOf = ({ type, id }: Resource): string => `${type}:${id}`;

/** The resources that a subscription names, as keys; null if it names none, so it receives the whole workspace. */
export function keysOf({
  posts,
  resources,
}: Pick<Subscribe, 'posts' | 'resources'>): ReadonlySet<string> | null {
  if (posts === undefined && resources === undefined) return null;
  const named = [...(resources ?? []), ...(posts ?? []).map((id) => ({ type: 'post', id }))];
  return new Set(named.map(keyOf));
}

/** Encodes an event. @param slug of its workspace */
export function liveEvent(slug: string, seq: number, fact: Omit<FeedEvent, 'workspaceId'>): LiveEvent {
  const { type: event, postId = null, at, data } = fact;
  // a node of an earlier version sends events without a resource: they are about posts
  const { resource } = fact as { resource: Resource | undefined };
  const about = resource ?? { type: 'post', id: postId ?? '' };
  const post = postId === null ? [] : [keyOf({ type: 'post', id: postId })];
  const message = { type: 'event', workspace: slug, seq, at, event, resource: about, postId, data };
  const text = JSON.stringify(message);
  const accountIds = accountsOf(fact);
  return {
    seq,
    keys: [...new Set([...post, keyOf(about)])],
    text,
    textFor: (heldTo) => {
      if (heldTo === null) return text;
      const reached = accountIds.filter((id) => heldTo.includes(id));
      if (reached.length === 0) return null;
      // what became of a post on other accounts is in its error
      return reached.length === accountIds.length
        ? text
        : JSON.stringify({ ...message, data: { ...data, ...('error' in data && { error: null }) } });
    },
  };
}

/** The accounts that an event is about; none if it names none, as events of earlier versions. */
function accountsOf({ accountIds, data }: Pick<FeedEvent, 'accountIds' | 'data'>): readonly string[] {
  if (accountIds !== undefined) return accountIds;
  const { accountId } = data;
  return typeof accountId === 'string' ? [accountId] : [];
}

/** @returns the message, or the error */
export function readMessage(text: string): ClientMessage | LiveFault {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fault('invalid_json', '', 'the message is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fault('invalid_json', '', 'the message must be a JSON object, such as {"type":"ping"}');
  const type: unknown = (value as { type?: unknown }).type;
  if (type === undefined) return fault('required', '/type', `type is required (one of: ${TYPES.join(', ')})`);
  if (typeof type !== 'string' || !Object.hasOwn(CHECKS, type)) {
    const near = typeof type === 'string' ? nearest(type, TYPES) : null;
    const advice = near === null ? `one of: ${TYPES.join(', ')}` : `did you mean ${near}?`;
    return fault('invalid', '/type', `type is not a known message; ${advice}`);
  }
  const check = CHECKS[type as keyof Schemas];
  if (check.Check(value)) return value;
  return explain(SCHEMAS[type as keyof Schemas], value);
}

/** A closed object: it refuses unknown fields. */
function messageSchema<Properties extends TObject['properties']>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

const TYPES = Object.keys(SCHEMAS);
const CHECKS = {
  auth: Compile(SCHEMAS.auth),
  subscribe: Compile(SCHEMAS.subscribe),
  unsubscribe: Compile(SCHEMAS.unsubscribe),
  ping: Compile(SCHEMAS.ping),
};

const fault = (code: LiveErrorCode, param: string, message: string): LiveFault => ({ code, param, message });
