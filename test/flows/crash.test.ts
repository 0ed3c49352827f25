/** kill -9 in the middle of publishing, start again, and count what the networks hold. */
// Long test: it starts six processes; test/prove/slice.test.ts kills at the same moments within one.
import t, { type Test } from 'tap';
import { startProcess, type ServiceProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const EVIDENT = ['bluesky', 'mastodon', 'instagram'];
/**
 * The networks of this test, one of each kind: the call that makes a post live, and the call before it, if there is
 * one.
 */
const LIVE_CALLS: { [network: string]: string } = {
  bluesky: 'com.atproto.repo.putRecord',
  mastodon: 'POST /api/v1/statuses',
  instagram: 'media_publish',
  telegram: 'sendPhoto',
  discord: 'executeWebhook',
};
const EARLY_CALLS: { [network: string]: string } = {
  bluesky: 'com.atproto.repo.uploadBlob',
  mastodon: 'POST /api/v2/media',
  instagram: 'media',
};
/** Longer than the test: the response never comes while the first process lives. */
const HELD_MS = 120_000;

interface Delivery {
  platform: string;
  status: string;
  error: string | null;
}

async function publish(service: ServiceProcess): Promise<string> {
  const { accounts } = await service.call('GET', '/v1/accounts');
  const { post } = await service.call('POST', '/v1/posts', {
    content: 'Once, whatever happens',
    accountIds: accounts
      .filter(({ platform }: { platform: string }) => platform in LIVE_CALLS)
      .map((account: { id: string }) => account.id),
    media: [`${service.sandboxUrl}/samples/photo.jpg`],
    publishNow: true,
  });
  return post.id;
}

async function until<T>(what: string, look: () => Promise<T | null | false>): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`never came: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const faultsLeft = async (service: ServiceProcess) => {
  const response = await fetch(`${service.sandboxUrl}/control/faults`);
  return ((await response.json()) as { faults: unknown[] }).faults.length;
};

/** Kills the first process at `moment`, starts another, and waits until every delivery has ended. */
async function crash(
  t: Test,
  arrange: (service: ServiceProcess) => Promise<void>,
  moment: (service: ServiceProcess) => Promise<unknown>,
) {
  const folder = await temporaryFolder(t);
  const first = await startProcess(folder);
  await arrange(first);
  const id = await publish(first);
  await moment(first);
  await first.kill();
  const second = await startProcess(folder);
  t.teardown(async () => {
    await second.stop(); // when the test fails before it does
  });
  const deliveries = await until<Delivery[]>('every delivery at rest', async () => {
    const { post } = await second.call('GET', `/v1/posts/${id}`);
    const resting = post.deliveries.every(({ status }: Delivery) =>
      ['published', 'retrying', 'failed'].includes(status),
    );
    return resting && post.deliveries;
  });
  const ledger = await second.ledger();
  t.equal(await second.stop(), 0, 'SIGTERM ends it in order');
  const copies = (network: string) => ledger.filter((entry) => entry.network === network).length;
  return { deliveries, copies };
}

void t.test('killed right after the response: every network has one copy', async (t) => {
  const { deliveries, copies } = await crash(
    t,
    async () => undefined,
    async () => undefined,
  );
  for (const { platform, status, error } of deliveries) {
    t.equal(copies(platform), 1, `${platform}: ${status} ${error ?? ''}`);
  }
  for (const { platform, status } of deliveries.filter((one) => EVIDENT.includes(one.platform))) {
    t.equal(status, 'published', platform);
  }
});

void t.test(
  'killed while uploads are running: every network with evidence ends with exactly one copy',
  async (t) => {
    const { deliveries, copies } = await crash(
      t,
      async (service) => {
        for (const [network, call] of Object.entries(EARLY_CALLS)) {
          await service.fault({ kind: 'slow', network, call, delayMs: HELD_MS, times: 1 });
        }
      },
      (service) => until('every upload under way', async () => (await faultsLeft(service)) === 0),
    );
    for (const { platform, status } of deliveries.filter((one) => EVIDENT.includes(one.platform))) {
      t.equal(status, 'published', platform);
      t.equal(copies(platform), 1, platform);
    }
  },
);

void t.test('killed after the network accepted and before its response: nothing is sent twice', async (t) => {
  const { deliveries, copies } = await crash(
    t,
    async (service) => {
      for (const [network, call] of Object.entries(LIVE_CALLS)) {
        await service.fault({ kind: 'slow', network, call, delayMs: HELD_MS, times: 1 });
      }
    },
    (service) => until('all five accepted', async () => (await service.ledger()).length === 5),
  );
  for (const { platform, status, error } of deliveries) {
    t.equal(copies(platform), 1, platform);
    if (EVIDENT.includes(platform)) t.equal(status, 'published', platform);
    else
      t.match(
        error,
        /the service stopped while the answer was awaited/,
        `${platform} offers no evidence, and says so`,
      );
  }
});
