/**
 * A small part of `npm run prove` for what people write and what is answered: all rows at once on one service.
 * docs/crash-matrix.md is the whole.
 */
// Runs alone: it starts services.
import t from 'tap';
import { heldAt, redelivered } from './answers/cases.ts';
import { crowd, killedAt, playMoments, repeated, stopped, takesKey } from './answers/moments.ts';
import { answerRowNamed } from './answers/rows.ts';

void t.test(
  'killed while people write and are answered: each thing once, and no response says otherwise',
  (t) =>
    playMoments(t, {
      'the network sends all events twice, and the service dies between them': [
        redelivered(answerRowNamed('event-instagram')),
      ],
      'a rule is deleted while messages wait': [stopped],
      'the copy of a picture is stored': [killedAt('file-instagram', 'before', 'copy.done')],
      'a live broadcast has ended': [killedAt('live-instagram', 'before', 'look.missing')],
      'killed when the networks did the work; requests are repeated under their keys': crowd.map((row) =>
        takesKey(row) ? repeated(row) : heldAt(row, 'accepted'),
      ),
    }),
);
