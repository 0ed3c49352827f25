/**
 * A proxy between the service and Postgres that knows when a commit passes. It reports *before* the commit is passed on
 * and *after* the server confirmed it, and waits for the listener both times. The listener may kill the service there
 * and `cut` the connections: a commit that was held is then never sent, and a confirmation that was held is never
 * received.
 * It reads the wire protocol (version 3) message by message: `Query` by its text, `Parse`/`Bind`/`Execute` by the
 * statement's name. Two things count as a commit: a transaction that wrote, and a statement outside of transactions
 * that writes something the service promises (an effect's started mark, a webhook's try, the right to refresh a token).
 * Heartbeats and empty claims do not count.
 */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface Commit {
  /** What it commits, in the words of the journal (`outcome.progress`) or by its table (`effects.mark`). */
  label: string;
  /** Types of the effects it leaves to be run: `publish`, `verify` … */
  effects: string[];
}

export type Moment = 'before' | 'after';

export interface PostgresProxy {
  /** The address for the service, instead of the server's. */
  url: string;
  /** Called at every commit; the commit waits until it returns. */
  onCommit: (moment: Moment, commit: Commit) => void | Promise<void>;
  /** Breaks every open connection. Nothing that was held or buffered is passed on. */
  cut(): void;
  stop(): Promise<void>;
}

/** @param upstreamUrl address of the real server, with user, password and database */
export async function startPostgresProxy(upstreamUrl: string): Promise<PostgresProxy> {
  const upstream = new URL(upstreamUrl);
  const links = new Set<Link>();
  const server: Server = createServer({ noDelay: true }, (client) => {
    const link = new Link(
      client,
      connect({ host: upstream.hostname, port: Number(upstream.port), noDelay: true }),
      (moment, commit) => proxy.onCommit(moment, commit),
    );
    links.add(link);
    client.once('close', () => links.delete(link));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: 0, host: '127.0.0.1' }, resolve);
  });
  const url = new URL(upstreamUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    for (const link of links) link.cut();
    links.clear();
  };
  const proxy: PostgresProxy = {
    url: url.href,
    onCommit: () => undefined,
    cut,
    stop: async () => {
      cut();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
  return proxy;
}

/** Tables whose single statements are a promise by themselves; all others outside of transactions are housekeeping. */
const SINGLE: [RegExp, string][] = [
  [/^\s*with wanted as \([\s\S]*?\)\s*update actors a\s+set rev = a\.rev \+ 1, effects = \(/, 'effects.mark'],
  [/^\s*insert into webhook_tries/, 'webhook_tries.begin'],
  [/^\s*update webhook_tries/, 'webhook_tries.end'],
  [/^\s*with claimed as \(\s*update accounts/, 'refresh.claim'],
  [/^\s*update accounts\s+set credentials = /, 'refresh.save'],
  [/^\s*insert into sign_ins/, 'sign_in.begin'],
  [/^\s*update sign_ins set taken_at/, 'sign_in.taken'],
  [/^\s*with sent as \([\s\S]*insert into inbound/, 'inbound.store'],
  [/^\s*update accounts set receiving = /, 'receiving.save'],
  [/^\s*update direct_messages m set network_id = /, 'message.name'],
  [/^\s*update conversations[\s\S]*username/, 'person.save'],
  [/^\s*update sign_ins set content = \$1, expires_at/, 'sign_in.to_pick'],
];
/** A turn: one statement that writes all of it. */
const TURN = /from turn_\d+\(/;
const WRITES = /^\s*(?:with[\s\S]*?\b)?(?:insert into|update|delete from)\s+(\w+)/;
const HEAD_BYTES = 5;

/** What a transaction wrote. */
interface Written {
  tables: Set<string>;
  /** Events of the steps in its journal. */
  events: string[];
  /** Types of the effects that its actors wait for. */
  effects: string[];
}

function commitOf({ tables, events, effects }: Written): Commit {
  const label = [...new Set(events)].join('+') || [...tables].sort().join('+');
  // a node that takes over writes the effects of actors, and its claims
  return { label: label === 'actors+claims' ? 'effects.rescue' : label, effects };
}

/** One connection: the two streams, and what is known of the session in between. */
class Link {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #tell: (moment: Moment, commit: Commit) => void | Promise<void>;
  #isCut = false;
  #started = false;
  readonly #statements = new Map<string, string>();
  readonly #portals = new Map<string, { sql: string; values: string[] }>();
  /** What the open transaction wrote; null outside of one. */
  #transaction: Written | null = null;
  /** A commit that was executed and awaits its Sync. */
  #executed: Commit | null = null;
  /** One for each Sync or Query under way: the commit it ends, if it ends one. */
  readonly #syncs: (Commit | null)[] = [];

  constructor(
    client: Socket,
    server: Socket,
    tell: (moment: Moment, commit: Commit) => void | Promise<void>,
  ) {
    this.#client = client;
    this.#server = server;
    this.#tell = tell;
    const end = () => this.cut();
    for (const socket of [client, server]) {
      socket.on('error', end);
      socket.on('close', end);
    }
    this.#pump(client, server, (message) => this.#fromClient(message));
    const held: Buffer[] = [];
    this.#pump(server, client, async (message) => {
      const commit = this.#syncs[0];
      if (!commit) {
        if (kindOf(message) === 'Z') this.#syncs.shift();
        return message;
      }
      // the response to a commit is passed on whole, once it was reported
      held.push(message);
      if (kindOf(message) !== 'Z') return null;
      this.#syncs.shift();
      const answer = held.splice(0);
      const failed = answer.some(
        (one) => kindOf(one) === 'E' || /^C....ROLLBACK/s.test(one.toString('latin1')),
      );
      if (!failed) await this.#tell('after', commit);
      return Buffer.concat(answer);
    });
  }

  cut(): void {
    this.#isCut = true;
    this.#client.destroy();
    this.#server.destroy();
  }

  /** Passes on whole messages, in order; `pass` may take its time, and may drop one. */
  #pump(from: Socket, to: Socket, pass: (message: Buffer) => Buffer | null | Promise<Buffer | null>): void {
    let rest: Buffer = Buffer.alloc(0);
    let busy = false;
    const isClient = from === this.#client;
    const run = async () => {
      if (busy) return;
      busy = true;
      for (;;) {
        // the first message of a client has no type byte
        const head = isClient && !this.#started ? HEAD_BYTES - 1 : HEAD_BYTES;
        if (rest.length < head) break;
        const length = rest.readInt32BE(head - 4) + head - 4;
        if (rest.length < length) break;
        const message = rest.subarray(0, length);
        rest = rest.subarray(length);
        if (head < HEAD_BYTES) {
          this.#started = true;
          if (!this.#isCut) to.write(message);
          continue;
        }
        const passed = await pass(message);
        if (this.#isCut) return;
        if (passed) to.write(passed);
      }
      busy = false;
    };
    from.on('data', (chunk: Buffer) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      void run();
    });
  }

  async #fromClient(message: Buffer): Promise<Buffer> {
    const body = message.subarray(HEAD_BYTES);
    switch (kindOf(message)) {
      case 'Q':
        await this.#execute(text(body, 0).value, []);
        this.#sync();
        break;
      case 'P': {
        const name = text(body, 0);
        this.#statements.set(name.value, text(body, name.end).value);
        break;
      }
      case 'B': {
        const portal = text(body, 0);
        const statement = text(body, portal.end);
        const sql = this.#statements.get(statement.value) ?? '';
        this.#portals.set(portal.value, { sql, values: TURN.test(sql) ? valuesOf(body, statement.end) : [] });
        break;
      }
      case 'E': {
        const portal = this.#portals.get(text(body, 0).value);
        if (portal) await this.#execute(portal.sql, portal.values);
        break;
      }
      case 'S':
        this.#sync();
        break;
      default: // describes, flushes, passwords: not relevant
    }
    return message;
  }

  #sync(): void {
    this.#syncs.push(this.#executed);
    this.#executed = null;
  }

  async #execute(sql: string, values: string[]): Promise<void> {
    const word = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase();
    if (word === 'begin') this.#transaction = { tables: new Set(), events: [], effects: [] };
    else if (word === 'rollback') this.#transaction = null;
    else if (word === 'commit') {
      const written = this.#transaction;
      this.#transaction = null;
      if (!written || written.tables.size === 0) return;
      await this.#commit(commitOf(written));
    } else if (TURN.test(sql)) {
      const turn = turnIn(values);
      if (!turn) return;
      if (!this.#transaction) return this.#commit(commitOf(turn));
      this.#transaction.tables.add('actors');
      this.#transaction.events.push(...turn.events);
      this.#transaction.effects.push(...turn.effects);
    } else if (this.#transaction) {
      const table = WRITES.exec(sql)?.[1];
      if (table !== undefined) this.#transaction.tables.add(table);
    } else {
      const single = SINGLE.find(([pattern]) => pattern.test(sql));
      if (single) await this.#commit({ label: single[1], effects: [] });
    }
  }

  async #commit(commit: Commit): Promise<void> {
    await this.#tell('before', commit);
    this.#executed = commit;
  }
}

