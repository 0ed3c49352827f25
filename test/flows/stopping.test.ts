/** A service stops against the order in which it was started, as each part uses those before it. */
import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { Stops } from '../../src/service/stops.ts';
import { startService } from '../support/service.ts';

void t.test('what was started last is stopped first, each once, and waits for the one before', async (t) => {
  const stops = new Stops();
  const order: string[] = [];
  for (const name of ['database', 'hub', 'auth']) {
    stops.add(async () => {
      order.push(`${name} stops`);
      await pause(1);
      order.push(`${name} has stopped`);
    });
  }
  await Promise.all([stops.run(), stops.run()]);
  t.strictSame(order, [
    'auth stops',
    'auth has stopped',
    'hub stops',
    'hub has stopped',
    'database stops',
    'database has stopped',
  ]);
});

void t.test('sign-in stops before the live feed, and both before the database', async (t) => {
  const { service, call } = await startService(t);
  const { hub, directory: sql } = service;
  // its use is written every five seconds, and when sign-in stops
  t.equal((await call('GET', '/v1/posts')).status, 200);
  const usesWritten = async () => (await sql`select 1 from api_keys where last_used_at is not null`).length;
  t.equal(await usesWritten(), 0);
  let seen: { uses: number; listeners: number } | null = null;
  const close = hub.close.bind(hub);
  const look = async () => {
    const listeners = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and lower(query) like 'listen %auth_changed%'`;
    seen = { uses: await usesWritten(), listeners: listeners.length };
    close();
  };
  Object.assign(hub, { close: look });
  await service.stop();
  t.strictSame(
    seen,
    { uses: 1, listeners: 0 },
    'nobody hears of changed keys who could still ask the live feed',
  );
});
