/** What a node knows of its claims: which effects of each have not ended. A claim without any goes with a later commit. */
import type { EffectRow } from '../../store/effects.ts';

export class ClaimBook {
  /** Keys of the effects that have not ended, by claim. */
  readonly #open = new Map<string, Set<string>>();
  #ended: string[] = [];
  /** How many effects of a family have not ended. */
  readonly #families = new Map<string, number>();

  /** Whether this node does an effect of an actor of the family. */
  readonly isUnderWay = (family: string): boolean => this.#families.has(family);

  /** Ids of claims that have not been deleted. */
  get known(): string[] {
    return [...this.#open.keys(), ...this.#ended];
  }

  /** Effects that this node does now. */
  add(effects: readonly EffectRow[]): void {
    for (const effect of effects) {
      let open = this.#open.get(effect.claim);
      if (!open) this.#open.set(effect.claim, (open = new Set()));
      if (open.has(keyOf(effect))) continue;
      open.add(keyOf(effect));
      this.#families.set(effect.family, (this.#families.get(effect.family) ?? 0) + 1);
    }
  }

  /** The answer of an effect is saved, or nobody waits for it any more. */
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

  /** A claim of which nothing is left to do. */
  endClaim(claim: string): void {
    if (!this.#open.has(claim) && !this.#ended.includes(claim)) this.#ended.push(claim);
  }

  /** Ids of claims that may be deleted; they are not handed out again. */
  takeEnded(): string[] {
    if (this.#ended.length === 0) return [];
    const ended = this.#ended;
    this.#ended = [];
    return ended;
  }

  /** They were not deleted after all. */
  putBack(claims: readonly string[]): void {
    if (claims.length > 0) this.#ended.push(...claims);
  }
}

/** What tells an effect from every other. */
export const keyOf = ({ actorId, id }: { actorId: string; id: string }): string => `${actorId} ${id}`;
