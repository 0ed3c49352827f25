/** A series makes each of its posts once, for those who may, and leaves alone what a person changed. */
import { changesIn, type Mutant } from '../mutant.ts';

const flows = ['test/series/series.test.ts'];
const machine = ['test/machines/series.test.ts'];

export const seriesMutants: Mutant[] = [
  ...changesIn('store/series.ts', flows, [
    [
      'a series of another workspace is found',
      'r.id = ${find.id} and r.workspace_id = ${find.workspaceId} ',
      'r.id = ${find.id} ',
    ],
    ['an edited post is withdrawn', '\n        and p.series_edited is not true', ''],
  ]),
  ...changesIn('src/features/series/make.ts', flows, [
    [
      'a series of who may not approve publishes',
      'workspace.approval === true && !(row.mayApprove && APPROVERS.includes(workspace.role))',
      'false',
    ],
  ]),
  ...changesIn('src/features/series/terms.ts', flows, [
    ['a file of a foreign address is taken', 'if (foreign !== undefined) {', 'if (false) {'],
  ]),
  ...changesIn('machines/series.ts', machine, [
    [
      'what an earlier round reports counts',
      'isCurrent: ({ context }, { round }: { round: number }) => context.round === round',
      'isCurrent: (_, { round }: { round: number }) => round > 0',
    ],
  ]),
];
