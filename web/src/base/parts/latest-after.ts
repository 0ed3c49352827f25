/** What the writer of an answer had seen of others' answers, kept with the key of the send. */

const AFTER = 'troupe.after';

/**
 * A repeat under the same key has to be the same request: it names the same answer as the first one.
 * @param newest id of the newest answer that the writer sees, null where there is none; undefined: it is sent whatever
 *   others have answered
 */
export function latestAfter<After extends string | null>(
  key: string,
  newest: After | undefined,
): { after?: After } {
  const stored = sessionStorage.getItem(AFTER);
  const entry = stored === null ? null : (JSON.parse(stored) as { key: string; after?: After });
  const after = entry?.key === key ? entry.after : newest;
  sessionStorage.setItem(AFTER, JSON.stringify({ key, after }));
  return after === undefined ? {} : { after };
}
