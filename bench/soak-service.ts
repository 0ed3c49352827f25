/** The service under the long run: as `npm start` makes it, over a slow network. */
import { spreadNetwork } from './node.ts';
import { startBenchService } from './service.ts';
import { program } from './program.ts';

const FASTEST_MS = 50;
const SLOWEST_MS = 500;

await program(async ({ url }: { url: string }, parent) => {
  const network = spreadNetwork(FASTEST_MS, SLOWEST_MS);
  const {
    service,
    key,
    workspaces: [{ slug, accountId }],
  } = await startBenchService(url, { network });
  parent.hello({ port: service.http.port, key, slug, account: accountId });
  await parent.finished;
  await service.stop();
  return {};
});
