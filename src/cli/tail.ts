/** `troupe tail`: the live feed in a terminal. */
import { type Command, print, takesNo } from './command.ts';
import { atService, REMOTE_HELP, REMOTE_OPTIONS, wholeNumber } from './remote.ts';

export const tailCommands: { [name: string]: Command } = {
  tail: {
    options: [...REMOTE_OPTIONS, 'after', 'post', 'count'],
    alone: true,
    help: `troupe tail [--after N] [--post ID] [--count N] [--json]

Prints what happens in a workspace, as it happens: number, time, event, what it is about, and its status. It reconnects by itself,
and then prints the events that it missed. Ctrl-C ends it.

  --after N          first everything after this number; to continue where an earlier one ended
  --post ID          only what is about this post. May be repeated
  --count N          ends after so many events
${REMOTE_HELP}
  --json             a line of JSON for each event as docs/live.md has them, and {"type": "gap", "oldest"} where events after your
                     number are deleted already
`,
    prepare(args) {
      const { values, rest } = args;
      takesNo(rest);
      const after = wholeNumber('after', values.after, { least: 0 });
      const count = wholeNumber('count', values.count, { least: 1 }) ?? Number.POSITIVE_INFINITY;
      const resources = values.post?.map((id) => ({ type: 'post', id }));
      return () =>
        atService(args, async ({ troupe, where }) => {
          let lastSeq = 0;
          const options = {
            ...where,
            ...(after !== undefined && { after }),
            ...(resources && { resources }),
          };
          for await (const message of troupe.live(options)) {
            if (message.type === 'gap') {
              if (values.json) print(message);
              process.stderr.write('events after this number are deleted already: some are missing here\n');
            }
            if (message.type !== 'event') continue;
            if (values.json) print(message);
            else process.stdout.write(`${lineOf(message)}\n`);
            lastSeq += 1;
            if (lastSeq >= count) break;
          }
        });
    },
  },
};

function lineOf({
  seq,
  at,
  event,
  resource,
  data,
}: {
  seq: number;
  at: string;
  event: string;
  resource: { id: string };
  data: object;
}): string {
  const { platform, status, error } = data as { platform?: unknown; status?: unknown; error?: unknown };
  const parts = [platform, status, error].filter((one) => typeof one === 'string');
  return [seq, at, event, resource.id, ...parts].join('  ');
}
