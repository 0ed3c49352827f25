/**
 * What every server of the live bench does: it publishes when a control connection asks for it. The line `10` asks for a window of
 * ten events, published as fast as possible. The next window is asked for when every subscriber has received this one.
 */
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Hello } from '../program.ts';

export interface LiveServerInput {
  /** null if it needs no database. */
  url: string | null;
}

/** @param publish sends this many events to every subscriber; each text holds `"sentAt":<epoch ms>` */
export async function serveWindows(
  parent: { hello: (facts: Hello) => void; finished: Promise<void> },
  facts: { port: number; path: string; key: string },
  publish: (events: number) => unknown,
): Promise<object> {
  const control = createServer((socket) => {
    socket.on('error', () => undefined); // the load generator ends first
    createInterface({ input: socket }).on('line', (line) => void publish(Number(line)));
  });
  await new Promise<void>((resolve) => {
    control.listen(0, '127.0.0.1', resolve);
  });
  parent.hello({ ...facts, control: (control.address() as { port: number }).port });
  await parent.finished;
  return {};
}

/** An event in the format and of the size that our feed sends. */
export function eventText(number: number): string {
  return JSON.stringify({
    type: 'event',
    workspace: 'bench-1795000000000',
    seq: number,
    at: new Date().toISOString(),
    event: 'post.updated',
    postId: 'post_01JZX3T7M1W9Q8R5V2K6D4B0AC',
    data: dataOf(),
  });
}

export const dataOf = () => ({
  id: 'post_01JZX3T7M1W9Q8R5V2K6D4B0AC',
  status: 'published',
  scheduledAt: '2026-11-21T10:00:00.000Z',
  publishedAt: '2026-11-21T10:00:00.000Z',
  error: null,
  sentAt: Date.now(),
});
