/** uWebSockets.js alone: one topic, and its publish. */
import { App, us_socket_local_port } from 'uWebSockets.js';
import { eventText, type LiveServerInput, serveWindows } from './server.ts';
import { program } from '../program.ts';

await program(async (_: LiveServerInput, parent) => {
  const app = App();
  app.ws('/live', {
    maxBackpressure: 16 * 1024 * 1024,
    open: (ws) => void ws.subscribe('all'),
  });
  const port = await new Promise<number>((resolve) => {
    app.listen('127.0.0.1', 0, (socket) => {
      if (socket) resolve(us_socket_local_port(socket));
    });
  });
  let seq = 0;
  return serveWindows(parent, { port, path: '/live', key: 'none' }, (count) => {
    for (let index = 0; index < count; index += 1) app.publish('all', eventText((seq += 1)));
  });
});
