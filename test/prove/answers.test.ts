/**
 * A small part of `npm run prove` for what people write and what is answered: the moments in which most has to be found
 * out, all rows at once on one service. docs/crash-matrix.md is the whole.
 */
import t from 'tap';
import { testDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { heldAt, redelivered } from './answers/cases.ts';
import { playAnswers } from './answers/play.ts';
import { type AnswerRow, answerRowNamed, isOfFlow, isOfRule } from './answers/rows.ts';
import { type Case, nameOf, plain } from './cases.ts';
import { openStage } from './stage.ts';

const crowd: AnswerRow[] = [
  'message-instagram',
  'reply-facebook',
  'reply-instagram-hold',
  'hide-instagram',
  'delete-facebook',
  'private_reply-facebook',
  'subscribe-instagram',
  'rule-instagram',
  'public_reply-instagram',
  'rule_pause-instagram',
  'rule_delete-instagram',
  'flow_messages-instagram',
  'flow_wait-instagram',
  'flow_handoff-instagram',
  'flow_click-instagram',
  'flow_publish-instagram',
  'flow_pause-instagram',
].map(answerRowNamed);

const lostAnswer = (row: AnswerRow): Case => ({
  ...plain(row),
  column: 'lost-answer',
  point: row.liveCall,
  fault: { kind: 'lost_answer', call: { call: row.liveCall, nth: 1, anonymous: false } },
});
const repeated = (row: AnswerRow): Case => ({
  ...heldAt(row, 'accepted'),
  column: 'repeated',
  point: 'side by side',
});
const takesKey = ({ deed }: AnswerRow) =>
  deed !== 'delete' && deed !== 'subscribe' && !isOfRule(deed) && !isOfFlow(deed);
/** Killed when the messages that waited have been stopped, before the rule is deleted. */
const stopped: Case = {
  ...plain(answerRowNamed('queue_delete-instagram')),
  column: 'after-commit',
  point: 'rule.stopped.1',
  kills: [{ at: 'after', label: 'rule.stopped', nth: 1 }],
};

/** Killed at a commit of its own. */
const killedAt = (name: string, at: 'before' | 'after', label: string): Case => ({
  ...plain(answerRowNamed(name)),
  column: `${at}-commit`,
  point: `${label}.1`,
  kills: [{ at, label, nth: 1 }],
});

void t.test(
  'killed while people write and are answered: each thing once, and no response says otherwise',
  async (t) => {
    const { url } = await testDatabase(t, { migrated: false });
    const stage = await openStage(url, await temporaryFolder(t));
    t.teardown(() => stage.stop());
    const moments: { [sentence: string]: Case[] } = {
      'the network sends all events twice, and the service dies between them': [
        redelivered(answerRowNamed('event-instagram')),
      ],
      'a rule is deleted while messages wait': [stopped],
      'the network sends what begins an automation twice': [redelivered(answerRowNamed('flow-instagram'))],
      'the wait of an automation ends': [
        killedAt('flow_wait-instagram', 'before', '~xstate.after.1800000.dm_run.step_wait'),
      ],
      'a link is opened': [killedAt('flow_click-instagram', 'after', '~link.clicked')],
      'a version is published while a person is inside': [
        killedAt('flow_publish-instagram', 'after', '~edit'),
      ],
      'an automation is paused while people wait in it': [
        killedAt('flow_release-instagram', 'after', '~pause'),
      ],
      'the network sends the comment of a keyword twice': [redelivered(answerRowNamed('rule-instagram'))],
      'killed when the networks did the work; requests are repeated under their keys': crowd.map((row) =>
        takesKey(row) ? repeated(row) : heldAt(row, 'accepted'),
      ),
      'killed when the calls were on their way, which no network works on': crowd.map((row) =>
        heldAt(row, 'left'),
      ),
      'an answer that is lost': crowd.map(lostAnswer),
    };
    for (const [sentence, cases] of Object.entries(moments)) {
      const played = await playAnswers(stage, { kind: 'answers', cases });
      for (const [index, { found, reached, outcome }] of played.entries()) {
        const name = nameOf(cases[index]!);
        t.ok(reached, `${sentence}: ${name}`);
        t.strictSame(found.breaches, [], `${name}: ${outcome}`);
        t.ok((found.verdict?.copies ?? 2) <= 1, `${name}: never twice`);
      }
    }
  },
);
