/**
 * A real Postgres database whose outages are Postgres' own: a switch makes it read-only, full or out of memory, a proxy in front
 * makes it unreachable, and a failover replaces it by a copy that was taken earlier.
 *
 * Read-only is `default_transaction_read_only`, so Postgres itself refuses each write. Full and out of memory are triggers on
 * every table, which raise what Postgres raises then: a statement that writes fails, and its transaction with it. A disk
 * that is really full needs a file system of its own, which takes rights that a test does not have.
 */
import { connect as dial, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Test } from 'tap';
import { connect, type Sql } from '../../store/connect.ts';
import { serverUrl, testDatabase } from '../support/database.ts';

export interface OutageDatabase {
  /** Address for the service: that of the proxy. */
  url: string;
  /** What the test reads with: without the proxy, and never broken by it. */
  sql: Sql;
  /** Refuses writes as a read-only database does, and ends the connections that could still write. */
  makeReadOnly(): Promise<void>;
  /** Writes fail as on a full disk, or for want of memory. @param share of the writes that fail, 0 to 1 */
  failWrites(reason: 'full' | 'memory', share: number): Promise<void>;
  /** Ends every connection, as an operator does (57P01), and refuses new ones. */
  goAway(manner: 'refused' | 'starting'): Promise<void>;
  /** Breaks every connection in the middle of what it sends, and refuses new ones. */
  cut(): void;
  /** Keeps a copy of the database as it is. Connections end for the time of copying. */
  keepCopy(): Promise<void>;
  /** Replaces the database by the copy. Connections end, and what was committed after the copy never was. */
  failOver(): Promise<void>;
  /** Ends the outage, whichever it is. */
  restore(): Promise<void>;
}

/** Starts a migrated database; it is dropped when the test ends. */
export async function outageDatabase(t: Test): Promise<OutageDatabase> {
  const { url, sql } = await testDatabase(t);
  const name = new URL(url).pathname.slice(1);
  const admin = connect(await serverUrl(), { applicationName: 'outage', maxConnections: 1 });
  t.teardown(() => admin.end({ timeout: 5 }));
  const proxy = await startProxy(t, url);
  await addSwitch(sql);
  const copy = `${name}_copy`;
  let isReadOnly = false;
  const endAll = async () => {
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    for (;;) {
      const left = await admin`select from pg_stat_activity where datname = ${name}`;
      if (left.length === 0) return;
      await pause(5);
    }
  };
  const drop = async (which: string) => {
    await admin`drop database if exists ${admin(which)} with (force)`;
  };
  t.teardown(async () => {
    for (const which of [copy, `${name}_old`]) await drop(which);
  });
  return {
    url: proxy.url,
    sql,
    makeReadOnly: async () => {
      isReadOnly = true;
      await admin`alter database ${admin(name)} set default_transaction_read_only = on`;
      await endAll();
    },
    failWrites: async (reason, share) => {
      await sql`update outage.switch set reason = ${reason}, share = ${share}`;
    },
    goAway: async (manner) => {
      proxy.refuse(manner);
      await endAll();
    },
    cut: () => {
      proxy.refuse('refused');
      proxy.cut();
    },
    keepCopy: async () => {
      proxy.refuse('refused');
      await endAll();
      await drop(copy);
      await admin`create database ${admin(copy)} template ${admin(name)} strategy file_copy`;
      proxy.accept();
    },
    failOver: async () => {
      proxy.refuse('refused');
      await endAll();
      await admin`alter database ${admin(name)} rename to ${admin(`${name}_old`)}`;
      await admin`alter database ${admin(copy)} rename to ${admin(name)}`;
      await drop(`${name}_old`);
    },
    restore: async () => {
      await admin`alter database ${admin(name)} reset default_transaction_read_only`;
      if (isReadOnly) await endAll(); // a session keeps what it began with
      isReadOnly = false;
      await sql`update outage.switch set reason = null`;
      proxy.accept();
    },
  };
}

/** Triggers that fail writes while the switch says so. They read it again for each statement. */
async function addSwitch(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create schema outage;
    create table outage.switch (reason text, share float8 not null default 1);
    insert into outage.switch values (null);
    create function outage.fail_write() returns trigger language plpgsql as $$
    declare why text;
    begin
      select reason into why from outage.switch where reason is not null and random() < share;
      if why = 'full' then
        raise exception 'could not extend file "base/16384/16385": No space left on device'
          using errcode = '53100', hint = 'Check free disk space.';
      elsif why = 'memory' then
        raise exception 'out of memory' using errcode = '53200', detail = 'Failed on request of size 8192.';
      end if;
      return null;
    end $$;
    do $$
    declare one record;
    begin
      for one in select schemaname, tablename from pg_tables
        where schemaname not in ('outage', 'pg_catalog', 'information_schema')
      loop
        execute format(
          'create trigger outage before insert or update or delete on %I.%I for each statement execute function outage.fail_write()',
          one.schemaname, one.tablename);
      end loop;
    end $$`);
}

type Refusal = 'refused' | 'starting';

/** What Postgres responds while it starts: an error of severity FATAL, 57P03. */
const STARTING = errorResponse({
  S: 'FATAL',
  V: 'FATAL',
  C: '57P03',
  M: 'the database system is starting up',
});

/** Hands on bytes between the service and Postgres, or refuses connections. */
async function startProxy(t: Test, upstreamUrl: string) {
  const upstream = new URL(upstreamUrl);
  const open = new Set<Socket>();
  let refusal: Refusal | null = null;
  const server = createServer({ noDelay: true }, (client) => {
    open.add(client);
    client.on('error', () => client.destroy()).on('close', () => open.delete(client));
    if (refusal === 'starting') {
      client.once('data', () => client.end(STARTING));
      return;
    }
    if (refusal !== null) {
      client.destroy();
      return;
    }
    const to = dial({ host: upstream.hostname, port: Number(upstream.port), noDelay: true });
    open.add(to);
    to.on('error', () => to.destroy()).on('close', () => open.delete(to));
    // what Postgres said last still arrives: the reason why it ended a connection
    client.on('close', () => to.destroy());
    to.on('close', () => client.end());
    client.pipe(to).pipe(client);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  t.teardown(() => {
    server.close();
    cut();
  });
  const url = new URL(upstreamUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut,
    refuse: (manner: Refusal) => {
      refusal = manner;
    },
    accept: () => {
      refusal = null;
    },
  };
}

function errorResponse(fields: { [field: string]: string }): Buffer {
  const body = `${Object.entries(fields)
    .map(([field, value]) => `${field}${value}\0`)
    .join('')}\0`;
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, Buffer.from(body)]);
}
