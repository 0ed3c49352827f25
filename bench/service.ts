/** The whole service as `npm start` makes it, over a network of the bench, with one workspace or more and a key. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Manifest } from '../adapters/port/manifest.ts';
import type { Workspace } from '../src/api/principal.ts';
import { createKey } from '../src/auth/keys.ts';
import { createLog } from '../src/log.ts';
import { createService, type Service } from '../src/service.ts';
import type { ServiceOptions } from '../src/service/options.ts';
import { connect } from '../store/connect.ts';
import { insertMember } from '../store/directory.ts';
import { benchNetwork, SECRET } from './node.ts';
import { seedAccount, seedUser, seedWorkspace } from './posts/workspace.ts';

/** A workspace with one account. */
export interface BenchWorkspace extends Workspace {
  accountId: string;
}

export interface BenchService {
  service: Service;
  /** Of a member of all workspaces. */
  key: string;
  /** The first is the one that requests without a workspace mean. */
  workspaces: [BenchWorkspace, ...BenchWorkspace[]];
}

/** @param options.workspaces how many. Default 1; more: what else the service is started with */
export async function startBenchService(
  databaseUrl: string,
  {
    network = benchNetwork(),
    workspaces: count = 1,
    more = {},
  }: {
    network?: Manifest;
    workspaces?: number;
    more?: Pick<ServiceOptions, 'adapters' | 'apps' | 'subscribes'>;
  } = {},
): Promise<BenchService> {
  const sql = connect(databaseUrl, { applicationName: 'bench', maxConnections: 1 });
  const userId = await seedUser(sql);
  const { key } = await createKey(sql, { userId, name: 'bench', now: Date.now() });
  const workspaces: BenchWorkspace[] = [];
  while (workspaces.length < count) {
    const workspace = await seedWorkspace(sql, String(workspaces.length));
    await insertMember(sql, { workspaceId: workspace.id, userId }, Date.now());
    workspaces.push({ ...workspace, accountId: await seedAccount(sql, workspace.id) });
  }
  await sql.end();
  const service = await createService({
    databaseUrl,
    secretKeys: [SECRET],
    baseUrl: 'http://127.0.0.1',
    media: { folder: join(tmpdir(), 'troupe-bench-media'), s3: null },
    allowedOrigins: [],
    alone: true,
    log: createLog('error'),
    ratePerMinute: 10_000_000,
    limits: {},
    ...more,
    adapters: { mastodon: network, ...more.adapters },
  });
  await service.http.listen('127.0.0.1', 0);
  return { service, key, workspaces: workspaces as [BenchWorkspace, ...BenchWorkspace[]] };
}
