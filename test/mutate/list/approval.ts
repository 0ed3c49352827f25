/** Nothing goes out without the approval that a workspace wants. */
import { changesIn, type Mutant } from '../mutant.ts';

const MACHINE = ['test/machines/post-approval.test.ts'];
const FLOW = ['test/posts/approval.test.ts'];

export const approvalMutants: Mutant[] = [
  ...changesIn('machines/post.ts', MACHINE, [
    [
      'what counts of an approval is the same in every state',
      "return approval?.state === 'approved' ? approval : null;",
      'return approval;',
    ],
  ]),
  ...changesIn('src/api/roles.ts', FLOW, [
    [
      'a key without the scope publish goes unasked',
      "!(APPROVERS.includes(role) && hasScope(principal, 'publish'))",
      '!APPROVERS.includes(role)',
    ],
    [
      'a writer goes unasked by the scope of the key',
      "!(APPROVERS.includes(role) && hasScope(principal, 'publish'))",
      "!hasScope(principal, 'publish')",
    ],
  ]),
  ...changesIn('src/features/posts/approval/decide.ts', FLOW, [
    [
      'what was looked at is not compared',
      '  if (changed.length === 0) return;',
      '  if (changed.length >= 0) return;',
    ],
    [
      'a late yes publishes at once',
      "wanted.kind === 'at' && wanted.at <= now)",
      "wanted.kind === 'at' && wanted.at < 0)",
    ],
  ]),
  ...changesIn('src/features/posts/approval/after-change.ts', FLOW, [
    [
      'a scheduled post keeps its time when a writer edits it',
      "if (isSame || status === 'draft')",
      'if (true)',
    ],
    ['an approved post takes any time', 'approval.plan === plan &&', ''],
    [
      'a failed post is sent again with other words',
      "status === 'failed' && timing.kind === 'now' && isSame",
      "status === 'failed' && timing.kind === 'now'",
    ],
  ]),
  ...changesIn('src/kinds/views/plan-print.ts', FLOW, [
    ['the accounts are no part of a plan', 'hashOf(accountIds.toSorted())', "hashOf('')"],
    ['the files are no part of a plan', 'hashOf({ media, ofExtras: mediaIn(extras) })', "hashOf('')"],
  ]),
  ...changesIn('src/features/introspection/unapproved.ts', FLOW, [
    [
      'a manual action publishes what is not approved',
      'if (isUnapproved(caller, subject, action))',
      'if (isUnapproved(caller, subject, action) && false)',
    ],
  ]),
];
