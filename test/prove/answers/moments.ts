/** Moments in which most has to be found out about what people write and what is answered, for tests of some of them. */
import type { Test } from 'tap';
import { testDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Case, nameOf, plain } from '../cases.ts';
import { openStage } from '../stage.ts';
import { heldAt } from './cases.ts';
import { playAnswers } from './play.ts';
import { type AnswerRow, answerRowNamed, isOfFlow, isOfRule } from './rows.ts';

export const crowd: AnswerRow[] = [
  'message-instagram',
  'reply-facebook',
  'reply-instagram-hold',
  'hide-instagram',
  'delete-facebook',
  'private_reply-facebook',
  'subscribe-instagram',
  'read-instagram',
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

export const lostAnswer = (row: AnswerRow): Case => ({
  ...plain(row),
  column: 'lost-answer',
  point: row.liveCall,
  fault: { kind: 'lost_answer', call: { call: row.liveCall, nth: 1, anonymous: false } },
});
export const repeated = (row: AnswerRow): Case => ({
  ...heldAt(row, 'accepted'),
  column: 'repeated',
  point: 'side by side',
});
export const takesKey = ({ deed }: AnswerRow) =>
  deed !== 'delete' && deed !== 'subscribe' && deed !== 'read' && !isOfRule(deed) && !isOfFlow(deed);
/** Killed when the messages that waited have been stopped, before the rule is deleted. */
export const stopped: Case = {
  ...plain(answerRowNamed('queue_delete-instagram')),
  column: 'after-commit',
  point: 'rule.stopped.1',
  // whatever else is in the commit: other actors' events may be taken in the same turn
  kills: [{ at: 'after', label: '~rule.stopped', nth: 1 }],
};

/** Killed at a commit of its own. */
export const killedAt = (name: string, at: 'before' | 'after', label: string): Case => ({
  ...plain(answerRowNamed(name)),
  column: `${at}-commit`,
  point: `${label}.1`,
  kills: [{ at, label, nth: 1 }],
});

/** Plays the cases of each sentence at once, on one service: each thing once, and no response says otherwise. */
export async function playMoments(t: Test, moments: { [sentence: string]: Case[] }): Promise<void> {
  const { url } = await testDatabase(t, { migrated: false });
  const stage = await openStage(url, await temporaryFolder(t));
  t.teardown(() => stage.stop());
  for (const [sentence, cases] of Object.entries(moments)) {
    const played = await playAnswers(stage, { kind: 'answers', cases });
    for (const [index, { found, reached, outcome }] of played.entries()) {
      const name = nameOf(cases[index]!);
      t.ok(reached, `${sentence}: ${name}`);
      t.strictSame(found.breaches, [], `${name}: ${outcome}`);
      t.ok((found.verdict?.copies ?? 2) <= 1, `${name}: never twice`);
    }
  }
}
