/**
 * The latest effects of this node and their results, to recognise a database that has lost commits: after a failover to a
 * replica that lacks the last second, actors ask again for what was carried out in that second. The started marks and results
 * are lost with it, so only the node still has them. Such an effect counts as started, so that a lookup comes before a second
 * call, and it carries its earlier result.
 */
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { EffectRow } from '../../store/effects.ts';
import { stepOfEffect } from './actor.ts';

/** Actors that are remembered: more than take steps in a second. */
const MAX_ACTORS = 5_000;
/** Effects of an actor that are remembered: a failover takes away a few steps. */
const MAX_EFFECTS = 8;
/** Steps that are further behind are forgotten: an id holds the number of a step only up to 1,024. */
const MAX_STEPS_BEHIND = 128;

type PendingEffect = Pick<EffectRow, 'id' | 'type' | 'params'> & { result: { type: string } | null };

export class DoneEffects {
  /** The latest effects of each actor, in the order of its steps. */
  readonly #asked: LRUCache<string, PendingEffect[]>;

  constructor(maxActors = MAX_ACTORS) {
    this.#asked = new LRUCache({ max: maxActors });
  }

  /**
   * Remembers effects that the node runs now.
   * @returns the same effects; those that are not newer than one that it was given before, as started
   */
  add(effects: readonly EffectRow[]): EffectRow[] {
    // those of one step are compared with earlier steps, not with each other
    const marked = effects.map((effect) => (this.#isRepeated(effect) ? this.#asRepeated(effect) : effect));
    for (const effect of effects) this.#remember(effect);
    return marked;
  }

  /** Stores the result of an effect. */
  ended({ actorId, id }: Pick<EffectRow, 'actorId' | 'id'>, result: { type: string }): void {
    const effect = this.#asked.peek(actorId)?.find((one) => one.id === id);
    if (effect) effect.result = result;
  }

  #isRepeated({ actorId, id }: EffectRow): boolean {
    const effects = this.#asked.get(actorId) ?? [];
    const step = stepOfEffect(id);
    return effects.some((one) => {
      const before = stepOfEffect(one.id);
      return one.id === id || (step.at !== before.at && step.isUpTo(before.seq));
    });
  }

  #asRepeated(effect: EffectRow): EffectRow {
    const isSame = ({ type, params }: PendingEffect) =>
      type === effect.type && isDeepStrictEqual(params, effect.params);
    const earlier = this.#asked.get(effect.actorId)?.findLast(isSame)?.result;
    return { ...effect, started: true, tries: Math.max(2, effect.tries), ...(earlier && { earlier }) };
  }

  #remember({ actorId, id, type, params }: EffectRow): void {
    const effects = this.#asked.get(actorId) ?? [];
    const result = effects.find((one) => one.id === id)?.result ?? null;
    const { seq } = stepOfEffect(id);
    const others = effects.filter(
      (one) => one.id !== id && !stepOfEffect(one.id).isUpTo(seq - MAX_STEPS_BEHIND),
    );
    this.#asked.set(actorId, [...others.slice(1 - MAX_EFFECTS), { id, type, params, result }]);
  }
}
