/**
 * Stores what arrives. Bodies that arrive while others are being stored share one insert, so that a burst of single
 * events costs one commit and not one each. A body is answered when its own events are committed.
 */
import type { InboundEvent } from '../../../adapters/port/inbound.ts';
import type { Sql } from '../../../store/connect.ts';
import { type InboundRow, insertInbound } from '../../../store/inbound.ts';
import type { Networks } from '../accounts/index.ts';
import { gather } from '../../engine/batch.ts';
import { storable } from '../../engine/storable.ts';

/**
 * Converts the events of a body to rows.
 * @param about the accounts that they may be about: their platforms, and whether they are simulated
 * @param count counts each of them by its kind
 */
export function rowsOf(
  events: readonly InboundEvent[],
  { platforms, simulated }: { platforms: readonly string[]; simulated: boolean },
  count: (kind: string) => void,
): InboundRow[] {
  return events.flatMap((event) => {
    count(event.kind);
    const { remoteId, dedupeKey: key } = event;
    // what belongs to no account of ours is counted and not kept
    if (remoteId === null || event.kind === 'test' || event.kind === 'ignored') return [];
    return platforms.map((name) => ({ platform: name, remoteId, key, event: storable(event), simulated }));
  });
}

/** Bodies in one insert; each may hold a thousand events. */
const MOST = 50;

/**
 * @param deps.sandboxOrigin see `Networks`; clock: epoch ms
 * @returns a function that stores the events of one body, and resolves with whether something was new
 */
export function eventStore({
  sql,
  clock,
  networks: { sandboxOrigin },
}: {
  sql: Sql;
  clock: () => number;
  networks: Pick<Networks, 'sandboxOrigin'>;
}): (rows: readonly InboundRow[]) => Promise<boolean> {
  const store = async (rows: readonly InboundRow[]) =>
    (await insertInbound(sql, rows, { now: clock(), sandboxOrigin })).stored > 0;
  const together = gather<readonly InboundRow[], boolean>(
    async (bodies) => {
      try {
        const isNew = await store(bodies.flat());
        return bodies.map(() => isNew);
      } catch (fault) {
        if (bodies.length === 1) throw fault;
        // what one body holds must not fail the others
        return Promise.all(bodies.map((rows) => store(rows).catch(asError)));
      }
    },
    { most: MOST },
  );
  return async (rows) => rows.length > 0 && together(rows);
}

const asError = (fault: unknown): Error => (fault instanceof Error ? fault : new Error(String(fault)));
