/** The whole service as `npm start` makes it, over a network that responds at once, with a workspace and a key. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '../src/auth/keys.ts';
import { createLog } from '../src/log.ts';
import { createService, type Service } from '../src/service.ts';
import { connect } from '../store/connect.ts';
import { insertMember } from '../store/workspaces.ts';
import { instantNetwork } from './due-node.ts';
import { seedWorkspace } from './due-posts.ts';

export interface BenchService {
  service: Service;
  key: string;
  workspaceId: string;
  accountId: string;
  slug: string;
}

/** As `seedWorkspace` seals its account's credentials. */
const SECRET = Buffer.alloc(32, 9);

export async function startBenchService(
  databaseUrl: string,
  options: { think?: () => Promise<void> } = {},
): Promise<BenchService> {
  const sql = connect(databaseUrl, { applicationName: 'bench', maxConnections: 1 });
  const now = Date.now();
  const { workspaceId, accountId, userId } = await seedWorkspace(sql);
  await insertMember(sql, { workspaceId, userId }, now);
  const { key } = await createKey(sql, { userId, name: 'bench', now });
  const [workspace] = await sql<{ slug: string }[]>`select slug from workspaces where id = ${workspaceId}`;
  await sql.end();
  const service = await createService({
    databaseUrl,
    secretKeys: [SECRET],
    baseUrl: 'http://127.0.0.1',
    media: { folder: join(tmpdir(), 'troupe-bench-media'), s3: null },
    allowedOrigins: [],
    alone: true,
    log: createLog('error'),
    adapters: { mastodon: instantNetwork(options.think) },
    ratePerMinute: 10_000_000,
    limits: {},
  });
  await service.http.listen('127.0.0.1', 0);
  return { service, key, workspaceId, accountId, slug: workspace!.slug };
}
