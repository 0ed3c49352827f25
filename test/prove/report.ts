/** docs/crash-matrix.md, from the results of a whole run. */
import { type ColumnName, columns } from './cases.ts';
import type { Result } from './matrix.ts';
import { rows } from './rows.ts';

const TABLES: { title: string; columns: ColumnName[] }[] = [
  {
    title: 'Killed around a commit',
    columns: ['no-fault', 'before-commit', 'answer-uncommitted', 'before-call', 'after-commit', 'due'],
  },
  {
    title: 'Killed during a call',
    columns: [
      'call-left',
      'call-late',
      'call-very-late',
      'accepted',
      'text-only',
      'among-others',
      'refreshing',
    ],
  },
  { title: 'Killed more than once', columns: ['killed-twice', 'random'] },
  {
    title: 'The network misbehaves',
    columns: ['lost-answer', 'cut', 'late-answer', 'error-after-accept', 'no-id'],
  },
  { title: 'The network refuses', columns: ['429', '429-retry-after', '503-hour', 'expired-token'] },
];

export function report(
  results: Result[],
  run: { seed: string; seconds: number; rerun: (name: string) => string },
): string {
  const names = new Set(results.map(({ name }) => name));
  const missed = new Set(results.filter(({ reached }) => !reached).map(({ name }) => name));
  const sum = (pick: (result: Result) => number) =>
    results.reduce((total, result) => total + pick(result), 0);
  const broken = results.filter(({ breaches }) => breaches.length > 0);
  const evident = new Set(rows.filter((row) => row.evident).map(({ name }) => name));
  const duplicates = (of: (result: Result) => boolean) =>
    results.filter(of).reduce((n, one) => n + one.duplicates, 0);
  const held = results.filter(({ outcome }) => outcome.endsWith('told as unknown')).length;

  return `# Crash matrix

Written by \`npm run prove\`, not by hand. Every cell was played against a real Postgres, with the service and the sandbox
of the networks as processes of their own; a kill is \`kill -9\`. The service has no code for it: kill points come from a
proxy that reads the Postgres wire protocol (a commit is about to leave; a commit was confirmed and nobody knows yet)
and from the sandbox (a call is on its way; the work is done and the answer is not out).

    npm run prove                                          # all of it, about ${Math.ceil(run.seconds / 60)} minutes on 2 cores
    npm run prove -- --only bluesky,accepted               # a row, a column, or one point of them
    npm run prove -- --list                                # every case by its name
    npm run prove -- --seed 7                              # another order, other random moments

A small part of it runs with \`npm test\`.

## This run

| | |
|---|---|
| cases | ${names.size} |
| kills | ${sum(({ kills }) => kills)} |
| broken promises | ${broken.length} |
| copies too many where the network offers evidence (bluesky, mastodon, instagram) | ${duplicates(({ row }) => evident.has(row))} |
| copies too many where it offers none and the account says \`retry\` (telegram, discord) | ${duplicates(({ row }) => !evident.has(row) && !row.endsWith('-hold'))} |
| copies too many where it offers none and the account says \`hold\` | ${duplicates(({ row }) => row.endsWith('-hold'))} |
| deliveries that ended as "outcome unknown, check the account" | ${held} |
| webhook events received, each once by its id | ${sum(({ webhooks }) => webhooks.received)} |
| webhook tries that a kill cut off (logged; an endpoint with \`retries\` gets the event again) | ${sum(({ webhooks }) => webhooks.cutOff)} |
| webhook events that came twice, under the same id, to an endpoint with \`retries\` | ${sum(({ webhooks }) => webhooks.repeated)} |
| steps replayed from the journal | ${sum(({ steps }) => steps)} |
| points that did not come up in their run (nothing was done to it) | ${missed.size} |
| seed, seconds | ${run.seed}, ${run.seconds} |

Each row is a network; \`-hold\` is an account with \`onUnknown: hold\`. "1 copy, published (12 runs)" means: in 12 runs the
network holds one copy and the post says that it is published.

${TABLES.map(({ title, columns }) => table(title, columns, results)).join('\n')}
## What is checked in every case

- the network's ledger: exactly one copy where it offers evidence; where it offers none, a second copy only after a look
  that could not tell, on an account whose policy is \`retry\`, and only as often as a call was really left in doubt;
- the post's state against its deliveries', a sentence for every failure, and "published" only with an id the network knows;
- the caller: the same request under the same Idempotency-Key until it is answered makes one post;
- webhooks: the right event, once for each endpoint; a send that was under way when the service died counts as sent and
  stands so in the delivery log; an endpoint that asked for retries gets the event under the same id;
- the journal: no holes, and \`(event, at)\` replayed through the machines gives the very snapshots that are stored;
- nothing left in mailboxes or outbox, no actor that stands still, no secret in journal, snapshots, feed or webhooks.

## Its limits

- The networks are simulators written from the networks' documents; they are as strict as we know how to make them, not
  the networks themselves.
- telegram and discord tell nobody what was posted. When an answer is lost there, an account with \`retry\` may get a second
  copy, as the spec asks; with \`hold\` it never does, and a person has to look. Both are counted above.
- A kill of the process is not a power cut: Postgres itself is not killed here, and the disk does not lie.
- One node at a time. Nodes that work side by side are tested in \`test/runtime\`; here the restarted service mostly knows
  that it is alone, as on the embedded Postgres; only \`among-others\` waits for the end of a dead node's heartbeat.
- Posts have one picture, or none (\`text-only\`). Carousels and videos take more steps of the same kinds.
- Waits of minutes and hours pass by moving the clock of the service and of the sandbox; only the time-out of a call is
  waited for.
${
  broken.length === 0
    ? ''
    : `
## Broken promises

${broken.map(({ name, breaches }) => `- ${name}: ${breaches.join('; ')}\n  \`${run.rerun(name)}\``).join('\n')}
`
}`;
}

function table(title: string, names: ColumnName[], results: Result[]): string {
  const head = `| | ${names.join(' | ')} |\n|---|${names.map(() => '---').join('|')}|`;
  const body = rows.map(
    ({ name }) => `| **${name}** | ${names.map((column) => cell(name, column, results)).join(' | ')} |`,
  );
  const legend = names.map((name) => `- **${name}**: ${columns[name]}`);
  return `## ${title}

${head}
${body.join('\n')}

${legend.join('\n')}
`;
}

function cell(row: string, column: ColumnName, results: Result[]): string {
  const counts = new Map<string, number>();
  for (const result of results) {
    if (result.row !== row || result.column !== column || !result.reached) continue;
    const outcome = result.breaches.length > 0 ? `**BROKEN** ${result.outcome}` : result.outcome;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  const parts = [...counts].sort(([, one], [, other]) => other - one);
  if (parts.length === 0) return '–';
  return parts
    .map(([outcome, count]) => `${outcome} (${count} ${count === 1 ? 'run' : 'runs'})`)
    .join('<br>');
}
