/** A Redis for a test, on a free port, that can be stopped and restarted. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import type { Test } from 'tap';

export interface TestRedis {
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** @throws when there is no redis-server on this machine (Debian: apt-get install redis-server) */
export async function testRedis(t: Test): Promise<TestRedis> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      child = spawn(
        'redis-server',
        ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
        {
          stdio: 'ignore',
        },
      );
      child.on('error', (cause) => {
        throw new Error('these tests need redis-server (Debian: apt-get install redis-server)', { cause });
      });
      while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    stop: async () => {
      if (!child) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      child = null;
    },
  };
  t.teardown(() => redis.stop());
  await redis.start();
  return redis;
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
