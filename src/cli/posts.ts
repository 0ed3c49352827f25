/** `troupe posts` and `troupe labels`: lists posts, and gives them labels (docs/cli.md). */
import type { Input } from '../../clients/typescript/src/index.ts';
import { type Arguments, type Command, CommandError, print, takesNo, UsageError } from './command.ts';
import { groupOf } from './accounts.ts';
import { chosenAccounts } from './post.ts';
import { atService, remote, type Remote, wholeNumber } from './remote.ts';

const STATUSES = ['draft', 'scheduled', 'publishing', 'published', 'failed'] as const;

/** A text on one line, so that a line of a list is one post. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** @throws UsageError */
function filterOf({ values }: Arguments): Pick<Input<'listPosts'>, 'status' | 'label' | 'q' | 'limit'> {
  const [label, ...more] = values.label ?? [];
  if (more.length > 0) throw new UsageError('give --label only once');
  const status = STATUSES.find((one) => one === values.status);
  if (values.status !== undefined && status === undefined)
    throw new UsageError(`--status must be one of ${STATUSES.join(', ')}`);
  const limit = wholeNumber('count', values.count, { least: 1 });
  return {
    ...(status !== undefined && { status }),
    ...(label !== undefined && { label }),
    ...(values.search !== undefined && { q: values.search }),
    ...(limit !== undefined && { limit }),
  };
}

/** The one account that `--account` names. @throws UsageError */
async function accountOf({ troupe, where }: Remote, { values }: Arguments): Promise<{ accountId?: string }> {
  const [which, ...others] = values.account ?? [];
  if (which === undefined) return {};
  const [id, ...more] = chosenAccounts(which, (await troupe.listAccounts(where)).accounts);
  if (others.length > 0 || more.length > 0) throw new UsageError('name one account: --account WHICH');
  return { accountId: id! };
}

/** `labels add` and `labels remove`. */
const changeLabels = (word: 'add' | 'remove', field: 'addLabels' | 'removeLabels'): Command =>
  remote({
    help: (options) => `troupe labels ${word} LABEL POST... [--json]

${word === 'add' ? 'Gives posts a label' : 'Takes a label from posts'}, whatever their status.

${options}
  --json             as POST /v1/posts/batch responds
`,
    prepare(args) {
      const [label, ...ids] = args.rest;
      if (label === undefined || ids.length === 0)
        throw new UsageError(`say which: troupe labels ${word} LABEL POST...`);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const answer = await troupe.batchPosts({ ...where, action: 'label', ids, [field]: [label] });
          if (args.values.json) print(answer);
          const refused = answer.results.filter(({ ok }) => !ok);
          if (refused.length > 0)
            throw new CommandError(refused.map(({ id, error }) => `${id}: ${error}`).join('; '));
        });
    },
  });

export const postListCommands: { [name: string]: Command } = {
  'posts list': remote({
    options: ['search', 'status', 'label', 'account', 'group', 'count'],
    help: (options) => `troupe posts list [--search WORDS] [--status STATUS] [--label TEXT] [--account WHICH]
                    [--group WHICH] [--count N] [--json]

Lists posts, newest first: id, status, time, labels, text.

  --search WORDS     with these words; the last may be the beginning of a word
  --status STATUS    ${STATUSES.join(', ')}
  --label TEXT       with this label
  --account WHICH    of one account: an id, a network, a user name, or network:name
  --group WHICH      of the accounts of a group: its id or name
  --count N          how many; default 25
${options}
  --json             as GET /v1/posts responds
`,
    prepare(args) {
      takesNo(args.rest);
      const filter = filterOf(args);
      return () =>
        atService(args, async (at) => {
          const account = await accountOf(at, args);
          const { group } = args.values;
          const ofGroup = group === undefined ? {} : { groupId: (await groupOf(at, group)).id };
          const listed = await at.troupe.listPosts({ ...at.where, ...filter, ...account, ...ofGroup });
          if (args.values.json) return print(listed);
          for (const { id, status, publishedAt, scheduledAt, labels, content } of listed.posts)
            process.stdout.write(
              `${[id, status, publishedAt ?? scheduledAt ?? '-', labels.join(','), oneLine(content)].join('  ').trimEnd()}\n`,
            );
        });
    },
  }),
};

export const labelCommands: { [name: string]: Command } = {
  'labels list': remote({
    help: (options) => `troupe labels list [--json]

Lists the labels of posts, with how many posts have each.

${options}
  --json             as GET /v1/labels responds
`,
    prepare(args) {
      takesNo(args.rest);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const listed = await troupe.listPostLabels(where);
          if (args.values.json) return print(listed);
          for (const { label, posts } of listed.labels) process.stdout.write(`${posts}  ${label}\n`);
        });
    },
  }),
  'labels add': changeLabels('add', 'addLabels'),
  'labels remove': changeLabels('remove', 'removeLabels'),
};
