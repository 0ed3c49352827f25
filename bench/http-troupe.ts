/** Our HTTP server, as the service starts it. */
import { startBenchService } from './bench-service.ts';
import { seedPosts } from './due-posts.ts';
import type { HttpServerInput } from './http.ts';
import { program } from './program.ts';

await program(async ({ url, posts }: HttpServerInput, parent) => {
  const { service, key, workspaceId, accountId } = await startBenchService(url);
  const dueAt = Date.now() + 90 * 86_400_000;
  await seedPosts(service.sql, { workspaceId, accountId, count: posts, dueAt, tag: '' });
  await service.sql`vacuum analyze`;
  parent.hello({ port: service.http.port, key, account: accountId });
  await parent.finished;
  await service.stop();
  return {};
});
