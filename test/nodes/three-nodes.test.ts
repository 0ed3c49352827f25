/** Three real processes with one Postgres and one Redis. */
import t, { type Test } from 'tap';
import { longTest } from '../support/long.ts';
import { WebSocket } from 'ws';
import { startEmbeddedPostgres } from '../../src/install/embedded/postgres.ts';
import { networks } from '../../simulators/networks.ts';
import { serveSandbox } from '../../simulators/server.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';
import { type TestRedis, testRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const KEY = Buffer.alloc(32, 3).toString('base64');

interface Cluster {
  nodes: ServiceProcess[];
  redis: TestRedis;
  sandbox: Awaited<ReturnType<typeof serveSandbox>>;
  accounts: { [platform: string]: string };
  restartPostgres(): Promise<void>;
}

/**
 * Starts nodes with a Postgres and a Redis of their own.
 * @param roles the arguments of each node
 */
async function cluster(t: Test, roles: string[][]): Promise<Cluster> {
  const folder = await temporaryFolder(t);
  const launch = () => startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  let postgres = await launch();
  const redis = await testRedis(t);
  const sandbox = await serveSandbox({ port: 0, networks });
  const nodes: ServiceProcess[] = [];
  t.teardown(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await sandbox.stop();
    await postgres.stop();
  });
  const env = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    TROUPE_SANDBOX_URL: sandbox.url,
    TROUPE_SECRET_KEYS: KEY,
  };
  for (const [index, flags] of roles.entries()) {
    nodes.push(await startProcess(`${folder}/node-${index}`, env, flags));
  }
  const { accounts } = await nodes[0]!.call('GET', '/v1/accounts');
  return {
    nodes,
    redis,
    sandbox,
    accounts: Object.fromEntries(
      accounts.map(({ platform, id }: { platform: string; id: string }) => [platform, id]),
    ),
    restartPostgres: async () => {
      await postgres.stop();
      postgres = await launch();
    },
  };
}

