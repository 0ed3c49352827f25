/**
 * Names the person and the API key behind a manual action. The journal stores ids only, so a name is always the current
 * one, and nothing is shown of people and keys that were deleted.
 */
import type { Db } from '../../../store/connect.ts';
import { readNames } from '../../../store/keys.ts';
import type { Hand } from '../../../store/turns.ts';

export interface By {
  /** Id of the user. */
  id: string;
  /** null if the user was deleted. */
  name: string | null;
  /** The API key that was used; null means the person used the dashboard, or the journal does not say. */
  key: {
    id: string;
    /** null if the key was revoked. */
    name: string | null;
  } | null;
}

/**
 * Returns a function that names who caused a step. One query for the whole journal, none if it has no manual actions.
 */
export async function namePeople(
  directory: Db,
  steps: readonly { hand: Hand | null }[],
): Promise<(hand: Hand | null) => By | null> {
  const hands = steps.flatMap(({ hand }) => hand ?? []);
  const userIds = [...new Set(hands.map(({ userId }) => userId))];
  const keyIds = [...new Set(hands.flatMap(({ keyId }) => keyId ?? []))];
  const names =
    hands.length === 0 ? new Map<string, string>() : await readNames(directory, { userIds, keyIds });
  const nameOf = (id: string) => names.get(id) ?? null;
  return (hand) =>
    hand && {
      id: hand.userId,
      name: nameOf(hand.userId),
      key: hand.keyId === undefined ? null : { id: hand.keyId, name: nameOf(hand.keyId) },
    };
}
