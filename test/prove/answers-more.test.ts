/** More moments than answers.test.ts has, of the same rows and of the ends and beginnings of automations. */
// Long test: each moment is a kill and a restart of the service, and the crash matrix has them too; answers.test.ts has the fullest one.
import t from 'tap';
import { heldAt, redelivered } from './answers/cases.ts';
import { crowd, killedAt, lostAnswer, playMoments, stopped } from './answers/moments.ts';
import { answerRowNamed } from './answers/rows.ts';

void t.test('killed at more moments: each thing once, and no response says otherwise', (t) =>
  playMoments(t, {
    'the network sends all events twice, and the service dies between them': [
      redelivered(answerRowNamed('event-instagram')),
    ],
    'a rule is deleted while messages wait': [stopped],
    'the copy of a picture is stored': [killedAt('file-instagram', 'before', 'copy.done')],
    'a live broadcast has ended': [killedAt('live-instagram', 'before', 'look.missing')],
    'the network sends what begins an automation twice': [redelivered(answerRowNamed('flow-instagram'))],
    'the wait of an automation ends': [
      killedAt('flow_wait-instagram', 'before', '~xstate.after.1800000.dm_run.step_wait'),
    ],
    'a link is opened': [killedAt('flow_click-instagram', 'after', '~link.clicked')],
    'a version is published while a person is inside': [killedAt('flow_publish-instagram', 'after', '~edit')],
    'an automation is paused while people wait in it': [
      killedAt('flow_release-instagram', 'after', '~pause'),
    ],
    'the messages of a broadcast that has ended are ended': [
      killedAt('live-instagram', 'after', 'look.missing'),
      killedAt('live-instagram', 'before', 'replies.ended'),
    ],
    'the copy of a picture is deleted': [
      killedAt('file-instagram', 'before', 'files.removed'),
      killedAt('file-instagram', 'after', 'copy.done'),
    ],
    'the list of live broadcasts is read': [heldAt(answerRowNamed('live-instagram'), 'accepted')],
    'the network sends the comment of a keyword twice': [redelivered(answerRowNamed('rule-instagram'))],
    'killed when the calls were on their way, which no network works on': crowd.map((row) =>
      heldAt(row, 'left'),
    ),
    'an answer that is lost': crowd.map(lostAnswer),
  }),
);
