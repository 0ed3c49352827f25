/**
 * Actors as people see them who are held to some accounts (docs/people.md). Statements leave out actors of other accounts, and those
 * that are of none. An actor of several accounts, such as a post, is shown without what is of the others.
 */
import type { Persisted } from '../../../machines/durable.ts';
import type { ActorOverview, Reach } from '../../../store/actors.ts';
import type { HeldTo } from '../../../store/held.ts';
import { reaches } from '../../api/held.ts';
import { Problem } from '../../api/problem.ts';
import { kindNamed, type KindTable } from '../../engine/kind.ts';
import type { Context, Spanning, Subject } from '../../engine/kind-view.ts';
import { withDefaults } from '../../engine/stored-snapshot.ts';
import { rememberedBy } from './remembered.ts';
import type { ReplayedStep } from './replay.ts';

/** What statements that read actors must know to find those that a caller reaches. */
export const reachOf = (kinds: KindTable, { heldTo }: { heldTo: HeldTo }): Reach => ({
  remembered: rememberedBy(kinds),
  heldTo,
});

/** Actors of the installation are of no account of a workspace. */
export const isForAll = ({ heldTo }: { heldTo: HeldTo }): boolean => heldTo === null;

/** How to show an actor of several accounts; null for one of which the caller reaches all. */
export function limitOf(
  kinds: KindTable,
  { kind, context, heldTo }: { kind: string; context: Context; heldTo: HeldTo },
): Limit | null {
  const spanning = heldTo === null ? undefined : kindNamed(kinds, kind)?.view.spanning;
  if (!spanning || spanning.accountsOf(context).every((id) => reaches(heldTo, id))) return null;
  return new Limit(spanning, heldTo);
}

/** The same of an actor as lists read it. */
export function limitOfRow(kinds: KindTable, row: ActorOverview, heldTo: HeldTo): Limit | null {
  return limitOf(kinds, { kind: row.kind, context: contextOf(kinds, row), heldTo });
}

const contextOf = (kinds: KindTable, { kind, version, spanning }: ActorOverview): Context =>
  withDefaults(kinds, { kind, version }, { context: spanning ?? {} } as Persisted).context as Context;

/** Whether a caller reaches all accounts of an actor, and of the actor that started it: nobody else acts on it. */
export const isWhole = (
  kinds: KindTable,
  { parent, ...actor }: Pick<Subject, 'kind' | 'snapshot' | 'parent'>,
  heldTo: HeldTo,
): boolean =>
  [actor, ...(parent ? [parent] : [])].every(
    ({ kind, snapshot }) => limitOf(kinds, { kind, context: snapshot.context as Context, heldTo }) === null,
  );

/** Leaves out what is of accounts that a person does not reach. */
export class Limit {
  readonly #spanning: Spanning;
  readonly #reaches: (accountId: string) => boolean;

  constructor(spanning: Spanning, heldTo: HeldTo) {
    this.#spanning = spanning;
    this.#reaches = (id) => reaches(heldTo, id);
  }

  context(context: Context): Context {
    return this.#spanning.context(context, this.#reaches);
  }

  /** @returns null for what is about another account */
  event<Event extends { type: string }>(event: Event): Event | null {
    return this.#spanning.event(event, this.#reaches);
  }

  /** @param after the whole context of the actor that requested the effect */
  params(type: string, params: unknown, after: Context): unknown {
    return this.#spanning.params(type, params, { after, reaches: this.#reaches });
  }

  /** The steps that are not about other accounts alone. What a person wrote about the whole, and faults, are left out. */
  steps(steps: readonly ReplayedStep[]): ReplayedStep[] {
    return steps.flatMap((step) => {
      const event = this.event(step.event);
      if (event === null) return [];
      const { context, requests, hand, fault } = step;
      return {
        ...step,
        event,
        context: context && this.context(context),
        requests: requests.map(({ type, params }) => ({
          type,
          params: context && params !== null ? this.params(type, params, context) : null,
        })),
        hand: hand && { ...hand, reason: '' },
        fault: fault === null ? null : 'a step failed',
        differences: [],
      };
    });
  }
}

/** An actor as lists show it, without the errors of other accounts. */
export function limitedRow(kinds: KindTable, row: ActorOverview, limit: Limit): ActorOverview {
  const { error = null } = limit.context(contextOf(kinds, row)) as { error?: string | null };
  return { ...row, error };
}

/**
 * The error about an actor that is of accounts too that the caller does not reach, or of none.
 * @param slug of the workspace
 */
export const spansAccounts = (slug: string): Problem =>
  new Problem(
    'held_to_accounts',
    `this actor is of accounts too that you do not reach in the workspace "${slug}": ask somebody who reaches all of them`,
  );
