/**
 * What the protocol alone costs: a server of 33 tools, made with the same package and over the same HTTP server, whose
 * handlers return the same list of posts each time. Without database, key or checks.
 */
import { createMcpHandler, Server, type Tool } from '@modelcontextprotocol/server';
import { App, type HttpResponse, us_socket_local_port } from 'uWebSockets.js';
import { catalogueOf } from '../../src/faces/mcp/catalogue.ts';
import { operations } from '../../src/service/operations.ts';
import { program } from '../program.ts';

export interface ConstantInput {
  /** What each call returns. */
  result: { [name: string]: unknown };
}

await program(async ({ result: structuredContent }: ConstantInput, parent) => {
  const tools = [...catalogueOf(operations).values()].filter(({ onRequest }) => !onRequest);
  const listed = tools.map((tool) => tool.listed as unknown as Tool);
  const result = {
    content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }],
    structuredContent,
  };
  const handler = createMcpHandler(
    () => {
      const server = new Server({ name: 'constant', version: '1' }, { capabilities: { tools: {} } });
      server.setRequestHandler('tools/list', () => ({ tools: listed }));
      server.setRequestHandler('tools/call', () => result);
      return server;
    },
    { keepAliveMs: 0 },
  );
  const answer = async (res: HttpResponse, headers: Headers, parsedBody: unknown): Promise<void> => {
    const request = new Request('http://127.0.0.1/mcp', { method: 'POST', headers });
    const response = await handler.fetch(request, { parsedBody });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? 'application/json';
    res.cork(() => void res.writeStatus(`${response.status} OK`).writeHeader('content-type', type).end(text));
  };
  const app = App();
  app.post('/mcp', (res, req) => {
    const headers = new Headers();
    // oxlint-disable-next-line unicorn/no-array-for-each -- the only way to read them
    req.forEach((name, value) => headers.append(name, value));
    const chunks: Buffer[] = [];
    res.onAborted(() => undefined);
    res.onData((chunk, last) => {
      chunks.push(Buffer.from(chunk.slice(0)));
      if (!last) return;
      void answer(res, headers, JSON.parse(Buffer.concat(chunks).toString()));
    });
  });
  const port = await new Promise<number>((resolve) => {
    app.listen('127.0.0.1', 0, (socket) => {
      if (socket) resolve(us_socket_local_port(socket));
    });
  });
  parent.hello({ port, key: 'none', account: 'none' });
  await parent.finished;
  return {};
});
