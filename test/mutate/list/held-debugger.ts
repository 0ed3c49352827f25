/** People who are held to some accounts see in the debugger what is of these. */
import { changesIn, type Mutant } from '../mutant.ts';

const held = ['test/people/held.test.ts'];
const table = ['test/people/held.test.ts', 'test/flows/held-people.test.ts'];

export const heldDebuggerMutants: Mutant[] = [
  ...changesIn('store/actors.ts', table, [
    [
      'the debugger lists actors of all accounts',
      'if (heldTo === null) return db`true`;',
      'if (heldTo !== undefined) return db`true`;',
    ],
    [
      'the heat map counts the ends of other accounts',
      "coalesce(s -> 'event' ->> 'accountId' = any(${heldTo as string[]}::text[]), true)",
      "coalesce(s -> 'event' ->> 'accountId' is not null or ${heldTo as string[]}::text[] is null, true)",
    ],
  ]),
  ...changesIn('src/features/introspection/charts.ts', held, [
    ['people share the heat map of others', "${heldTo?.join(' ') ?? 'all'}", 'everybody'],
  ]),
  ...changesIn(
    'src/features/introspection/charts.ts',
    ['test/flows/held-people.test.ts'],
    [
      [
        'the chart of an automation of another account is shown',
        'if (!(await isDefinitionReached(sql, read)))',
        'if ((await isDefinitionReached(sql, read)) === null)',
      ],
    ],
  ),
  ...changesIn('src/features/introspection/reached.ts', held, [
    [
      'a post of several accounts is shown whole',
      'spanning.accountsOf(context).every((id)',
      'spanning.accountsOf(context).some((id)',
    ],
    ['what somebody wrote about the whole post is shown', "hand && { ...hand, reason: '' }", 'hand'],
  ]),
  ...changesIn('src/features/introspection/act-on-actor.ts', held, [
    [
      'a held person acts on a post of several accounts',
      'if (!isWhole(turn.kinds, subject, workspace.heldTo))',
      'if (!isWhole(turn.kinds, subject, null))',
    ],
  ]),
  ...changesIn('src/features/introspection/actor-journal.ts', held, [
    [
      'a downloaded run has a post of several accounts',
      'limitOfRow(node.kinds, one, workspace.heldTo) === null',
      'limitOfRow(node.kinds, one, null) === null',
    ],
  ]),
  ...changesIn('src/kinds/spanning-post.ts', held, [
    [
      'the journal of a post has results on other accounts',
      'return accountId !== undefined && reaches(accountId) ? event : null;',
      'return accountId !== undefined ? event : null;',
    ],
  ]),
];
