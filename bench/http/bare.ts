/** uWebSockets.js alone: responses of the same size, the same each time, without a database. */
import { App, type HttpResponse, us_socket_local_port } from 'uWebSockets.js';
import { program } from '../program.ts';
import type { HttpServerInput } from './posts.ts';

const POST_BYTES = 900;
const LISTED = 25;

await program(async (_: HttpServerInput, parent) => {
  const post = JSON.stringify({ post: 'x'.repeat(POST_BYTES) });
  const list = JSON.stringify({ posts: Array.from({ length: LISTED }, () => 'x'.repeat(POST_BYTES)) });
  const app = App();
  app.get('/v1/posts/:id', (res) => void res.writeHeader('content-type', 'application/json').end(post));
  app.get('/v1/posts', (res) => void res.writeHeader('content-type', 'application/json').end(list));
  app.get('/app/api/posts', (res) => void res.writeHeader('content-type', 'application/json').end(list));
  app.post('/v1/posts', (res) => respondAfterBody(res, '201 Created', post));
  app.patch('/v1/posts/:id', (res) => respondAfterBody(res, '200 OK', post));
  const port = await new Promise<number>((resolve) => {
    app.listen('127.0.0.1', 0, (socket) => {
      if (socket) resolve(us_socket_local_port(socket));
    });
  });
  parent.hello({ port, key: 'none', account: 'none' });
  await parent.finished;
  return {};
});

function respondAfterBody(res: HttpResponse, status: string, json: string): void {
  res.onAborted(() => undefined);
  res.onData((_, last) => {
    if (last)
      res.cork(() => void res.writeStatus(status).writeHeader('content-type', 'application/json').end(json));
  });
}
