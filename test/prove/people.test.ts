/** A small part of `npm run prove` for people who decide and come in. docs/crash-matrix.md is the whole. */
// Long test: it starts services, and kills them
import t from 'tap';
import { testDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { peopleTasks, playPeople } from './people.ts';
import { openStage } from './stage.ts';

/** `approve` is much like the first; the others are played by `npm run prove` alone. */
const ROWS = new Set(['approve-by-link', 'accept', 'sign-up', 'mail']);
/** The commits in which something is decided. */
const DECIDES = /^(approve\+started|invitations\+members(\+sessions\+users)?|started)\.1$/;

void t.test(
  'killed while a client approves, a person comes in, or a mail is queued: once, and not lost',
  async (t) => {
    const { url } = await testDatabase(t, { migrated: false });
    const stage = await openStage(url, await temporaryFolder(t));
    t.teardown(() => stage.stop());
    const isChosen = ({ name, point }: { name: string; point: string }) =>
      ROWS.has(name) && (point === 'any' || DECIDES.test(point));
    const tasks = await peopleTasks(stage, isChosen, {});
    t.equal(tasks.length, 8, tasks.map(({ cases }) => cases[0]!.name).join('; '));
    for (const task of tasks)
      for (const { name, reached, breaches, outcome } of await playPeople(stage, task)) {
        t.ok(reached, name);
        t.strictSame(breaches, [], `${name}: ${outcome}`);
      }
  },
);
