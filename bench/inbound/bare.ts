/**
 * uWebSockets.js alone: each POST is parsed, and its events are stored with one INSERT of several rows, as ours are. No
 * signature is checked, no account looked for, and nothing follows.
 */
import { App, type HttpResponse, us_socket_local_port } from 'uWebSockets.js';
import { connect } from '../../store/connect.ts';
import { NODE_CONNECTIONS } from '../node.ts';
import { program } from '../program.ts';
import type { InboundServerInput } from './input.ts';

interface Body {
  entry: { id: string; messaging: { message: { mid: string } }[] }[];
}

await program(async ({ url }: InboundServerInput, parent) => {
  const sql = connect(url, { applicationName: 'bench bare', maxConnections: NODE_CONNECTIONS });
  await sql`
    create table inbound (
      account_id text not null, key text not null, workspace_id text not null, arrived_at timestamptz not null,
      event json not null, done_at timestamptz, primary key (account_id, key)
    )`;
  await sql`create index inbound_waiting on inbound (account_id, arrived_at) where done_at is null`;
  const store = async (text: string) => {
    const { entry } = JSON.parse(text) as Body;
    const rows = entry.flatMap(({ id, messaging }) =>
      messaging.map((item) => ({ id, key: item.message.mid, event: JSON.stringify(item) })),
    );
    const now = new Date();
    await sql`
      insert into inbound (account_id, key, workspace_id, arrived_at, event)
      select id, key, 'ws_01JZX3T7M1W9Q8R5V2K6D4B0AC', ${now}, event::json
      from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ key }) => key)}::text[],
        ${rows.map(({ event }) => event)}::text[]) d(id, key, event)
      on conflict do nothing`;
  };
  const app = App();
  app.post('/inbound/:platform', (res) => afterBody(res, store));
  const port = await new Promise<number>((resolve) => {
    app.listen('127.0.0.1', 0, (socket) => {
      if (socket) resolve(us_socket_local_port(socket));
    });
  });
  parent.hello({
    port,
    key: '',
    accounts: Array.from({ length: 20 }, (_, index) => `account_${index}`).join(),
  });
  await parent.finished;
  await sql.end();
  return { taken: 0 };
});

function afterBody(res: HttpResponse, store: (text: string) => Promise<void>): void {
  const chunks: Buffer[] = [];
  let isOpen = true;
  res.onAborted(() => {
    isOpen = false;
  });
  const respond = async () => {
    await store(Buffer.concat(chunks).toString());
    if (isOpen) res.cork(() => void res.writeStatus('200 OK').end('EVENT_RECEIVED'));
  };
  res.onData((chunk, last) => {
    chunks.push(Buffer.from(chunk.slice(0)));
    if (last) void respond();
  });
}
