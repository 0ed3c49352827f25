/** Posts that other deliveries of ours hold. They are no evidence for this delivery, even with the same content. */
import type { PublishStep } from '../port/publish.ts';

/**
 * Removes rows that belong to other deliveries from rows that look like the post of this delivery.
 * @param idOf returns the network post id a delivery would be published with; null for a row without one
 */
export async function withoutHeld<Row>(
  { heldIds }: Pick<PublishStep, 'heldIds'>,
  rows: readonly Row[],
  idOf: (row: Row) => string | null,
): Promise<Row[]> {
  const ids = rows.map(idOf).filter((id) => id !== null);
  if (ids.length === 0) return [...rows];
  const held = await heldIds(ids);
  return rows.filter((row) => !held.has(idOf(row) ?? ''));
}
