import type { Service } from '../../src/service/service.ts';
import { eventually } from './eventually.ts';

/**
 * Waits until the accounts of a service on some networks receive what people write there. Accounts are subscribed from a second
 * after the server listens on: what people do before is never reported.
 */
export async function untilReceiving(
  { sql }: Pick<Service, 'sql'>,
  ...platforms: readonly string[]
): Promise<void> {
  await eventually(async () => {
    const rows = await sql<{ isReceiving: boolean }[]>`
      select receiving is not null as "isReceiving" from accounts where platform = any(${platforms}::text[])`;
    return rows.length > 0 && rows.every(({ isReceiving }) => isReceiving);
  });
}
