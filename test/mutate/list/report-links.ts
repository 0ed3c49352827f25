/** Breaks of links to reports that a test has to notice. */
import { changesIn, type Mutant } from '../mutant.ts';

const REPORTS = ['test/numbers/report-links.test.ts'];

export const reportLinkMutants: Mutant[] = [
  ...changesIn('src/features/numbers/reports/link.ts', REPORTS, [
    [
      'a link stays open when its maker may not make one any more',
      "if (!found || !roleAllows(found.role, 'manage')) return undefined;",
      'if (!found) return undefined;',
    ],
    [
      'a link stays open when its maker does not reach its accounts any more',
      'return accountIds.every((id) => reaches(found.heldTo, id)) ? found : undefined;',
      'return accountIds.some((id) => reaches(found.heldTo, id)) ? found : undefined;',
    ],
  ]),
  ...changesIn('src/features/numbers/reports/routes.ts', REPORTS, [
    [
      'a closed report is shown',
      'if (!link || !isOpen(link, clock())) return null;',
      'if (!link) return null;',
    ],
    [
      'a report shows every account of its workspace',
      'const posts = { workspaceId: workspace.id, heldTo, platform',
      'const posts = { workspaceId: workspace.id, heldTo: null, platform',
    ],
  ]),
  ...changesIn('src/features/numbers/reports/operations.ts', REPORTS, [
    ['the secret of a report is stored', 'secretHash: hashOf(secret)', 'secretHash: Buffer.from(secret)'],
    [
      'the stored response has the secret of a report',
      "sealer.seal(secret, id).toString('base64')",
      'secret',
    ],
    ['links are counted while another is being made', 'await lockReportLinks(tx, workspace.id);', ''],
  ]),
  ...changesIn('src/api/named-accounts.ts', REPORTS, [
    ['a report is made of an account that is not reached', ' || !reaches(workspace.heldTo, id)', ''],
  ]),
  ...changesIn('store/report-links.ts', REPORTS, [
    [
      'links of other accounts are listed',
      'where workspace_id = ${workspaceId}\n      ${heldTo === null ?',
      'where workspace_id = ${workspaceId}\n      ${heldTo !== undefined ?',
    ],
  ]),
];
