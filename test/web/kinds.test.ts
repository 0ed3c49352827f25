/** The words of the debugger for kinds of actors. */
import t from 'tap';
import { kinds } from '../../src/kinds/index.ts';
import { machineOf } from '../../src/engine/definitions.ts';
import { CHARTED, KINDS } from '../../web/src/features/debugger/kinds.ts';

void t.test(
  'each kind of actor has its words, and each with a chart of its own has a heat map',
  async (t) => {
    t.same(Object.keys(KINDS).toSorted(), Object.keys(kinds).toSorted());
    const charted = Object.values(kinds).filter((kind) => machineOf(kind, null) !== null);
    t.same(CHARTED.toSorted(), charted.map(({ name }) => name).toSorted());
  },
);
