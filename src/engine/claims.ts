/**
 * A node's claims and the effects of each that have not ended. A claim whose effects have all ended is deleted by a later
 * commit.
 */
import type { EffectRow } from '../../store/effects.ts';

export class ClaimBook {
  /** Keys of the effects that have not ended, by claim. */
  readonly #open = new Map<string, Set<string>>();
  #ended: string[] = [];
  /** How many effects of a family have not ended, by family. */
  readonly #families = new Map<string, number>();

  /** Whether this node runs an effect of an actor of the family. */
  readonly isUnderWay = (family: string): boolean => this.#families.has(family);

  /** How many effects of actors of the family this node runs. */
  countOf(family: string): number {
    return this.#families.get(family) ?? 0;
  }

  /** Ids of claims that have not been deleted. */
  get known(): string[] {
    return [...this.#open.keys(), ...this.#ended];
  }

  /** Adds effects that this node runs now. */
  add(effects: readonly EffectRow[]): void {
    for (const effect of effects) {
      let open = this.#open.get(effect.claim);
      if (!open) this.#open.set(effect.claim, (open = new Set()));
      if (open.has(keyOf(effect))) continue;
      open.add(keyOf(effect));
      this.#families.set(effect.family, (this.#families.get(effect.family) ?? 0) + 1);
    }
  }

  /** Removes an effect: its result is saved, or its actor no longer waits for it. */
  end(effect: Pick<EffectRow, 'actorId' | 'id' | 'claim' | 'family'>): void {
    const open = this.#open.get(effect.claim);
    if (!open?.delete(keyOf(effect))) return;
    const left = (this.#families.get(effect.family) ?? 1) - 1;
    if (left > 0) this.#families.set(effect.family, left);
    else this.#families.delete(effect.family);
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

/** Identifies an effect among those of all actors. */
export const keyOf = ({ actorId, id }: { actorId: string; id: string }): string => `${actorId} ${id}`;
