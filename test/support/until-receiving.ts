import type { Service } from '../../src/service/service.ts';
import { eventually } from './eventually.ts';

/**
 * Waits until the accounts of a service on some networks receive what people write there, and their first read has ended: what people
 * do before is never reported, and what they do during a read may be found by it before the network reports it.
 */
export async function untilReceiving(
  { sql }: Pick<Service, 'sql'>,
  ...platforms: readonly string[]
): Promise<void> {
  await eventually(async () => {
    const rows = await sql<{ isReceiving: boolean }[]>`
      select receiving is not null and not exists (
        select from effects e where e.actor_id = replace(a.id, 'acc_', 'receiver_')) as "isReceiving"
      from accounts a where platform = any(${platforms}::text[])`;
    return rows.length > 0 && rows.every(({ isReceiving }) => isReceiving);
  });
}
