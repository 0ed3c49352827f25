/**
 * A node's claims and the effects of each that have not ended. A claim whose effects have all ended is deleted by a later
 * commit.
 */
import type { EffectRow } from '../../store/effects.ts';

export class ClaimBook {
  /** The effects that have not ended, by claim and key, and whether a report of their family waits for them. */
  readonly #open = new Map<string, Map<string, boolean>>();
  #ended: string[] = [];
  /** How many effects of a family have not ended, by family. */
  readonly #families = new Map<string, number>();
  /** The same, of those that reports of the family wait for. */
  readonly #awaited = new Map<string, number>();

  /** Whether this node runs an effect of an actor of the family. */
  readonly isUnderWay = (family: string): boolean => this.#families.has(family);

  /** How many effects this node runs that reports of the family wait for. */
  awaitedOf(family: string): number {
    return this.#awaited.get(family) ?? 0;
  }

  /** Ids of claims that have not been deleted. */
  get claimIds(): string[] {
    return [...this.#open.keys(), ...this.#ended];
  }

  /** Adds effects that this node runs now. @param isAwaited whether reports of its family wait for an effect of this type; default: for all */
  add(effects: readonly EffectRow[], isAwaited: (type: string) => boolean = () => true): void {
    for (const effect of effects) {
      let open = this.#open.get(effect.claim);
      if (!open) this.#open.set(effect.claim, (open = new Map()));
      if (open.has(keyOf(effect))) continue;
      open.set(keyOf(effect), isAwaited(effect.type));
      count(this.#families, effect.family, 1);
      if (isAwaited(effect.type)) count(this.#awaited, effect.family, 1);
    }
  }

  /** Removes an effect: its result is saved, or its actor no longer waits for it. */
  end(effect: Pick<EffectRow, 'actorId' | 'id' | 'claim' | 'family'>): void {
    const open = this.#open.get(effect.claim);
    const isAwaited = open?.get(keyOf(effect));
    if (!open?.delete(keyOf(effect))) return;
    count(this.#families, effect.family, -1);
    if (isAwaited) count(this.#awaited, effect.family, -1);
    if (open.size > 0) return;
    this.#open.delete(effect.claim);
    this.#ended.push(effect.claim);
  }

  /** Ends a claim that has no effects left to run. */
  endClaim(claim: string): void {
    if (!this.#open.has(claim) && !this.#ended.includes(claim)) this.#ended.push(claim);
  }

  /** Returns the ids of claims that may be deleted. Each id is returned once. */
  takeEnded(): string[] {
    if (this.#ended.length === 0) return [];
    const ended = this.#ended;
    this.#ended = [];
    return ended;
  }

  /** Adds claims again whose deletion failed. */
  putBack(claims: readonly string[]): void {
    if (claims.length > 0) this.#ended.push(...claims);
  }
}

function count(counts: Map<string, number>, family: string, by: number): void {
  const left = (counts.get(family) ?? 0) + by;
  if (left > 0) counts.set(family, left);
  else counts.delete(family);
}

/** Identifies an effect among those of all actors. */
export const keyOf = ({ actorId, id }: { actorId: string; id: string }): string => `${actorId} ${id}`;
