/** Posts that other deliveries of ours hold: no evidence for this one, however alike they are. */
import type { PublishStep } from '../port/publish.ts';

/**
 * What is left of rows that look like the post of this delivery when those of other deliveries are taken out.
 * @param idOf the network post id that a delivery would be published with; null where the row names none
 */
export async function withoutHeld<Row>(
  { heldIds }: Pick<PublishStep, 'heldIds'>,
  rows: readonly Row[],
  idOf: (row: Row) => string | null,
): Promise<Row[]> {
  const ids = rows.map(idOf).filter((id) => id !== null);
  if (ids.length === 0 || !heldIds) return [...rows];
  const held = await heldIds(ids);
  return rows.filter((row) => !held.has(idOf(row) ?? ''));
}
