/** A connection that reads responses as RFC 9112 says where they end, and nothing else: what has no length fails. */
import { connect, type Socket } from 'node:net';
import type { Test } from 'tap';

export interface Framed {
  status: number;
  headers: ReadonlyMap<string, string>;
  body: Buffer;
}

export interface OneConnection {
  /**
   * Sends one request and reads its response. Each call waits for the one before it.
   * @param headers lines such as `Accept: text/html`; body: sent with its length
   * @throws an error that says what is wrong with the framing, or that the connection was closed
   */
  ask(method: string, path: string, headers?: readonly string[], body?: string): Promise<Framed>;
  /** Times the server closed the connection after a response that said so; the next request opens another one. */
  closes: number;
}

/** @param port of the server on this machine */
export function oneConnection(t: Test, port: number): OneConnection {
  let socket: Socket | null = null;
  let unread = Buffer.alloc(0);
  let changed = () => {};
  t.teardown(() => socket?.destroy());

  const open = (): Socket => {
    unread = Buffer.alloc(0);
    const opened = connect(port, '127.0.0.1');
    opened.on('data', (chunk) => {
      unread = Buffer.concat([unread, chunk]);
      changed();
    });
    opened.on('error', () => undefined);
    opened.on('close', () => changed());
    return opened;
  };
  const until = async (found: () => boolean, what: string): Promise<void> => {
    while (!found()) {
      if (socket!.closed) throw new Error(`the connection was closed before ${what}`);
      await new Promise<void>((resolve) => (changed = resolve));
    }
  };
  const take = (bytes: number): Buffer => {
    const taken = unread.subarray(0, bytes);
    unread = unread.subarray(bytes);
    return taken;
  };

  const connection: OneConnection = {
    closes: 0,
    async ask(method, path, headers = [], body = '') {
      socket ??= open();
      const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
      socket.write(
        [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, ...length, '', body].join('\r\n'),
      );
      await until(() => unread.includes('\r\n\r\n'), 'the end of the headers');
      const [statusLine = '', ...lines] = take(unread.indexOf('\r\n\r\n') + 4)
        .toString('latin1')
        .trimEnd()
        .split('\r\n');
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
      if (Number.isNaN(status)) throw new Error(`not a status line: ${statusLine}`);
      const read = headersOf(lines);
      const end = lengthOf(method, status, read);
      await until(() => unread.length >= end, 'the end of the body');
      const response = { status, headers: read, body: take(end) };
      if (unread.length > 0) throw new Error(`${unread.length} bytes follow the response`);
      if (/\bclose\b/i.test(read.get('connection') ?? '')) {
        socket.destroy();
        socket = null;
        connection.closes += 1;
      }
      return response;
    },
  };
  return connection;
}

function headersOf(lines: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+):[ \t]*(.*)$/.exec(line) ?? [];
    const lower = name.toLowerCase();
    if (headers.has(lower) && lower !== 'set-cookie') throw new Error(`the header ${lower} comes twice`);
    headers.set(lower, value);
  }
  return headers;
}

/** The length of a response's body (RFC 9112, section 6.3). */
function lengthOf(method: string, status: number, headers: ReadonlyMap<string, string>): number {
  const said = headers.get('content-length');
  if (headers.has('transfer-encoding')) throw new Error('a response in chunks is not expected here');
  if (status === 204 || status === 304) {
    if (said !== undefined) throw new Error(`a ${status} has no Content-Length`);
    return 0;
  }
  if (said === undefined || !/^\d{1,15}$/.test(said))
    throw new Error(`Content-Length is ${said ?? 'missing'}`);
  return method === 'HEAD' ? 0 : Number(said);
}
