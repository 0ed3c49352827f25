/**
 * Handles the messages of live feed clients: first a key, then subscriptions. Opening and closing sockets is in
 * socket.ts.
 */
import { findWorkspace, type Membership, type Principal } from '../../api/principal.ts';
import { hasScope, insufficientScope } from '../../api/scope.ts';
import type { Authenticate } from '../http/api.ts';
import type { Log } from '../../base/log.ts';
import type { Connection } from './connection.ts';
import { CLOSE } from './held-socket.ts';
import { type ClientMessage, keysOf, type LiveFault, readMessage, type Subscribe } from './messages.ts';
import { Subscription } from './room.ts';
import type { Rooms } from './rooms.ts';
import { WRONG_KEY } from './upgrade.ts';

/** How many messages may wait while a key is looked up. */
const MAX_HELD = 32;

interface ConversationOptions {
  authenticate: Authenticate;
  rooms: Rooms;
  log: Pick<Log, 'error'>;
  /** Workspaces and single resources that a socket may watch, counted together. */
  maxSubscriptions: number;
  /** Called before a connection switches to another key. */
  onKey: (connection: Connection, key: string) => void;
}

export class Conversation {
  readonly #options: ConversationOptions;

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  /** Takes a message. Messages wait while a key is looked up, so a client need not wait for `ready`. */
  hear(connection: Connection, text: string): void {
    if (connection.isClosed) return;
    if (connection.held === null) this.#receive(connection, text);
    else if (connection.held.length < MAX_HELD) connection.held.push(text);
    else connection.end(CLOSE.tooManyMessages, 'too many messages before auth was answered');
  }

  /** The owner of a connection is known: from its first request, or from its key. */
  welcome(connection: Connection, principal: Principal, key: string): void {
    this.#options.onKey(connection, key);
    connection.principal = principal;
    connection.key = key;
    const workspaces = principal.workspaces.map(({ slug, name }) => ({ slug, name }));
    connection.send({ type: 'ready', workspaces });
    this.update(connection, principal);
    const { wanted } = connection;
    connection.wanted = null;
    if (wanted !== null) this.#subscribe(connection, { type: 'subscribe', ...wanted });
  }

  /**
   * The owner's workspaces may have changed: unsubscribes from those that are no longer allowed, and closes the socket when nothing
   * is left of what it watched.
   */
  update(connection: Connection, principal: Principal): void {
    connection.principal = principal;
    if (refuseUnread(connection, principal)) return;
    const reached = new Map(principal.workspaces.map((workspace) => [workspace.id, workspace]));
    const watched = connection.subscriptions.size;
    for (const [workspaceId, subscription] of connection.subscriptions) {
      const { room } = subscription;
      const membership = reached.get(workspaceId);
      if (membership !== undefined) {
        room.update(membership);
        subscription.holdTo(membership.heldTo);
        continue;
      }
      const { slug } = room.workspace;
      leave(connection, workspaceId);
      complain(connection, {
        code: 'not_a_member',
        param: '/workspace',
        message: `this key does not reach the workspace "${slug}" any more`,
      });
      connection.send({ type: 'unsubscribed', workspace: slug });
    }
    if (watched > 0 && connection.subscriptions.size === 0)
      connection.end(CLOSE.forbidden, 'this key does not reach what this socket watched any more');
  }

