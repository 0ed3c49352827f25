/**
 * A small part of `npm run prove` that runs for every change; docs/crash-matrix.md is the whole. One row for each kind
 * of evidence goes through the moments in which most has to be found out, all of them in parallel on one service.
 */
import t from 'tap';
import { testDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Call, type Case, nameOf, plain, type Task, twins } from './cases.ts';
import type { Found } from './check.ts';
import { type Row, rowNamed } from './rows.ts';
import { play } from './run.ts';
import { openStage } from './stage.ts';

const crowd: Row[] = [
  'bluesky', // a record key
  'mastodon', // an idempotency key
  'instagram', // a container, and a file that the network fetches
  'instagram-story', // a container, and a list of its own
  'x', // the own list
  'linkedin', // nothing to look at, but a second one is refused
  'tumblr', // the own list, after a while
  'wordpress', // a draft that is published
  'telegram', // nothing
  'telegram-hold',
].map(rowNamed);

const liveCall = (row: Row): Call => ({ call: row.liveCall, nth: 1, anonymous: false });
const doubts = (row: Row) => (row.evidence === null ? 1 : 0);

const accepted = (row: Row): Case => ({
  ...plain(row),
  column: 'accepted',
  point: row.liveCall,
  kills: [{ at: 'accepted' }],
  held: liveCall(row),
  doubts: doubts(row),
});
const created = (row: Row): Case => ({
  ...plain(row),
  column: 'after-commit',
  point: 'created',
  kills: [{ at: 'created' }],
  doubts: doubts(row),
});
const disturbed = (column: 'lost-answer' | 'no-id', row: Row): Case => ({
  ...plain(row),
  column,
  point: row.liveCall,
  fault: { kind: column === 'no-id' ? 'no_id' : 'lost_answer', call: liveCall(row) },
  doubts: doubts(row),
});

const summary = ({ verdict }: Found) =>
  verdict ? `${verdict.copies} copies, ${verdict.status}` : 'no delivery';

void t.test('killed, or with a faulty network: one copy where evidence exists, all reported', async (t) => {
  const { url } = await testDatabase(t, { migrated: false });
  const stage = await openStage(url, await temporaryFolder(t));
  t.teardown(() => stage.stop());

  const tasks: { [sentence: string]: Task } = {
    'killed when all are accepted and none has answered': { kind: 'crowd', cases: crowd.map(accepted) },
    'killed when all are created': { kind: 'crowd', cases: crowd.map(created) },
    'an answer that is lost, or has no id': {
      kind: 'crowd',
      cases: crowd.map((row, index) => disturbed(index % 2 === 0 ? 'lost-answer' : 'no-id', row)),
    },
    'a second post with the words of one that is live': {
      kind: 'twins',
      cases: [...crowd, rowNamed('reddit')].map(twins),
    },
  };
  for (const [sentence, task] of Object.entries(tasks)) {
    const played = await play(stage, task);
    for (const [index, { found, reached }] of played.entries()) {
      const one = task.cases[index]!;
      t.ok(reached, `${sentence}: ${nameOf(one)}`);
      t.strictSame(found.breaches, [], `${nameOf(one)}: ${summary(found)}`);
      const { row } = one;
      if (task.kind === 'twins') continue; // two posts, two copies: checked by what was found
      if (row.evidence !== null || row.refusesTwice || row.onUnknown === 'hold')
        t.ok((found.verdict?.copies ?? 2) <= 1, `${nameOf(one)}: never twice`);
    }
  }
});