async function until<T>(
  what: string,
  look: () => Promise<T | null | false | undefined>,
  withinMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`never came: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function publish(node: ServiceProcess, accountIds: string[], content = 'Hello'): Promise<string> {
  const { post, error } = await node.call('POST', '/v1/posts', { content, accountIds, publishNow: true });
  if (!post) throw new Error(error);
  return post.id;
}

const statusOf = async (node: ServiceProcess, id: string): Promise<string> =>
  (await node.call('GET', `/v1/posts/${id}`)).post?.status;

interface LiveEvent {
  seq: number;
  event: string;
  postId: string;
}

/** Watches the demo workspace on a node. */
async function watch(node: ServiceProcess, after?: number) {
  const query = after === undefined ? '' : `&after=${after}`;
  const socket = new WebSocket(`${node.baseUrl.replace('http', 'ws')}/v1/live?workspace=demo${query}`, {
    headers: { authorization: `Bearer ${node.apiKey}` },
  });
  const events: LiveEvent[] = [];
  const subscribed = Promise.withResolvers<void>();
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString());
    if (message.type === 'subscribed') subscribed.resolve();
    if (message.type === 'error') subscribed.reject(new Error(message.error));
    if (message.type === 'event') events.push(message);
  });
  socket.on('error', (fault) => subscribed.reject(fault));
  await subscribed.promise;
  return { events, close: () => socket.close() };
}

// the tests that need three nodes share them: what they start takes longer than what they do
const three = await cluster(t, [[], [], []]);
/** Texts on a network that begin like this. */
const textsOf = (network: string, prefix: string): string[] =>
  three.sandbox.sandbox.ledger
    .entries({ network })
    .map(({ text }) => text)
    .filter((text) => text.startsWith(prefix));

void t.test(
  'a subscriber on one node sees the actions of another, and resumes on a third with nothing lost',
  async (t) => {
    const { nodes, accounts, redis } = three;
    const [a, b, c] = nodes as [ServiceProcess, ServiceProcess, ServiceProcess];
    const watching = await watch(a);
    const id = await publish(b, [accounts['telegram']!]);
    await until('the end seen on A', async () =>
      watching.events.some((event) => event.postId === id && event.event === 'post.updated'),
    );
    watching.close();
    const last = watching.events.at(-1)!.seq;

    const missed = await publish(b, [accounts['telegram']!]);
    await until('published', async () => (await statusOf(b, missed)) === 'published');
    await redis.stop();
    const unheard = await publish(b, [accounts['telegram']!], 'while Redis is away');
    await until('published without Redis', async () => (await statusOf(b, unheard)) === 'published');

    const resumed = await watch(c, last);
    await until('both seen on C', async () =>
      [missed, unheard].every((post) =>
        resumed.events.some((event) => event.postId === post && event.event === 'post.updated'),
      ),
    );
    const live = await publish(a, [accounts['telegram']!], 'still away');
    await until('seen by looking', async () => resumed.events.some((event) => event.postId === live));
    await redis.start();
    const back = await publish(a, [accounts['telegram']!], 'back');
    await until('seen when Redis is back', async () =>
      resumed.events.some((event) => event.postId === back && event.event === 'post.updated'),
    );
    const seqs = resumed.events.map((event) => event.seq);
    t.strictSame(
      seqs,
      Array.from({ length: seqs.length }, (_, n) => last + 1 + n),
      'every number once, in order',
    );
    resumed.close();
  },
);

longTest('Postgres restarts under load: readyz fails meanwhile, and every post is sent once', async (t) => {
  const { nodes, accounts, restartPostgres } = three;
  const ready = async (node: ServiceProcess) => (await fetch(`${node.baseUrl}/readyz`)).status === 200;
  await until('ready', async () => (await Promise.all(nodes.map(ready))).every(Boolean));
  const ids: string[] = [];
  const stopping = new AbortController();
  const load = (async () => {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      // a request may fail while the database is down, but confirmed changes must hold
      const answer = await nodes[n % 3]!.call('POST', '/v1/posts', {
        content: `Load ${n}`,
        accountIds: [accounts['mastodon']],
        publishNow: true,
      }).catch(() => null);
      if (answer?.post) ids.push(answer.post.id);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  await until('some load', async () => ids.length > 20);
  await restartPostgres();
  const before = ids.length;
  await until('load again', async () => ids.length > before + 20);
  stopping.abort();
  await load;
  for (const id of ids)
    await until(`${id} published`, async () => (await statusOf(nodes[0]!, id)) === 'published');
  const texts = textsOf('mastodon', 'Load');
  t.equal(new Set(texts).size, texts.length, 'nothing twice');
  t.ok(texts.length >= ids.length, 'nothing that was answered is lost');
  await until('ready again', async () => (await Promise.all(nodes.map(ready))).every(Boolean));
});

void t.test(
  'a node is killed under load: others take over its work within 15 seconds, with nothing repeated or lost',
  async (t) => {
    const { nodes, accounts } = three;
    const [first, second, third] = nodes as [ServiceProcess, ServiceProcess, ServiceProcess];
    const chosen = [accounts['mastodon']!, accounts['bluesky']!];
    // what the first node sends is accepted, and its response held back: the node dies while it waits
    const held = 5;
    three.sandbox.sandbox.faults.add({
      kind: 'slow',
      network: 'mastodon',
      call: 'POST /api/v1/statuses',
      delayMs: 120_000,
      times: held,
    });
    const caught = await Promise.all(
      Array.from({ length: held }, (_, n) => publish(first, chosen, `Caught ${n}`)),
    );
    await until('all accepted', async () => textsOf('mastodon', 'Caught').length === held);
    const others = await Promise.all(
      Array.from({ length: 30 }, (_, n) => publish([second, third][n % 2]!, chosen, `Other ${n}`)),
    );
    const killedAt = Date.now();
    await first.kill();
    for (const id of caught)
      await until('taken over', async () => (await statusOf(second, id)) === 'published', 20_000);
    const tookMs = Date.now() - killedAt;
    t.ok(tookMs < 15_000, `taken over after ${tookMs} ms`);
    for (const id of others)
      await until('published', async () => (await statusOf(third, id)) === 'published');
    for (const network of ['mastodon', 'bluesky'] as const) {
      const texts = textsOf(network, 'Caught').concat(textsOf(network, 'Other'));
      t.equal(texts.length, 35, `${network}: nothing lost`);
      t.equal(new Set(texts).size, 35, `${network}: nothing twice`);
    }
  },
);

longTest('a node for requests and a node for work split the work by role', async (t) => {
  const { nodes, accounts } = await cluster(t, [
    ['--role', 'api'],
    ['--role', 'worker'],
  ]);
  const [api, worker] = nodes as [ServiceProcess, ServiceProcess];
  const begun = Date.now();
  const id = await publish(api, [accounts['telegram']!]);
  await until('published', async () => (await statusOf(api, id)) === 'published');
  t.ok(Date.now() - begun < 5_000, 'the worker is told at once');
  t.equal((await fetch(`${worker.baseUrl}/v1/posts`)).status, 404, 'a worker answers no requests');
  t.equal((await fetch(`${worker.baseUrl}/healthz`)).status, 200);
});
