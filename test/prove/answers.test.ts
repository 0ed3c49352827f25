/**
 * A small part of `npm run prove` for what people write and what is answered: all rows at once on one service.
 * docs/crash-matrix.md is the whole.
 */
// Runs alone: it starts services.
import t from 'tap';
import { heldAt } from './answers/cases.ts';
import { crowd, playMoments, repeated, takesKey } from './answers/moments.ts';

void t.test(
  'killed while people write and are answered: each thing once, and no response says otherwise',
  (t) =>
    playMoments(t, {
      'killed when the networks did the work; requests are repeated under their keys': crowd.map((row) =>
        takesKey(row) ? repeated(row) : heldAt(row, 'accepted'),
      ),
    }),
);
