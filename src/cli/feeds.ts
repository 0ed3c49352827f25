/** `troupe feeds`: feeds whose items become posts (docs/contract.md, Feeds). */
import type { Reply } from '../../clients/typescript/src/index.ts';
import { type Command, print, takesNo, UsageError } from './command.ts';
import { chosenAccounts } from './post.ts';
import { atService, remote, type Remote } from './remote.ts';

type Feed = Reply<'getFeed'>['feed'];

const MODES = ['draft', 'next_slot', 'publish'] as const;
type Mode = (typeof MODES)[number];

function write({ id, status, mode, lastReadAt, url, problem }: Feed): void {
  process.stdout.write(
    `${id}  ${status.padEnd(7)}  ${mode.padEnd(9)}  read ${lastReadAt ?? 'never'}  ${url}\n`,
  );
  if (problem !== null) process.stderr.write(`${id}: ${problem}\n`);
}

function idOf(rest: readonly string[], command: string): string {
  const [id, ...more] = rest;
  if (id === undefined || id === '') throw new UsageError(`say which: troupe feeds ${command} FEED`);
  takesNo(more);
  return id;
}

/** A command about one feed. */
const about = (
  name: string,
  words: { does: string; as: string },
  act: (remote: Remote, id: string) => Promise<{ feed: Feed }>,
): Command =>
  remote({
    help: (options) => `troupe feeds ${name} FEED [--json]

${words.does}

${options}
  --json             as ${words.as} responds
`,
    prepare(args) {
      const id = idOf(args.rest, name);
      return () =>
        atService(args, async (service) => {
          const answer = await act(service, id);
          if (args.values.json) return print(answer);
          write(answer.feed);
        });
    },
  });

function modeOf(written: string | undefined): Mode {
  const mode = MODES.find((one) => one === written);
  if (mode === undefined) throw new UsageError(`--mode is one of ${MODES.join(', ')}`);
  return mode;
}

function wholeNumber(written: string | undefined, option: string): number | undefined {
  if (written === undefined) return undefined;
  if (!/^\d{1,6}$/.test(written)) throw new UsageError(`--${option} is a whole number`);
  return Number(written);
}

const list = remote({
  help: (options) => `troupe feeds list [--json]

Lists the feeds, newest first: id, status, what becomes of their items, when they were last read, and their addresses.

${options}
  --json             as GET /v1/feeds responds
`,
  prepare(args) {
    takesNo(args.rest);
    return () =>
      atService(args, async ({ troupe, where }) => {
        const listed = await troupe.listFeeds(where);
        if (args.values.json) return print(listed);
        listed.feeds.forEach(write);
      });
  },
});

const create = remote({
  options: ['account', 'mode', 'template', 'every', 'backfill'],
  help: (
    options,
  ) => `troupe feeds create ADDRESS --account WHICH --mode MODE [--template TEXT] [--every MINUTES] [--backfill COUNT] [--json]

Makes posts of the new items of an RSS, Atom or JSON feed, and prints the id of the feed.

  --account WHICH    an id, a network, a user name, or network:name; "all" are all of the workspace. May be repeated
  --mode MODE        what becomes of new items: draft, next_slot (of the posting schedule) or publish (at once)
  --template TEXT    of the texts of its posts, with {title}, {link} and {summary}
  --every MINUTES    how often it is read, 15 or more; default: 60
  --backfill COUNT   so many of the items that it has now become posts, 10 or fewer; default: 0
${options}
  --json             as POST /v1/feeds responds
`,
  prepare(args) {
    const [url, ...more] = args.rest;
    const { account: chosen = [], mode: written, template, every, backfill: count } = args.values;
    if (url === undefined || chosen.length === 0 || written === undefined)
      throw new UsageError('say what: troupe feeds create ADDRESS --account WHICH --mode MODE');
    takesNo(more);
    const mode = modeOf(written);
    const everyMinutes = wholeNumber(every, 'every');
    const backfill = wholeNumber(count, 'backfill');
    return () =>
      atService(args, async ({ troupe, where }) => {
        const { accounts } = await troupe.listAccounts(where);
        const answer = await troupe.createFeed({
          ...where,
          url,
          accountIds: [...new Set(chosen.flatMap((which) => chosenAccounts(which, accounts)))],
          mode,
          ...(template !== undefined && { template }),
          ...(everyMinutes !== undefined && { everyMinutes }),
          ...(backfill !== undefined && { backfill }),
        });
        if (args.values.json) return print(answer);
        for (const warning of answer.warnings) process.stderr.write(`${warning}\n`);
        process.stdout.write(`${answer.feed.id}\n`);
      });
  },
});

const items = remote({
  help: (options) => `troupe feeds items FEED [--json]

Lists the newest 100 items of a feed with what became of each, and its post.

${options}
  --json             as GET /v1/feeds/{id}/items responds
`,
  prepare(args) {
    const id = idOf(args.rest, 'items');
    return () =>
      atService(args, async ({ troupe, where }) => {
        const listed = await troupe.listFeedItems({ id, limit: 100, ...where });
        if (args.values.json) return print(listed);
        for (const { result, postId, title, problem } of listed.items)
          process.stdout.write(
            `${result.padEnd(7)}  ${postId ?? '-'}  ${title}${problem === null ? '' : `: ${problem}`}\n`,
          );
      });
  },
});

export const feedCommands: { [name: string]: Command } = {
  'feeds list': list,
  'feeds create': create,
  'feeds items': items,
  'feeds pause': about(
    'pause',
    { does: 'Pauses a feed: it is not read until it is resumed.', as: 'POST /v1/feeds/{id}/pause' },
    ({ troupe, where }, id) => troupe.pauseFeed({ id, ...where }),
  ),
  'feeds resume': about(
    'resume',
    {
      does: 'Resumes a feed: it is read at once. Items that appeared meanwhile become no posts.',
      as: 'POST /v1/feeds/{id}/resume',
    },
    ({ troupe, where }, id) => troupe.resumeFeed({ id, ...where }),
  ),
  'feeds delete': remote({
    help: (options) => `troupe feeds delete FEED [--json]

Deletes a feed. Its posts stay.

${options}
  --json             as DELETE /v1/feeds/{id} responds
`,
    prepare(args) {
      const id = idOf(args.rest, 'delete');
      return () =>
        atService(args, async ({ troupe, where }) => {
          const answer = await troupe.deleteFeed({ id, ...where });
          if (args.values.json) print(answer);
          else process.stderr.write(`The feed ${id} is deleted.\n`);
        });
    },
  }),
};
