/** A keep-alive connection of a load generator: a request, its response, and then the next. */
import { connect, type Socket } from 'node:net';

/** A response. */
export interface Responded {
  ms: number;
  /** Headers included. */
  bytes: number;
  text: () => string;
}

export interface Connection {
  /** Sends a request. @throws Error when the response is no success, or the connection ends */
  ask(request: string): Promise<Responded>;
  close(): void;
}

export async function openConnection(port: number): Promise<Connection> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opening = connect({ port, host: '127.0.0.1', noDelay: true });
    opening.once('connect', () => resolve(opening));
    opening.once('error', reject);
  });
  let received: Buffer = Buffer.alloc(0);
  let asked: { sentAt: number; answered: PromiseWithResolvers<Responded> } | null = null;
  const fail = (error: Error) => asked?.answered.reject(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed a connection')));
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const bytes = lengthOf(received);
    if (bytes === null || received.length < bytes || asked === null) return;
    const { sentAt, answered } = asked;
    asked = null;
    if (received.toString('latin1', 0, 11) === 'HTTP/1.1 20') {
      const text = received; // read by those who want it
      answered.resolve({ ms: performance.now() - sentAt, bytes, text: () => text.toString() });
    } else answered.reject(new Error(`unexpected response: ${received.toString().slice(0, 600)}`));
    received = Buffer.alloc(0);
  });
  return {
    ask: (request) => {
      asked = { sentAt: performance.now(), answered: Promise.withResolvers() };
      socket.write(request);
      return asked.answered.promise;
    },
    close: () => void socket.end(),
  };
}

/** How long a response is, by its headers; null while they are not all there. */
function lengthOf(received: Buffer): number | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const head = received.toString('latin1', 0, headEnd);
  return headEnd + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1]);
}
