/** One service for many seeds: behind a database that can fail, with accounts on networks of the sandbox. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Test } from 'tap';
import { type RunningService, startService } from '../support/service.ts';
import { untilReceiving } from '../support/until-receiving.ts';
import { type OutageDatabase, outageDatabase } from './database.ts';
import type { OutageKind } from './scenario.ts';
import type { ReadSchema } from '../support/typed-calls.ts';

/** Where people comment and write. */
export const PLACE = { network: 'instagram' };
/** Where the team publishes: networks that show what was published, so that a lookup finds it; and one that does not. */
export const EVIDENT_NETWORKS = ['mastodon', 'bluesky'];
export const POST_NETWORKS = [...EVIDENT_NETWORKS, 'telegram'];

export interface OutageWorld {
  running: RunningService;
  database: OutageDatabase;
  accountId: string;
  /** The network's id of the post that people comment on. */
  mediaId: string;
  begin(kind: OutageKind, manner: 'refused' | 'starting'): Promise<void>;
  end(kind: OutageKind): Promise<void>;
}

/** The share of writes that fail, where not all do. */
const MEMORY_SHARE = 0.7;

export async function outageWorld(t: Test): Promise<OutageWorld> {
  const database = await outageDatabase(t);
  let isReachable = true;
  const running = await startService(t, {
    databaseUrl: database.url,
    platforms: ['instagram', ...POST_NETWORKS],
    subscribes: true,
    restarts: true,
    isReachable: () => isReachable,
  });
  await untilReceiving({ sql: database.sql }, 'instagram');
  const mediaId = await publishPhoto(running);
  const { sandbox } = running.sandbox;
  return {
    running,
    database,
    accountId: running.accounts['instagram']!,
    mediaId,
    begin: async (kind, manner) => {
      switch (kind) {
        case 'dead':
          // nothing is committed and nobody gets a response from here on: nobody can tell it from kill -9
          isReachable = false;
          database.cut();
          await running.stop();
          return;
        case 'read-only':
          return database.makeReadOnly();
        case 'full':
          return database.failWrites('full', 1);
        case 'memory':
          return database.failWrites('memory', MEMORY_SHARE);
        case 'gone':
        case 'failover':
          return database.goAway(manner);
        case 'network':
          isReachable = false;
          for (const network of sandbox.platforms) sandbox.faults.add({ kind: 'cut', network });
          return;
        default:
          kind satisfies never;
      }
    },
    end: async (kind) => {
      if (kind === 'failover') await database.failOver();
      await database.restore();
      sandbox.faults.clear();
      if (kind === 'dead') await running.start();
      isReachable = true;
    },
  };
}

async function publishPhoto(running: RunningService): Promise<string> {
  const { body } = await running.call('POST', '/v1/posts', {
    content: 'Fresh bread at seven',
    media: [`${running.sandbox.url}/samples/photo.jpg`],
    accountIds: [running.accounts['instagram']],
    publishNow: true,
  });
  // the network takes seconds to process media: the clock goes ahead meanwhile
  const isLive = ({ status }: ReadSchema<'Post'>) => status === 'published';
  const post = await running.until(body.post.id, isLive, { advancesMs: 1_000 });
  return post.deliveries[0].networkPostId;
}

/** The body of a request that only writes. */
export const draftOf = ({ accounts }: Pick<RunningService, 'accounts'>) => ({
  content: 'Written in an outage',
  accountIds: [accounts[POST_NETWORKS[0]!]],
  draft: true,
});

/** Waits until a request changes something again: the service has noticed that the outage has ended. */
export async function untilWritable({ running }: Pick<OutageWorld, 'running'>): Promise<void> {
  for (const deadline = Date.now() + 60_000; ;) {
    const status = await running.call('POST', '/v1/posts', draftOf(running)).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    if (Date.now() > deadline) throw new Error(`the service does not go on after the outage: ${status}`);
    await pause(50);
  }
}
