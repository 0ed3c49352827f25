/**
 * Clients that wait between requests for about as long as a connection is kept: none of them sends a request into a
 * connection that is being closed.
 */
// Long test: it waits for the time limit of idle connections, again and again; test/http/framed.test.ts reads the limit that responses say.
import { spawn } from 'node:child_process';
import { Agent as NodeAgent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import t, { type Test } from 'tap';
import { Agent, request as undiciRequest } from 'undici';
import { startProcess } from '../support/process.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
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

type Ways = { [name: string]: () => Promise<boolean> };

/** Requests by the two HTTP clients of Node, that reuse their connections. */
function httpWays(t: Test, { baseUrl, key }: { baseUrl: string; key: string }): Ways {
  const undici = new Agent();
  const node = new NodeAgent({ keepAlive: true });
  t.teardown(async () => {
    node.destroy();
    await undici.close();
  });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return {
    undici: async () => {
      const options = { method: 'POST', dispatcher: undici, headers, body: '{}' } as const;
      const { statusCode, body } = await undiciRequest(`${baseUrl}/v1/posts/validate`, options);
      await body.dump();
      return statusCode === 400;
    },
    'node:http': () =>
      new Promise<boolean>((resolve, reject) => {
        const sent = request(
          `${baseUrl}/v1/posts/validate`,
          { method: 'POST', agent: node, headers },
          (response) => {
            response.resume().on('end', () => resolve(response.statusCode === 400));
          },
        );
        sent.on('error', reject).end('{}');
      }),
  };
}

/** Calls each way again and again, with pauses around the limit. @returns how many got their response; adds the others to `failed` */
async function askAround(ways: Ways, failed: string[]): Promise<number> {
  let done = 0;
  const random = new Random(1);
  const all = Object.entries(ways);
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, index) => {
      const [name, call] = all[index % all.length]!;
      for (let one = 0; one < CALLS; one += 1) {
        await pause(2_000 + random.next() * 3_500);
        await call().then(
          (isRight) => (isRight ? (done += 1) : failed.push(`${name}: a wrong response`)),
          (fault: unknown) => failed.push(`${name}: ${String(fault)} ${String((fault as Error).cause)}`),
        );
      }
    }),
  );
  return done;
}

/** Between what responses say and the earliest close: who handles no events for as long may lose a connection. */
const MARGIN_MS = 3_000;

/** Asks on connections of their own until `isDone`. @returns the longest that a response took: nobody was busy for longer, ms */
async function longestStall(baseUrl: string, isDone: () => boolean): Promise<number> {
  let longest = 0;
  while (!isDone()) {
    const since = performance.now();
    const { body } = await undiciRequest(`${baseUrl}/healthz`, { reset: true });
    await body.dump();
    longest = Math.max(longest, performance.now() - since);
    await pause(50);
  }
  return longest;
}

/** Calls each way around the limit (`askAround`). @returns also the longest that a response took meanwhile, ms */
async function askAndWatch(baseUrl: string, ways: Ways, failed: string[]) {
  let isDone = false;
  const stall = longestStall(baseUrl, () => isDone);
  const done = await askAround(ways, failed);
  isDone = true;
  return { done, stalledMs: await stall };
}

/** No request is lost, unless the machine stopped its processes for longer than docs/contract.md allows. */
function holdsWithin(t: Test, stalledMs: number, lost: string[]): void {
  t.comment(`${lost.length} lost; the longest response took ${Math.round(stalledMs)} ms`);
  if (stalledMs < MARGIN_MS) t.same(lost, []);
}

void t.test('2,000 requests around the limit: none loses its connection', async (t) => {
  const { baseUrl, key } = await startService(t, { platforms: ['mastodon'] });
  const sdk = new Client({ name: 'sdk', version: '1' });
  const client = new NewClient({ name: 'client', version: '1' });
  const more = { requestInit: { headers: { authorization: `Bearer ${key}` } } };
  await sdk.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), more));
  await client.connect(new NewTransport(new URL(`${baseUrl}/mcp`), more));
  t.teardown(() => Promise.all([sdk.close(), client.close()]));
  const failed: string[] = [];
  const ways: Ways = {
    ...httpWays(t, { baseUrl, key }),
    '@modelcontextprotocol/sdk': async () => (await sdk.ping()) !== undefined,
    '@modelcontextprotocol/client': async () => (await client.ping()) !== undefined,
  };
  const { done, stalledMs } = await askAndWatch(baseUrl, ways, failed);
  t.equal(done + failed.length, CALLERS * CALLS);
  holdsWithin(t, stalledMs, failed);
});

/** A client in a process of its own that asks for the list of tools all the time, twenty at once. */
const LISTER = `
  const [url, authorization] = process.argv.slice(1);
  const headers = { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const call = async () => (await (await fetch(url, { method: 'POST', headers, body })).text()).includes('"tools":');
  for (;;) {
    const listed = await Promise.all(Array.from({ length: 20 }, call));
    process.send(listed.every(Boolean));
  }`;
const LISTERS = 8;
void t.test('2,000 requests to a server that makes lists of tools all the time: none is lost', async (t) => {
  const service = await startProcess(await temporaryFolder(t));
  t.teardown(() => service.stop());
  const { baseUrl, apiKey } = service;
  let lists = 0;
  const wrong: string[] = [];
  for (let one = 0; one < LISTERS; one += 1) {
    const child = spawn(process.execPath, ['--eval', LISTER, `${baseUrl}/mcp`, `Bearer ${apiKey}`], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    t.teardown(() => child.kill());
    child.on('message', (areRight: boolean) => (areRight ? (lists += 20) : wrong.push('a wrong list')));
    child.on('exit', (code) => code !== null && wrong.push(`a client ended with ${code}`));
  }
  const { done, stalledMs } = await askAndWatch(baseUrl, httpWays(t, { baseUrl, key: apiKey }), wrong);
  t.equal(done + wrong.length, CALLERS * CALLS);
  holdsWithin(t, stalledMs, wrong);
  t.ok(lists > 500, `${lists} lists meanwhile`);
});
