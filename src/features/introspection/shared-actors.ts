/** Actors of the installation, as members of a workspace see them: those that serve it, and what people of other workspaces did with them not. */
import type { Db } from '../../../store/connect.ts';
import type { Hand } from '../../../store/turns.ts';
import { kindNamed, type KindTable } from '../../engine/kind.ts';

/** Ids of the shared actors of these kinds that members of a workspace may see. */
export async function sharedActors(
  db: Db,
  kinds: KindTable,
  { workspaceId, of }: { workspaceId: string; of: readonly string[] },
): Promise<string[]> {
  const found = await Promise.all(
    of.map(async (name) => (await kindNamed(kinds, name)?.shared?.(db, workspaceId)) ?? []),
  );
  return found.flat();
}

/** The same of the kinds to which these ids may belong. */
export async function sharedAmong(
  db: Db,
  kinds: KindTable,
  { workspaceId, ids }: { workspaceId: string; ids: readonly string[] },
): Promise<string[]> {
  const of = Object.values(kinds).flatMap(({ name, idPrefix, shared }) =>
    shared && ids.some((id) => id.startsWith(`${idPrefix}_`)) ? name : [],
  );
  return of.length === 0 ? [] : sharedActors(db, kinds, { workspaceId, of });
}

/**
 * The steps of an actor as a person may see them. Somebody of another workspace may have acted on a shared one: only the person
 * themselves sees who it was, and why.
 */
export function withOwnHands<Step extends { hand?: Hand | null | undefined }>(
  kinds: KindTable,
  { kind, userId }: { kind: string; userId: string },
  steps: readonly Step[],
): Step[] {
  if (!kindNamed(kinds, kind)?.shared) return [...steps];
  return steps.map((step) => {
    if (!step.hand || step.hand.userId === userId) return step;
    const { hand: _, ...rest } = step;
    return { ...rest, ...('hand' in step && { hand: null }) } as Step;
  });
}
