/** Our HTTP server, as the service starts it, with posts in all statuses. */
import { samplePost } from '../posts/sample.ts';
import { program } from '../program.ts';
import { insertCopies, type Sample } from '../rows/multiply.ts';
import { type BenchService, startBenchService } from '../service.ts';
import { type HttpServerInput, numbersOf, type Status, STATUSES } from './posts.ts';

const QUARTER_MS = 90 * 86_400_000;

await program(async ({ url, posts, workspaces }: HttpServerInput, parent) => {
  const bench = await startBenchService(url, { workspaces });
  await seed(bench, posts);
  await bench.service.sql`vacuum analyze`;
  const [{ accountId }] = bench.workspaces;
  parent.hello({ port: bench.service.http.port, key: bench.key, account: accountId });
  await parent.finished;
  await bench.service.stop();
  return {};
});

/** Samples come first: each reads all rows there are. */
async function seed({ service: { sql }, workspaces }: BenchService, posts: number): Promise<void> {
  const samples: Map<Status, Sample>[] = [];
  for (const workspace of workspaces) {
    const ofWorkspace = new Map<Status, Sample>();
    for (const status of new Set(STATUSES))
      ofWorkspace.set(
        status,
        await samplePost(sql, { workspace, accountIds: [workspace.accountId], status }),
      );
    samples.push(ofWorkspace);
  }
  const count = Math.ceil(posts / (workspaces.length * STATUSES.length));
  const dueAt = `${Date.now() + QUARTER_MS}`;
  for (const [index, ofWorkspace] of samples.entries())
    for (const [place, status] of STATUSES.entries())
      await insertCopies(sql, ofWorkspace.get(status)!, {
        ...numbersOf(index, place, workspaces.length),
        count,
        dueAt,
      });
}
