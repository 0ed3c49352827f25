/** ws, the usual package: a loop over all clients. */
import { type WebSocket, WebSocketServer } from 'ws';
import { eventText, type LiveServerInput, serveWindows } from './server.ts';
import { program } from '../program.ts';

await program(async (_: LiveServerInput, parent) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false, backlog: 4096 });
  const clients = new Set<WebSocket>();
  server.on('connection', (client) => {
    clients.add(client);
    client.on('close', () => clients.delete(client));
    client.on('error', () => client.terminate());
  });
  await new Promise<void>((resolve) => {
    server.on('listening', resolve);
  });
  let seq = 0;
  const { port } = server.address() as { port: number };
  return serveWindows(parent, { port, path: '/live', key: 'none' }, (count) => {
    for (let index = 0; index < count; index += 1) {
      const text = Buffer.from(eventText((seq += 1)));
      for (const client of clients) client.send(text, { binary: false });
    }
  });
});
