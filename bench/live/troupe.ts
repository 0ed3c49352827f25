/** Our live feed: events are committed as a turn commits them, then passed to the hub. */
import { startBenchService } from '../service.ts';
import { dataOf, type LiveServerInput, serveWindows } from './server.ts';
import { program } from '../program.ts';
import { appendFeed } from '../../test/support/rows.ts';

await program(async ({ url }: LiveServerInput, parent) => {
  const {
    service,
    key,
    workspaces: [{ slug, id: workspaceId }],
  } = await startBenchService(url!);
  const facts = { port: service.http.port, path: `/v1/live?workspace=${slug}`, key };
  return serveWindows(parent, facts, async (count) => {
    const events = Array.from({ length: count }, () => ({
      type: 'post.updated',
      resource: { type: 'post', id: 'post_01JZX3T7M1W9Q8R5V2K6D4B0AC' },
      postId: 'post_01JZX3T7M1W9Q8R5V2K6D4B0AC',
      at: new Date().toISOString(),
      data: dataOf(),
    }));
    const lastSeq = await appendFeed(service.sql, { workspaceId, events }, Date.now());
    service.hub.publish([
      { workspaceId, lastSeq, events: events.map((event) => ({ workspaceId, ...event })) },
    ]);
  });
});
