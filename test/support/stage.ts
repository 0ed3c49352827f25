/**
 * A node on a real database with a network that a test controls, for tests of the engine. The clock stands still until
 * the test advances it.
 */
import pino from 'pino';
import type { Test } from 'tap';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { PublishStep } from '../../adapters/port/publish.ts';
import type { Finding, Outcome } from '../../machines/outcome.ts';
import type { Target } from '../../machines/post.ts';
import type { Sql } from '../../store/connect.ts';
import { insertAccount } from '../../store/accounts.ts';
import { insertPosts, readPosts } from '../../store/posts.ts';
import { publicPost, type PublicPost } from '../../src/kinds/views/post.ts';
import { insertMember, insertUser } from '../../store/directory.ts';
import { storeWorkspace } from './workspace.ts';
import { attend } from '../../src/features/accounts/attend.ts';
import { accountHandlers } from '../../src/features/accounts/handlers.ts';
import { createRefresher, isRenewable } from '../../src/features/accounts/refresh.ts';
import { revokeAccess } from '../../src/features/accounts/revoke.ts';
import { createMediaMemory, DEFAULT_MEDIA_MEMORY } from '../../src/features/media/memory.ts';
import { postgresRefreshStore } from '../../src/features/accounts/refresh-store.ts';
import { type Budgets, createBudgets } from '../../src/features/accounts/budgets/budgets.ts';
import { newActorId, newId } from '../../src/base/ids.ts';
import { account as accountKind } from '../../src/kinds/account.ts';
import { deliveryId } from '../../src/kinds/delivery.ts';
import { post as postKind } from '../../src/kinds/post.ts';
import { deliveryHandlers } from '../../src/features/posts/publishing/deliver.ts';
import { postgresWorkStore } from '../../src/features/posts/publishing/work-store.ts';
import { Node, type NodeOptions } from '../../src/engine/node.ts';
import { createSealer, type Sealer } from '../../src/base/seal.ts';
import { DEFAULT_SLOTS } from '../../src/base/time.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { kinds } from '../../src/kinds/index.ts';
import { manifestOf } from './manifest.ts';

export const silent = pino({ level: 'silent' });

/** A clock that a test advances. Starts at a fixed time. */
export interface TestClock {
  (): number;
  advance(ms: number): void;
}

export function testClock(start = Date.parse('2026-05-04T08:00:00Z')): TestClock {
  let at = start;
  return Object.assign(() => at, {
    advance: (ms: number) => {
      at += ms;
    },
  });
}

type Say<T> = (step: PublishStep) => T | Promise<T>;

/** A network with responses that the test chooses; it records the requests. */
export interface ScriptedNetwork {
  adapter: Manifest;
  published: PublishStep[];
  looked: PublishStep[];
  /** The results of the next calls; the last one is repeated. */
  answers: Say<Outcome>[];
  findings: Say<Finding>[];
  repeatable: boolean;
}

export function scriptedNetwork(platform: Manifest['platform'] = 'telegram'): ScriptedNetwork {
  const network: ScriptedNetwork = {
    published: [],
    looked: [],
    answers: [(step) => ({ kind: 'published', networkPostId: `${platform}-${step.deliveryId}`, url: null })],
    findings: [() => ({ kind: 'cannot_tell', reason: 'no evidence' })],
    repeatable: true,
    adapter: manifestOf(platform, {
      repeatable: () => (network.repeatable ? 'yes' : 'no'),
      publish: async (step) => {
        network.published.push(step);
        return next(network.answers)(step);
      },
      verify: async (step) => {
        network.looked.push(step);
        return next(network.findings)(step);
      },
    }),
  };
  return network;
}

const next = <T>(list: T[]): T => (list.length > 1 ? list.shift()! : list[0]!);

export interface Stage {
  sql: Sql;
  url: string;
  clock: TestClock;
  node: Node;
  network: ScriptedNetwork;
  workspaceId: string;
  sealer: Sealer;
  /** Another node on the same database. */
  newNode(options?: Partial<NodeOptions> & { budgets?: Budgets }): Node;
  addAccount(platform?: string): Promise<string>;
  /** Creates an account with its actor, as connecting does. */
  attend(accountId: string, access?: { expiresAt?: number | null }): Promise<void>;
  createPost(post?: { accountIds?: string[]; dueAt?: number | null; draft?: boolean }): Promise<string>;
  tell(postId: string, event: { type: string; [field: string]: unknown }): Promise<void>;
  read(postId: string): Promise<PublicPost>;
  /** Waits until a post is as expected; fails with its last state. */
  until(postId: string, what: (post: PublicPost) => boolean): Promise<PublicPost>;
}

/**
 * Sets the stage: a workspace with one account, and a node that is not started yet.
 * @param world.database where it is set, by default a database of its own; now: where its clock begins, epoch ms
 */
