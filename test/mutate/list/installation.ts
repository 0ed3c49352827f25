/** What operators change has its entry, in the same commit. */
import { changesIn, type Mutant } from '../mutant.ts';

const audit = ['test/installation/audit.test.ts'];

export const installationMutants: Mutant[] = [
  ...changesIn('src/api/audit.ts', audit, [
    [
      'what operators change has no entry',
      'if (ofInstallation.length > 0) return installationInsert(db, ofInstallation);',
      '',
    ],
  ]),
  ...changesIn('store/installation-entries.ts', audit, [
    [
      'addresses of operators are kept',
      'update installation_entries set address = null',
      'update installation_entries set address = address',
    ],
  ]),
  ...changesIn('src/api/operators.ts', audit, [
    [
      'everybody reads what operators do',
      'if (!isForCaller(principal, operation)) throw operatorRequired();',
      '',
    ],
  ]),
];
