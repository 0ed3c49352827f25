/** What an inspector watches: one actor, a family, a kind, or a whole workspace. */
import { Type } from 'typebox';
import { kinds } from '../../../kinds/index.ts';
import type { Db } from '../../../../store/connect.ts';
import type { Within } from '../../../../store/held.ts';
import { within } from '../../../api/held.ts';
import type { Membership } from '../../../api/principal.ts';
import { invalid, notFound } from '../../../api/problem.ts';
import { kindNamed, type KindTable } from '../../../engine/kind.ts';
import { requireActor } from '../actor-common.ts';
import { limitOfRow, spansAccounts } from '../reached.ts';
import { resourceId } from '../../../api/schemas.ts';

const id = (description: string) =>
  Type.Optional(resourceId('actor', { minLength: 1, maxLength: 100, description }));

/** Fields of the query and of a ticket. Without any of the first three, the inspector watches the whole workspace. */
export const watchFields = {
  actor: id('Only this actor.'),
  family: id('A post with its deliveries, by the id of any of them; an account or webhook send alone.'),
  kind: Type.Optional(
    Type.Enum(Object.keys(kinds), { type: 'string', description: 'All actors of a kind.' }),
  ),
  replay: Type.Optional(
    Type.Boolean({
      description: 'Start at the beginning of the journal instead of the present. Needs `actor` or `family`.',
    }),
  ),
};

export interface Watch {
  actor?: string;
  family?: string;
  kind?: string;
  replay?: boolean;
}

/** A choice that was checked. */
export interface Scope extends Within {
  /** null if not only one actor. */
  actor: string | null;
  /** Id of the first actor of the family; null means every family. */
  family: string | null;
  kind: string | null;
  replay: boolean;
}

/**
 * @throws Problem for fields that contradict each other, when the workspace has no such actor, or the caller does not reach it
 */
export async function scopeOf(
  db: Db,
  { kinds: table, workspace }: { kinds: KindTable; workspace: Membership },
  watch: Watch,
): Promise<Scope> {
  const reached = within(workspace);
  const { actor = null, family = null, kind = null, replay = false } = watch;
  const [first, second] = Object.entries({ actor, family, kind }).filter(([, chosen]) => chosen !== null);
  if (first && second)
    throw invalid(`/${second[0]}`, `${second[0]} cannot be combined with ${first[0]}: leave one of them out`);
  const named = actor ?? family;
  if (named === null) {
    if (replay)
      throw invalid('/replay', 'replay needs an actor or a family: a whole workspace is not replayed');
    return { ...reached, actor, family, kind, replay };
  }
  const row = await requireActor(db, table, { workspace, id: named });
  if (kindNamed(table, row.kind)?.shared) throw notFound('actor', named);
  if (actor !== null && limitOfRow(table, row, workspace.heldTo)) throw spansAccounts(workspace.slug);
  return { ...reached, actor, family: row.parentId ?? row.id, kind, replay };
}
