/** What a test waits for before it says that something did not happen: conditions, not time. */
import type { SandboxServer } from '../../simulators/server.ts';
import type { Service } from '../../src/service/service.ts';
import { eventually } from './eventually.ts';

/**
 * Waits until nothing is due and nothing is under way: what the sandbox reports has arrived, stored events are processed, no
 * turn is due by the service's clock, and no effect is without its result.
 */
export async function untilIdle(service: Service, { sandbox }: SandboxServer): Promise<void> {
  await eventually(async () => {
    await sandbox.webhooks.settled();
    const now = service.context.clock() / 1000;
    const [left] = await service.sql<{ count: number }[]>`
      select (select count(*) from due where due_at <= to_timestamp(${now}::float8))::int
        + (select count(*) from messages where due_at <= to_timestamp(${now}::float8))::int
        + (select count(*) from effects)::int
        + (select count(*) from inbound
           where done_at is null and (retry_at is null or retry_at <= to_timestamp(${now}::float8)))::int as count`;
    return left!.count === 0 && service.context.node.pendingEffects === 0;
  });
}
