/** `troupe series`: posts that are made again and again by a rule (docs/contract.md, Series). */
import type { Reply } from '../../clients/typescript/src/index.ts';
import { type Command, print, takesNo, UsageError } from './command.ts';
import { chosenAccounts, furtherFields } from './post.ts';
import { atService, remote, type Remote } from './remote.ts';

type Series = Reply<'getSeries'>['series'];

function write({ id, status, next, rule, post, error }: Series): void {
  const when = next === null ? '' : `next ${next}  `;
  const text = post.content.replaceAll(/\s+/g, ' ').slice(0, 60);
  process.stdout.write(`${id}  ${status.padEnd(6)}  ${when}${rule}  ${text}\n`);
  if (error !== null) process.stderr.write(`${id}: ${error}\n`);
}

/** A command about one series. */
const about = (
  name: string,
  words: { does: string; as: string },
  act: (remote: Remote, id: string) => Promise<{ series: Series }>,
): Command =>
  remote({
    help: (options) => `troupe series ${name} SERIES [--json]

${words.does}

${options}
  --json             as ${words.as} responds
`,
    prepare(args) {
      const [id, ...more] = args.rest;
      if (id === undefined || id === '') throw new UsageError(`say which: troupe series ${name} SERIES`);
      takesNo(more);
      return () =>
        atService(args, async (service) => {
          const answer = await act(service, id);
          if (args.values.json) return print(answer);
          write(answer.series);
        });
    },
  });

export const seriesCommands: { [name: string]: Command } = {
  'series list': remote({
    help: (options) => `troupe series list [--json]

Lists the series, newest first: id, status, next date, rule and the beginning of the text.

${options}
  --json             as GET /v1/series responds
`,
    prepare(args) {
      takesNo(args.rest);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const listed = await troupe.listSeries(where);
          if (args.values.json) return print(listed);
          listed.series.forEach(write);
        });
    },
  }),
  'series create': remote({
    options: ['account', 'label', 'rule', 'from', 'timezone', 'with'],
    help: (
      options,
    ) => `troupe series create TEXT --account WHICH --rule RULE --from TIME [--timezone ZONE] [--json]

Makes a series, and prints its id. Its posts of the next 30 days are on the calendar.

  --account WHICH    an id, a network, a user name, or network:name; "all" are all of the workspace. May be repeated
  --rule RULE        by which it repeats, as in RFC 5545: "FREQ=WEEKLY;BYDAY=MO,TH"
  --from TIME        the first possible time; it says the time of day, too
  --timezone ZONE    of the rule, such as Europe/Berlin; default: that of the workspace
  --label TEXT       finds its posts again. May be repeated
  --with JSON        further fields of its posts: '{"media": ["https://…"]}'
${options}
  --json             as POST /v1/series responds
`,
    prepare(args) {
      const [content, ...more] = args.rest;
      const { account: chosen = [], label: labels = [], rule, from, timezone } = args.values;
      if (content === undefined || chosen.length === 0 || rule === undefined || from === undefined)
        throw new UsageError('say what: troupe series create TEXT --account WHICH --rule RULE --from TIME');
      takesNo(more);
      const further = furtherFields(args.values.with);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const { accounts } = await troupe.listAccounts(where);
          const accountIds = [...new Set(chosen.flatMap((which) => chosenAccounts(which, accounts)))];
          const answer = await troupe.createSeries({
            ...where,
            post: { ...further, content, accountIds, ...(labels.length > 0 && { labels }) },
            rule,
            startsAt: from,
            ...(timezone !== undefined && { timezone }),
          });
          if (args.values.json) return print(answer);
          for (const warning of answer.warnings) process.stderr.write(`${warning}\n`);
          process.stdout.write(`${answer.series.id}\n`);
        });
    },
  }),
  'series pause': about(
    'pause',
    {
      does: 'Pauses a series: its planned posts are removed, except those that were edited.',
      as: 'POST /v1/series/{id}/pause',
    },
    ({ troupe, where }, id) => troupe.pauseSeries({ id, ...where }),
  ),
  'series resume': about(
    'resume',
    { does: 'Resumes a series: its posts of the next 30 days are made.', as: 'POST /v1/series/{id}/resume' },
    ({ troupe, where }, id) => troupe.resumeSeries({ id, ...where }),
  ),
  'series delete': remote({
    options: ['remove-posts'],
    help: (options) => `troupe series delete SERIES [--remove-posts] [--json]

Deletes a series. Its posts on the calendar stay.

  --remove-posts     removes its posts that are not out, too
${options}
  --json             as DELETE /v1/series/{id} responds
`,
    prepare(args) {
      const [id, ...more] = args.rest;
      if (id === undefined || id === '') throw new UsageError('say which: troupe series delete SERIES');
      takesNo(more);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const posts = args.values['remove-posts'] === true ? 'delete' : 'keep';
          const answer = await troupe.deleteSeries({ id, posts, ...where });
          if (args.values.json) print(answer);
          else process.stderr.write(`The series ${id} is deleted.\n`);
        });
    },
  }),
};
