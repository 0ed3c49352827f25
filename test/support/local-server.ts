/** HTTP servers of tests, on this machine alone. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts to listen on a free port, until the test ends. @returns such as `http://127.0.0.1:40123` */
export async function listenLocally(
  t: { teardown(end: () => unknown): void },
  server: Server,
): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
