/** `troupe replay`: replays a downloaded run on the machines of this checkout. */
import { readFile } from 'node:fs/promises';
import type { Replayed } from '../introspection/run-file.ts';
import { CommandError, type Command, print, takesNo, UsageError } from './command.ts';

export const replayCommands: { [name: string]: Command } = {
  replay: {
    options: [],
    alone: true,
    help: `troupe replay FILE [--json]

Steps every actor of a run through the machines of this checkout, event by event, and says where they go elsewhere than
they did. Needs no database. A run is downloaded in the debugger, or with GET /v1/actors/{id}/run.

  --json   {"actors": [{"id", "kind", "steps", "replayed", "differences": ["…"], "stopped": {"seq", "code", "reason"} | null}]}

Exit code 1 when something differs, or could not be replayed to its end.
`,
    prepare({ values, rest }) {
      const [file, ...more] = rest;
      if (file === undefined) throw new UsageError('say which file: troupe replay FILE');
      takesNo(more);
      return async () => {
        const actors = await replayFile(file);
        if (values.json) print({ actors });
        else for (const actor of actors) process.stdout.write(`${told(actor)}\n`);
        const unlike = actors.filter(
          ({ differences, stopped }) => differences.length > 0 || stopped !== null,
        );
        if (unlike.length > 0)
          throw new CommandError(
            `${unlike.length} of ${actors.length} actors did not replay to where they are`,
          );
      };
    },
  },
};

/** The machines are loaded only for this command: all others start without them. @throws CommandError */
async function replayFile(file: string): Promise<Replayed[]> {
  const { NotARun, readRun, replayRun } = await import('../introspection/run-file.ts');
  const { kinds } = await import('../kinds/index.ts');
  try {
    return replayRun(readRun(await readFile(file, 'utf8')), kinds);
  } catch (cause) {
    if (cause instanceof NotARun) throw new CommandError(`${file}: ${cause.message}`, { cause });
    throw cause;
  }
}

function told({ id, kind, steps, replayed, differences, stopped }: Replayed): string {
  const same = differences.length === 0 && stopped === null;
  const head = `${same ? 'same' : 'DIFFERS'}  ${kind} ${id}: ${replayed} of ${steps} steps replayed`;
  const reasons = stopped && !differences.some((one) => stopped.reason.includes(one)) ? [stopped.reason] : [];
  return [head, ...[...reasons, ...differences].map((line) => `         ${line}`)].join('\n');
}
