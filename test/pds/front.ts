/** The public address of the PDS: passes every call on, records the calls, and can lose one on request. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a call is lost: on the way there, or on the way back, after the PDS has done the work. */
export type Loss = 'there' | 'back';

export interface Front {
  url: string;
  /** Method ids of the calls that came, `com.atproto.repo.putRecord`, in their order. */
  calls: string[];
  leadTo(target: string): void;
  /** Loses the next call of this method. */
  lose(method: string, loss: Loss): void;
  stop(): Promise<void>;
}

export async function openFront(): Promise<Front> {
  const calls: string[] = [];
  const losses = new Map<string, Loss>();
  let target = '';
  const server = createServer((incoming, outgoing) => {
    const method = /^\/xrpc\/([\w.]+)/.exec(incoming.url ?? '')?.[1] ?? '';
    calls.push(method);
    const loss = losses.get(method);
    losses.delete(method);
    if (loss === 'there') incoming.socket.destroy();
    else handOn(incoming, outgoing, target, loss === 'back');
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    calls,
    leadTo: (address) => {
      target = address;
    },
    lose: (method, loss) => void losses.set(method, loss),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function handOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: string,
  loseAnswer: boolean,
): void {
  const { method, url, headers } = incoming;
  const onward = request(`${target}${url}`, { method, headers }, (answer) => {
    if (loseAnswer) {
      answer.resume();
      answer.on('end', () => incoming.socket.destroy());
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => incoming.socket.destroy());
  incoming.pipe(onward);
}