const kindOf = (message: Buffer): string => String.fromCharCode(message[0] ?? 0);

function text(body: Buffer, from: number): { value: string; end: number } {
  const end = body.indexOf(0, from);
  return { value: body.toString('utf8', from, end), end: end + 1 };
}

/** The parameters of a Bind, as text. */
function valuesOf(body: Buffer, from: number): string[] {
  let at = from + 2 + 2 * body.readInt16BE(from); // formats
  const count = body.readInt16BE(at);
  at += 2;
  const values: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const length = body.readInt32BE(at);
    at += 4;
    values.push(length < 0 ? '' : body.toString('utf8', at, at + length));
    at += Math.max(0, length);
  }
  return values;
}

/** What stands in the lists of JSON that a turn writes: a step of the journal, an effect; or something else. */
interface Entry {
  type?: string;
  seq?: number;
  event?: { type: string };
  tries?: number;
  node?: string;
}

/** What the parameters of a turn say; null when it writes nothing. The first is the time, one is the node. */
function turnIn(values: string[]): Written | null {
  const entries = values
    .filter((value) => value.startsWith('[{'))
    .flatMap((value) => value.split('\u001e'))
    .flatMap((list) => (list === '' ? [] : (JSON.parse(list) as Entry[])));
  const events = entries.flatMap(({ seq, event }) => (seq === undefined || !event ? [] : [event.type]));
  const effects = entries.flatMap(({ type, node }) => (node === undefined ? [] : [type ?? '']));
  const isEmpty = values.filter((value) => value !== '').length <= 2;
  return isEmpty ? null : { tables: new Set(['actors']), events, effects };
}
