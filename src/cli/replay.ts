/** `troupe replay`: replays a run, downloaded or at a service, on the machines of this checkout. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Replayed } from '../features/introspection/run-file.ts';
import { type Arguments, CommandError, type Command, print, takesNo, UsageError } from './command.ts';
import { atService, REMOTE_HELP, REMOTE_OPTIONS } from './remote.ts';

export const replayCommands: { [name: string]: Command } = {
  replay: {
    options: REMOTE_OPTIONS,
    alone: true,
    help: `troupe replay FILE|ID [--json]

Steps every actor of a run through the machines of this checkout, event by event, and shows where they reach another
state than before. Needs no database. A run is downloaded in the debugger, or with GET /v1/actors/{id}/run.

  FILE               a downloaded run
  ID                 of an actor at a service: post_…, dlv_…, run_… and so on
${REMOTE_HELP}

  --json   {"actors": [{"id", "kind", "steps", "replayed", "differences": ["…"], "stopped": {"seq", "code", "reason"} | null}]}

Exit code 1 when something differs, or could not be replayed to its end.
`,
    prepare(args) {
      const { values, rest } = args;
      const [source, ...more] = rest;
      if (source === undefined)
        throw new UsageError('say which file, or the id of an actor: troupe replay FILE|ID');
      takesNo(more);
      return async () => {
        const isId = /^[a-z]+_\w+$/.test(source) && !existsSync(source);
        const actors = await replayed(
          source,
          isId ? await download(args, source) : await readFile(source, 'utf8'),
        );
        if (values.json) print({ actors });
        else for (const actor of actors) process.stdout.write(`${report(actor)}\n`);
        const unlike = actors.filter(
          ({ differences, stopped }) => differences.length > 0 || stopped !== null,
        );
        if (unlike.length > 0)
          throw new CommandError(
            `${unlike.length} of ${actors.length} actors replay to another state than their own`,
          );
      };
    },
  },
};

/** The machines are loaded only for this command: all others start without them. @throws CommandError */
async function replayed(source: string, run: string): Promise<Replayed[]> {
  const { NotARun, readRun, replayRun } = await import('../features/introspection/run-file.ts');
  const { kinds } = await import('../kinds/index.ts');
  try {
    return replayRun(readRun(run), kinds);
  } catch (cause) {
    if (cause instanceof NotARun) throw new CommandError(`${source}: ${cause.message}`, { cause });
    throw cause;
  }
}

/** @returns the run of an actor as a file has it */
async function download(args: Arguments, id: string): Promise<string> {
  let run = '';
  await atService(args, async ({ troupe, where }) => {
    run = JSON.stringify(await troupe.downloadRun({ id, ...where }));
  });
  return run;
}

function report({ id, kind, steps, replayed, differences, stopped }: Replayed): string {
  const same = differences.length === 0 && stopped === null;
  const head = `${same ? 'same' : 'DIFFERS'}  ${kind} ${id}: ${replayed} of ${steps} steps replayed`;
  const reasons = stopped && !differences.some((one) => stopped.reason.includes(one)) ? [stopped.reason] : [];
  return [head, ...[...reasons, ...differences].map((line) => `         ${line}`)].join('\n');
}
