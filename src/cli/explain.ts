/** `troupe explain`: explains in words why an actor is in its state. */
import { type Command, print, takesNo, UsageError } from './command.ts';
import { atService, REMOTE_HELP, REMOTE_OPTIONS } from './remote.ts';

export const explainCommands: { [name: string]: Command } = {
  explain: {
    options: REMOTE_OPTIONS,
    alone: true,
    help: `troupe explain ID [--json]

Says why a post is in its state, account by account, or what an automation did for a person.

  ID                 of a post (post_…) or of an automation's run (run_…)
${REMOTE_HELP}
  --json             as GET /v1/posts/{id}/explain or /v1/dm-runs/{id}/explain responds
`,
    prepare(args) {
      const [id, ...more] = args.rest;
      takesNo(more);
      const kind = /^(post|run)_\w+$/.exec(id ?? '')?.[1];
      if (id === undefined || kind === undefined)
        throw new UsageError('say what to explain: the id of a post (post_…) or of a run (run_…)');
      return () =>
        atService(args, async ({ troupe, where }) => {
          const explained =
            kind === 'post'
              ? await troupe.explainPost({ id, ...where })
              : await troupe.explainDmRun({ id, ...where });
          if (args.values.json) print(explained);
          else process.stdout.write(`${explained.summary}\n`);
        });
    },
  },
};
