/** Passes requests on to a service with a key, for programs that cannot send one. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** @returns the address of its `/mcp`, and what ends it */
export async function forwardWithKey(at: { baseUrl: string; key: string }) {
  const { hostname, port } = new URL(at.baseUrl);
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = request(
      { hostname, port, method, path: url, headers: { ...headers, authorization: `Bearer ${at.key}` } },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
