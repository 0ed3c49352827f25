/**
 * A load generator for HTTP in a process of its own: keep-alive connections over plain TCP that each send a request, wait
 * for its response and send the next. It uses little CPU, so that a small machine measures the server.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../report.ts';
import { program } from '../program.ts';
import { type Connection, openConnection } from './connection.ts';

/** A request. `NUMBER` in it becomes different each time it is sent. */
export interface LoadRequest {
  /** Request line and headers, without `content-length`. */
  head: string;
  body: string | null;
}

export interface LoadInput {
  port: number;
  connections: number;
  seconds: number;
  /** Not counted: code gets compiled and pools get filled first. */
  warmUpSeconds: number;
  /** Sent one after the other, in a loop over all connections. */
  requests: LoadRequest[];
  /** Sent meanwhile at a steady rate, on a connection of their own. They are not counted. null if none. */
  writes: { perSecond: number; requests: LoadRequest[] } | null;
}

export interface LoadResult {
  /** Responses to requests, those of the warm-up included. */
  all: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Of a response, headers included, on average. */
  bytes: number;
}

await program(async (input: LoadInput): Promise<LoadResult> => {
  const { port, connections, seconds, warmUpSeconds, requests, writes } = input;
  const latencies: number[] = [];
  const seen = { all: 0, bytes: 0, isCounting: false, hasEnded: false };
  const next = inTurn(requests);

  const drive = async (connection: Connection) => {
    while (!seen.hasEnded) {
      const { ms, bytes } = await connection.ask(next());
      seen.all += 1;
      if (!seen.isCounting) continue;
      latencies.push(ms);
      seen.bytes += bytes;
    }
    connection.close();
  };
  const write = async (
    connection: Connection,
    { perSecond, requests: edits }: NonNullable<typeof writes>,
  ) => {
    const nextEdit = inTurn(edits);
    for (let due = Date.now(); !seen.hasEnded; due += 1000 / perSecond) {
      await pause(Math.max(0, due - Date.now()));
      await connection.ask(nextEdit());
    }
    connection.close();
  };
  const open = Array.from({ length: connections }, () => openConnection(port));
  const drives = (await Promise.all(open)).map(drive);
  if (writes) drives.push(write(await openConnection(port), writes));
  const count = async () => {
    await pause(warmUpSeconds * 1000);
    seen.isCounting = true;
    const startedAt = performance.now();
    await pause(seconds * 1000);
    while (latencies.length === 0) await pause(10); // a busy machine may take longer than a tiny run lasts
    seen.isCounting = false;
    seen.hasEnded = true;
    return (performance.now() - startedAt) / 1000;
  };
  const [counted] = await Promise.all([count(), ...drives]);
  return {
    all: seen.all,
    perSecond: latencies.length / counted,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    bytes: seen.bytes / latencies.length,
  };
});

/** @returns a function that returns the bytes of the next request, in a loop */
function inTurn(requests: readonly LoadRequest[]): () => string {
  const prefix = `${Date.now()}_`;
  let number = 0;
  return () => {
    const { head, body } = requests[number % requests.length]!;
    number += 1;
    const fill = (text: string) => text.replaceAll('NUMBER', `${prefix}${number}`);
    if (body === null) return `${fill(head)}\r\n\r\n`;
    const filled = fill(body);
    return `${fill(head)}\r\ncontent-length: ${Buffer.byteLength(filled)}\r\n\r\n${filled}`;
  };
}
