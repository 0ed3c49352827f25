/** The service under the long run: as `npm start` makes it, over a slow network. */
import { startBenchService } from './bench-service.ts';
import { program } from './program.ts';

const FASTEST_MS = 50;
const SLOWEST_MS = 500;

await program(async ({ url }: { url: string }, parent) => {
  const think = () =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, FASTEST_MS + Math.random() * (SLOWEST_MS - FASTEST_MS));
    });
  const { service, key, slug, accountId } = await startBenchService(url, { think });
  parent.hello({ port: service.http.port, key, slug, account: accountId });
  await parent.finished;
  await service.stop();
  return {};
});