  #receive(connection: Connection, text: string): void {
    const message = readMessage(text);
    const isFault = 'code' in message;
    if (isFault) complain(connection, message);
    if (connection.principal === null && (isFault || message.type !== 'auth'))
      return connection.end(CLOSE.unauthorized, 'the first message must be {"type":"auth","key":…}');
    if (!isFault) this.#carryOut(connection, message);
  }

  #carryOut(connection: Connection, message: ClientMessage): void {
    switch (message.type) {
      case 'auth':
        return this.#authorize(connection, message.key);
      case 'subscribe':
        return this.#subscribe(connection, message);
      case 'unsubscribe': {
        const workspace = reachable(connection, message.workspace);
        if (workspace === null) return;
        leave(connection, workspace.id);
        return connection.send({ type: 'unsubscribed', workspace: workspace.slug });
      }
      case 'ping':
        return connection.send({ type: 'pong', positions: positionsOf(connection) });
      default:
        message satisfies never;
    }
  }

  #authorize(connection: Connection, key: string): void {
    connection.held = [];
    try {
      const found = this.#options.authenticate(key);
      if (!(found instanceof Promise)) return this.#admit(connection, key, found);
      found
        .then((principal) => this.#admit(connection, key, principal))
        .catch((error: unknown) => this.#cannotAuthenticate(connection, error));
    } catch (error) {
      this.#cannotAuthenticate(connection, error);
    }
  }

  #admit(connection: Connection, key: string, principal: Principal | null): void {
    if (connection.isClosed) return;
    const held = connection.held ?? [];
    connection.held = null;
    if (principal === null) {
      complain(connection, { code: 'unauthorized', param: '/key', message: WRONG_KEY });
      return connection.end(CLOSE.unauthorized, WRONG_KEY);
    }
    if (refuseUnread(connection, principal)) return;
    if (connection.principal !== null && connection.principal.userId !== principal.userId)
      complain(connection, {
        code: 'another_user',
        param: '/key',
        message: 'this key belongs to somebody else: open another connection for it',
      });
    else this.welcome(connection, principal, key);
    for (const text of held) this.hear(connection, text);
  }

  #cannotAuthenticate(connection: Connection, error: unknown): void {
    this.#options.log.error({ err: error }, 'a key could not be checked');
    connection.end(CLOSE.tooSlow, 'the key cannot be checked at the moment: try again');
  }

  /** A new subscription to a workspace replaces the old one and resumes from its position. */
  #subscribe(connection: Connection, message: Subscribe): void {
    const { workspace: slug, after, posts, resources } = message;
    const workspace = reachable(connection, slug);
    if (workspace === null) return;
    const former = connection.subscriptions.get(workspace.id);
    const freed = former === undefined ? 0 : (former.keys?.size ?? 1);
    const keys = keysOf(message);
    const size = connection.size - freed + (keys?.size ?? 1);
    const { maxSubscriptions, rooms, log } = this.#options;
    if (size > maxSubscriptions)
      return complain(connection, {
        code: 'too_many_subscriptions',
        param: resources !== undefined ? '/resources' : posts !== undefined ? '/posts' : '/workspace',
        message: `a socket may watch ${maxSubscriptions} workspaces and resources; this would make ${size}`,
      });
    const room = rooms.of(workspace);
    const subscription = new Subscription(connection, room, { keys, heldTo: workspace.heldTo });
    connection.subscriptions.set(workspace.id, subscription);
    const from = after ?? former?.position ?? null;
    former?.end();
    subscription.begin(from).catch((error: unknown) => {
      log.error({ workspace: workspace.id, err: error }, 'a live subscription could not start');
      if (subscription.phase === 'over') return;
      leave(connection, workspace.id);
      complain(connection, {
        code: 'unavailable',
        param: '/workspace',
        message: `the feed of ${workspace.slug} cannot be read at the moment: subscribe again`,
      });
    });
  }
}

/** The positions of a connection in the feeds it watches, by the workspace's slug. */
export function positionsOf(connection: Connection): { [workspace: string]: number } {
  const positions: { [workspace: string]: number } = {};
  for (const { room, position } of connection.subscriptions.values())
    if (position !== null) positions[room.workspace.slug] = position;
  return positions;
}

function complain(connection: Connection, { code, param, message }: LiveFault): void {
  connection.send({ type: 'error', error: message, code, ...(param === '' ? {} : { param }) });
}

/** Closes the socket of a key that may not read. @returns whether it did */
function refuseUnread(connection: Connection, principal: Principal): boolean {
  if (hasScope(principal, 'read')) return false;
  const { code, message } = insufficientScope(principal, ['read']);
  complain(connection, { code, param: '/key', message });
  connection.end(CLOSE.forbidden, message);
  return true;
}

function leave(connection: Connection, workspaceId: string): void {
  connection.subscriptions.get(workspaceId)?.end();
  connection.subscriptions.delete(workspaceId);
}

/** The workspace that a client names, or else its first. @returns null after sending an error to the client */
function reachable(connection: Connection, slug: string | undefined): Membership | null {
  const found = findWorkspace({ workspaces: connection.principal?.workspaces ?? [] }, slug);
  if (found !== undefined) return found;
  const param = '/workspace';
  complain(
    connection,
    slug === undefined
      ? { code: 'no_workspace', param, message: 'this key belongs to no workspace' }
      : { code: 'not_a_member', param, message: `this key does not reach the workspace "${slug}"` },
  );
  return null;
}