export async function stage(
  t: Test,
  options: Partial<NodeOptions> = {},
  world: { database?: TestDatabase; now?: number } = {},
): Promise<Stage> {
  const { sql, url } = world.database ?? (await testDatabase(t));
  const clock = testClock(world.now);
  const network = scriptedNetwork();
  const sealer = createSealer([Buffer.alloc(32, 7)]);
  const workspaceId = newId('ws', clock());
  const userId = newId('usr', clock());
  await insertUser(sql, { id: userId, name: 'Rosa', email: null }, clock());
  await storeWorkspace(
    sql,
    {
      id: workspaceId,
      slug: 'stage',
      name: 'Stage',
      timezone: 'UTC',
      plan: 'developer',
      trialEndsAt: null,
      networks: 'both' as const,
      slots: DEFAULT_SLOTS,
    },
    clock(),
  );
  await insertMember(sql, { workspaceId, userId, role: 'owner' }, clock());

  const nodes: Node[] = [];
  const newNode = ({ budgets, ...more }: Partial<NodeOptions> & { budgets?: Budgets } = {}): Node => {
    const nodeId = more.nodeId ?? newId('node', Date.now());
    const noApp = () => Promise.reject(new Error('no app in this test'));
    const noNetwork = () => Promise.reject(new Error('no network in this test'));
    const adapters = { telegram: network.adapter, mastodon: network.adapter };
    const store = postgresRefreshStore({ sql, nodeId, sealer });
    const refresher = createRefresher({
      store,
      adapters,
      appFor: noApp,
      fetch: noNetwork,
      clock,
      log: silent,
    });
    const handlers = {
      ...accountHandlers({
        sql,
        refresher,
        revoke: (asked) =>
          revokeAccess(
            {
              sql,
              sealer,
              adapters,
              appFor: noApp,
              fetch: noNetwork,
              clock,
              log: silent,
              publicUrl: () => 'http://localhost',
            },
            asked,
          ),
      }),
      ...deliveryHandlers({
        store: postgresWorkStore({ sql, sealer }),
        clock,
        adapters,
        fetch: noNetwork,
        open: () => Promise.reject(new Error('no media in this test')),
        host: () => Promise.reject(new Error('no media in this test')),
        memory: createMediaMemory(DEFAULT_MEDIA_MEMORY),
        refresher,
        budgets: budgets ?? createBudgets({ limits: {} }),
        log: silent,
      }),
    };
    const made = new Node({
      sql,
      nodeId,
      clock,
      kinds,
      handlers,
      log: silent,
      onFeed: () => undefined,
      ...options,
      ...more,
    });
    nodes.push(made);
    return made;
  };
  t.teardown(async () => {
    await Promise.all(nodes.map((node) => node.stop(1000)));
  });
  const node = newNode();

  const addAccount = async (platform = 'telegram'): Promise<string> => {
    const id = newActorId(accountKind, clock());
    await insertAccount(
      sql,
      {
        id,
        workspaceId,
        platform,
        remoteId: id,
        displayName: 'Rosa',
        username: 'rosa',
        avatarUrl: null,
        url: null,
        endpoints: {},
        limits: {},
        credentials: sealer.seal({ token: 'secret-token-value' }, id),
        expiresAt: null,
      },
      clock(),
    );
    return id;
  };
  const attendOne: Stage['attend'] = async (accountId, { expiresAt = null } = {}) =>
    node.command(async (_tx, turn) => {
      const credentials = { token: 'secret-token-value' };
      const renewable = isRenewable(network.adapter, credentials);
      const access = { credentialsVersion: 1, obtainedAt: clock(), expiresAt };
      attend(turn, { accountId, workspaceId, isNew: true, renewable, ...access });
      return { result: undefined };
    });
  const firstAccount = await addAccount();
  const read = async (postId: string) => {
    const [post] = await readPosts(sql, [postId]);
    if (!post) throw new Error(`no post ${postId}`);
    return publicPost(post);
  };
  return {
    sql,
    url,
    clock,
    node,
    network,
    workspaceId,
    sealer,
    newNode,
    addAccount,
    attend: attendOne,
    read,
    createPost: async ({ accountIds = [firstAccount], dueAt = clock(), draft = false } = {}) =>
      node.command(async (tx, turn) => {
        const id = newActorId(postKind, clock());
        const targets: Target[] = accountIds.map((accountId) => ({
          accountId,
          deliveryId: deliveryId(id, accountId),
          platform: 'telegram',
          onUnknown: 'retry',
        }));
        turn.start({
          kind: 'post',
          id,
          workspaceId,
          input: { postId: id, targets, dueAt, draft },
        });
        const row = {
          id,
          workspaceId,
          content: 'Hello',
          accountIds,
          platforms: accountIds.map(() => 'telegram'),
          media: [],
          options: {},
          extras: {},
          labels: [],
          words: [],
          warnings: [],
        };
        await insertPosts(tx, [row], clock());
        return { result: id };
      }),
    tell: async (postId, event) => {
      const { lockInto } = await import('../../src/engine/take.ts');
      await node.command(async (tx, turn) => {
        const actor = await lockInto(tx, turn, postId);
        if (!actor) throw new Error(`no actor ${postId}`);
        turn.deliver(actor, event);
        return { result: null };
      });
    },
    until: async (postId, what) => {
      const deadline = Date.now() + 60_000;
      for (;;) {
        const post = await read(postId);
        if (what(post)) return post;
        if (Date.now() > deadline) throw new Error(`never came: ${JSON.stringify(post)}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}
