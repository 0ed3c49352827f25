/** An address that stays the same while the server behind it is another one: it hands on bytes. */
import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Test } from 'tap';

/**
 * Listens on a free port of this machine until the test ends.
 * @param port where the server listens now; what connects while nothing listens there is cut off, and so is all while it
 *   returns null
 * @returns its own port
 */
export async function forwarder(t: Test, port: () => number | null): Promise<number> {
  const open = new Set<Socket>();
  const server = createServer((from) => {
    const target = port();
    if (target === null) {
      from.destroy();
      return;
    }
    const to = connect(target, '127.0.0.1');
    for (const socket of [from, to]) {
      open.add(socket);
      const cut = () => {
        open.delete(socket);
        from.destroy();
        to.destroy();
      };
      socket.on('error', cut).on('close', cut);
    }
    for (const socket of [from, to]) {
      socket.on('data', () => {
        if (port() === null) socket.destroy();
      });
    }
    from.pipe(to).pipe(from);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return (server.address() as { port: number }).port;
}
