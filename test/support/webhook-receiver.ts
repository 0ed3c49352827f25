/** An endpoint for webhooks. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { Test } from 'tap';
import { listenLocally } from './local-server.ts';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** An endpoint that keeps what it receives and responds with the given statuses, then with 204. It is closed when the test ends. */
export async function receiver(t: Test, statuses: number[] = []) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  });
  const origin = await listenLocally(t, server);
  const until = async (count: number) => {
    const deadline = Date.now() + 60_000;
    while (received.length < count) {
      if (Date.now() > deadline) throw new Error(`${received.length} of ${count} calls came`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return received;
  };
  return { origin, received, until };
}
