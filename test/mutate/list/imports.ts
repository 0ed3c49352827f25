/** Breaks of imports that a test has to notice. */
import { changesIn, type Mutant } from '../mutant.ts';

const IMPORTS = ['test/imports/import.test.ts'];
const CRASH = ['test/imports/once.test.ts'];

export const importMutants: Mutant[] = [
  ...changesIn(
    'store/imports.ts',
    ['test/flows/isolation.test.ts'],
    [['an import of another workspace is read', 'i.workspace_id = ${workspaceId}', 'true']],
  ),
  ...changesIn('store/imports.ts', IMPORTS, [
    ['imports of others are shown to a held member', 'i.user_id = ${userId} and ', ''],
  ]),
  ...changesIn('src/features/imports/plan-row.ts', IMPORTS, [
    ['a row whose time has passed is published', "timing.kind === 'at' && timing.at <= now", 'false'],
  ]),
  ...changesIn('src/features/imports/operations.ts', IMPORTS, [
    [
      'a key for drafts takes back what is planned',
      "if (draftsOnly && (await hasTimedPosts(tx, before.id))) insistOnScope(call.principal, 'publish');",
      '',
    ],
  ]),
  ...changesIn('src/features/imports/handlers.ts', CRASH, [
    [
      'the result of an effect that was given away counts',
      'if (!actor || !isOurs(actor, run)) return { result: false };',
      'if (!actor) return { result: false };',
    ],
  ]),
];
