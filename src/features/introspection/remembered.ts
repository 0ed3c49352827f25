import type { Remembered } from '../../../store/actors.ts';
import { type KindTable, openEndedIn } from '../../engine/kind.ts';

/** What the statements that read actors have to know of the kinds of a table. */
export const rememberedBy = (kinds: KindTable): Remembered =>
  Object.fromEntries(
    Object.values(kinds).map((kind) => [
      kind.name,
      { ...kind.view.remembers, openEnded: [...openEndedIn({ kind })] },
    ]),
  );
