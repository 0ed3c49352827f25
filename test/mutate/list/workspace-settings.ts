/** Changing a workspace: former slugs stay its own, and planned posts move once and knowingly. */
import { changesIn, type Mutant } from '../mutant.ts';

const settings = ['test/people/workspace-settings.test.ts'];

export const workspaceSettingsMutants: Mutant[] = [
  ...changesIn('store/directory.ts', settings, [
    [
      'another workspace gets a slug that one had before',
      'union all select from former_slugs where slug = ${slug} and workspace_id <> ${by}',
      '',
    ],
    [
      'a new workspace gets a slug that another one had before',
      'where not exists (select from former_slugs where slug = ${workspace.slug})',
      '',
    ],
  ]),
  ...changesIn('src/features/posts/move-planned.ts', settings, [
    ['a post is moved to a time that has passed', 'if (at === dueAt || at <= now) return null;', ''],
    ['more posts are moved than said', 'if (ids.length === limit)', 'if (false)'],
    [
      'what waits for an approval keeps the time that was asked for',
      "wanted: { kind: 'at' as const, at }",
      '',
    ],
  ]),
  ...changesIn('src/features/workspaces/update-operation.ts', settings, [
    ['a key without publish moves posts', "insistOnScope(principal, 'publish');", ''],
  ]),
  ...changesIn('src/faces/mcp/confirm.ts', settings, [
    [
      'a call under a former slug needs no confirmation',
      'if (workspace === undefined) return FREE;',
      "if (workspace === undefined || workspace.slug !== (args['workspace'] ?? workspace.slug)) return FREE;",
    ],
  ]),
];
