/**
 * Clients that wait between requests for about as long as a connection is kept: none of them sends a request into a
 * connection that is being closed.
 */
// Long test: it waits for the time limit of idle connections, again and again; test/http/framed.test.ts reads the limit that responses say.
import { Agent as NodeAgent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import t from 'tap';
import { Agent, request as undiciRequest } from 'undici';
import { startService } from '../support/service.ts';
import { Random } from '../support/random.ts';

/** What a response says, ms. */
const SAID_MS = 5_000;
const CALLERS = 200;
const CALLS = 10;

void t.test('a silent connection is kept for longer than its responses say', async (t) => {
  const { baseUrl } = await startService(t, { platforms: ['mastodon'] });
  const { port } = new URL(baseUrl);
  const lives = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      await pause(index * 100); // the library looks every four seconds
      const socket = connect(Number(port), '127.0.0.1');
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      await new Promise((resolve) => socket.once('data', resolve));
      const since = performance.now();
      await new Promise((resolve) => socket.once('end', resolve));
      socket.destroy();
      return performance.now() - since;
    }),
  );
  t.ok(Math.min(...lives) > SAID_MS + 1_000, `closed after ${Math.min(...lives)} ms`);
});

void t.test('2,000 requests around the limit: none loses its connection', async (t) => {
  const running = await startService(t, { platforms: ['mastodon'] });
  const { baseUrl, key } = running;
  const undici = new Agent();
  const node = new NodeAgent({ keepAlive: true });
  t.teardown(async () => {
    node.destroy();
    await undici.close();
  });
  const authorization = `Bearer ${key}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const byUndici = async () => {
    const options = { method: 'POST', dispatcher: undici, headers, body: '{}' } as const;
    const { statusCode, body } = await undiciRequest(`${baseUrl}/v1/posts/validate`, options);
    await body.dump();
    return statusCode === 400;
  };
  const byNode = () =>
    new Promise<boolean>((resolve, reject) => {
      const sent = request(
        `${baseUrl}/v1/posts/validate`,
        { method: 'POST', agent: node, headers },
        (response) => {
          response.resume().on('end', () => resolve(response.statusCode === 400));
        },
      );
      sent.on('error', reject).end('{}');
    });
  const sdk = new Client({ name: 'sdk', version: '1' });
  const client = new NewClient({ name: 'client', version: '1' });
  const more = { requestInit: { headers: { authorization } } };
  await sdk.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), more));
  await client.connect(new NewTransport(new URL(`${baseUrl}/mcp`), more));
  t.teardown(() => Promise.all([sdk.close(), client.close()]));
  const ways: { [name: string]: () => Promise<boolean> } = {
    undici: byUndici,
    'node:http': byNode,
    '@modelcontextprotocol/sdk': async () => (await sdk.ping()) !== undefined,
    '@modelcontextprotocol/client': async () => (await client.ping()) !== undefined,
  };
  const failed: string[] = [];
  let done = 0;
  const random = new Random(1);
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, index) => {
      const [name, call] = Object.entries(ways)[index % 4]!;
      for (let one = 0; one < CALLS; one += 1) {
        await pause(2_000 + random.next() * 3_500);
        await call().then(
          (isRight) => (isRight ? (done += 1) : failed.push(`${name}: a wrong response`)),
          (fault: unknown) => failed.push(`${name}: ${String(fault)} ${String((fault as Error).cause)}`),
        );
      }
    }),
  );
  t.same(failed, []);
  t.equal(done, CALLERS * CALLS);
});
