/**
 * Who caused a step by hand, for people. The journal keeps ids alone, so that a name is told as it is today, and no longer
 * than its bearer is there.
 */
import type { Db } from '../../store/connect.ts';
import { readNames } from '../../store/keys.ts';
import type { Hand } from '../../store/turns.ts';

export interface By {
  /** Of the person. */
  id: string;
  /** null: a person no longer here. */
  name: string | null;
  /** The API key it came by; null: the person was at the dashboard, or the journal does not know. */
  key: {
    id: string;
    /** null: it was revoked. */
    name: string | null;
  } | null;
}

/** Names the hands of a journal. One look for all of them, none where nobody had a hand in it. */
export async function nameHands(
  db: Db,
  steps: readonly { hand: Hand | null }[],
): Promise<(hand: Hand | null) => By | null> {
  const hands = steps.flatMap(({ hand }) => hand ?? []);
  const userIds = [...new Set(hands.map(({ userId }) => userId))];
  const keyIds = [...new Set(hands.flatMap(({ keyId }) => keyId ?? []))];
  const names = hands.length === 0 ? new Map<string, string>() : await readNames(db, { userIds, keyIds });
  const nameOf = (id: string) => names.get(id) ?? null;
  return (hand) =>
    hand && {
      id: hand.userId,
      name: nameOf(hand.userId),
      key: hand.keyId === undefined ? null : { id: hand.keyId, name: nameOf(hand.keyId) },
    };
}
