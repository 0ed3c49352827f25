/** `troupe templates`: what posts say, kept under a name (docs/cli.md). */
import type { Reply } from '../../clients/typescript/src/index.ts';
import { ACCOUNT_HELP, accountIdsOf, byIdOrName, printLine, wordOf } from './accounts.ts';
import { type Command, print, takesNo, UsageError } from './command.ts';
import { atService, remote, type Remote } from './remote.ts';

type Template = Reply<'listPostTemplates'>['postTemplates'][number];

/** The template with this id or name. @throws UsageError */
async function templateOf({ troupe, where }: Remote, which: string): Promise<Template> {
  const { postTemplates } = await troupe.listPostTemplates(where);
  return byIdOrName('template', which, postTemplates);
}

export const templateCommands: { [name: string]: Command } = {
  'templates list': remote({
    help: (options) => `troupe templates list [--json]

Lists the templates of posts: id, name.

${options}
  --json             as GET /v1/post-templates responds
`,
    prepare(args) {
      takesNo(args.rest);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const listed = await troupe.listPostTemplates(where);
          if (args.values.json) return print(listed);
          for (const { id, name } of listed.postTemplates) printLine(id, name);
        });
    },
  }),
  'templates create': remote({
    options: ['name'],
    help: (options) => `troupe templates create POST --name NAME [--json]

Keeps what a post says as a template, and prints its id.

  --name NAME        what it is called
${options}
  --json             as POST /v1/post-templates responds
`,
    prepare(args) {
      const postId = wordOf(args, 'templates create POST --name NAME');
      const { name } = args.values;
      if (name === undefined) throw new UsageError('say what it is called: --name NAME');
      return () =>
        atService(args, async ({ troupe, where }) => {
          const made = await troupe.createPostTemplate({ ...where, postId, name });
          if (args.values.json) print(made);
          else printLine(made.postTemplate.id);
        });
    },
  }),
  'templates use': remote({
    options: ['account'],
    help: (options) => `troupe templates use TEMPLATE [--account WHICH] [--json]

Makes a draft from a template, and prints the id of the draft. TEMPLATE is its id or its name. Without --account the draft is for the
accounts of the template.

${ACCOUNT_HELP}${options}
  --json             {"post": {…}} as the API gives it
`,
    prepare(args) {
      const which = wordOf(args, 'templates use TEMPLATE');
      return () =>
        atService(args, async (at) => {
          const { id } = await templateOf(at, which);
          const accountIds = await accountIdsOf(at, args);
          const made = await at.troupe.createPostFromTemplate({
            ...at.where,
            id,
            ...(accountIds.length > 0 && { accountIds }),
          });
          if (args.values.json) print(made);
          else printLine(made.post.id);
        });
    },
  }),
  'templates delete': remote({
    help: (options) => `troupe templates delete TEMPLATE [--json]

Deletes a template. TEMPLATE is its id or its name. Posts that were made from it stay as they are.

${options}
  --json             as DELETE /v1/post-templates/{id} responds
`,
    prepare(args) {
      const which = wordOf(args, 'templates delete TEMPLATE');
      return () =>
        atService(args, async (at) => {
          const { id, name } = await templateOf(at, which);
          const done = await at.troupe.deletePostTemplate({ ...at.where, id });
          if (args.values.json) print(done);
          else process.stderr.write(`The template ${name} is deleted.\n`);
        });
    },
  }),
};
