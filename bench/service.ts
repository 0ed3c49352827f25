/** The whole service as `npm start` makes it, over a network of the bench, with one workspace or more and a key. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Manifest } from '../adapters/port/manifest.ts';
import type { Workspace } from '../src/api/principal.ts';
import { createKey } from '../src/features/auth/keys.ts';
import { createLog } from '../src/base/log.ts';
import { redactOwn } from '../src/base/redact.ts';
import { createService, type Service } from '../src/service/service.ts';
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
  /** Sends a request with the key. @throws Error when it is refused */
  post: (path: string, body: object) => Promise<void>;
}

export interface BenchServiceOptions {
  /** Of the accounts of mastodon. Default: it responds at once. */
  network?: Manifest;
  /** What else the service is started with. */
  more?: Pick<ServiceOptions, 'adapters' | 'apps' | 'subscribes'>;
}

/** @param options.workspaces how many. Default 1 */
export async function startBenchService(
  databaseUrl: string,
  { network, workspaces: count = 1, more }: BenchServiceOptions & { workspaces?: number } = {},
): Promise<BenchService> {
  const sql = connect(databaseUrl, { applicationName: 'bench', maxConnections: 1 });
  const userId = await seedUser(sql);
  const { key } = await createKey(sql, { userId, name: 'bench', now: Date.now() });
  const workspaces: BenchWorkspace[] = [];
  while (workspaces.length < count) {
    const workspace = await seedWorkspace(sql, String(workspaces.length));
    await insertMember(sql, { workspaceId: workspace.id, userId, role: 'owner' }, Date.now());
    workspaces.push({ ...workspace, accountId: await seedAccount(sql, workspace.id) });
  }
  await sql.end();
  const service = await startOn(databaseUrl, { ...(network && { network }), ...(more && { more }) });
  const post = async (path: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${service.http.port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path}: ${await response.text()}`);
  };
  return { service, key, workspaces: workspaces as [BenchWorkspace, ...BenchWorkspace[]], post };
}

/** The service alone, on what a database holds already. It listens. */
export async function startOn(
  databaseUrl: string,
  { network = benchNetwork(), more = {} }: BenchServiceOptions = {},
): Promise<Service> {
  const service = await createService({
    databaseUrl,
    secretKeys: [SECRET],
    baseUrl: 'http://127.0.0.1',
    media: { folder: join(tmpdir(), 'troupe-bench-media'), s3: null },
    allowedOrigins: [],
    alone: true,
    log: createLog('error', redactOwn),
    ratePerMinute: 10_000_000,
    limits: {},
    ...more,
    adapters: { mastodon: network, ...more.adapters },
  });
  await service.http.listen('127.0.0.1', 0);
  return service;
}
