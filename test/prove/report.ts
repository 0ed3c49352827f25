/** docs/crash-matrix.md, from the results of a whole run. */
import { type ColumnName, columns, whyNot } from './cases.ts';
import type { ComparedSteps } from './compared-steps.ts';
import { type ConnectColumn, connectColumns, whyNotConnect } from './connecting.ts';
import type { Result } from './matrix.ts';
import { ANSWER_COLUMNS, whyNotAnswer } from './answers/cases.ts';
import { answerRows, isAnswerRow } from './answers/rows.ts';
import { rows as allRows } from './matrix.ts';
import { peopleColumns, peopleRows } from './people.ts';
import { type Row, rows } from './rows.ts';

type AnyColumn = ColumnName | ConnectColumn;

interface Table {
  title: string;
  columns: readonly AnyColumn[];
  /** Default: what is posted. */
  rows?: readonly Row[];
}

const TABLES: Table[] = [
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
  {
    title: 'Killed while an account is connected',
    columns: [
      'connect-left',
      'connect-accepted',
      'connect-taken',
      'connect-uncommitted',
      'connect-committed',
    ],
  },
  {
    title: 'People write and are answered: killed around a commit',
    columns: ANSWER_COLUMNS.commits,
    rows: answerRows,
  },
  {
    title: 'People write and are answered: killed during a call',
    columns: ANSWER_COLUMNS.calls,
    rows: answerRows,
  },
  {
    title: 'People are answered: the network misbehaves',
    columns: ANSWER_COLUMNS.faults,
    rows: answerRows.filter(({ deed }) => deed !== 'event'),
  },
];
const legendOf: { [column: string]: string } = { ...columns, ...connectColumns };

interface Run {
  seed: string;
  /** Cases there are. */
  planned: number;
  seconds: number;
  workers: number;
  /** How often the run was taken up again. */
  sittings: number;
  /** Random steps, compiled and by XState. */
  compared: ComparedSteps;
  /** The command that plays a case again. */
  rerun: (name: string) => string;
}

export function report(results: Result[], run: Run): string {
  const broken = results.filter(({ breaches }) => breaches.length > 0);
  return `# Crash matrix

Written by \`npm run prove\`, not by hand. Every cell was played against a real Postgres, with the service and the sandbox
of the networks as processes of their own; a kill is \`kill -9\`. The service has no code for it: kill points come from a
proxy that reads the Postgres wire protocol (a commit is about to leave; a commit was confirmed and nobody knows yet)
and from the sandbox (a call is on its way; the work is done and the answer is not out).

    npm run prove                                          # all of it
    npm run prove -- --only bluesky,accepted               # a row, a column, or one point of them
    npm run prove -- --list                                # every case by its name
    npm run prove -- --seed 7                              # another order, other random moments

A small part of it runs with \`npm test\`.

## This run

${results.length < run.planned ? ENDED_EARLY : ''}${summary(results, run)}
Each row is a network, or a way of using it; \`-hold\` is an account with \`onUnknown: hold\`, all others have the default,
\`retry\`. "1 copy, published (12)" means: in 12 runs the network holds one copy and the post says that it is published.

${evidenceTable()}
${TABLES.map((one) => table(one, results)).join('\n')}
${peopleTable(results)}
## What is checked in every case

- the network's ledger: exactly one copy where it offers evidence; where it offers none, a second copy only after a look
  that could not tell, on an account whose policy is \`retry\`, and only as often as a call was really left in doubt;
- the post's state against its delivery's, a sentence for every failure, and "published" only with an id the network knows;
- the caller: the same request under the same Idempotency-Key until it is answered makes one post;
- webhooks: the right event, once for each endpoint; a send that was under way when the service died counts as sent and
  stands so in the delivery log; an endpoint that asked for retries gets the event under the same id;
- the journal: no holes, and \`(event, at)\` replayed through the machines gives the very snapshots that are stored;
- nothing left in mailboxes or outbox, no actor that stands still, no secret in journal, snapshots, exchanges, feed or webhooks;
- rules: one private reply and one public reply for a comment, whatever is killed; where the rule is paused or deleted, what was
  being sent is sent and what waited is not; activity, stats and webhook events say the same;
- automations of direct messages: a person goes once through the version that they began with, to its end; each message is at the
  network once, in order, or shown as unknown where a call had started when the service was killed; counters are those of the
  log, clicks are counted and one of them is the first, a flag is gone when it is done, a pause releases everybody;
- people and answers: each event is stored, told and counted as unread once; a message, a reply and a private answer is at
  the network once, and no response says otherwise; a message that two lookups did not find has failed, which frees its key: the same
  request then sends it once; a reply without evidence follows the account's \`onUnknown\`; otherwise the same request under the
  same key, during and after, does nothing more;
- people of a workspace: a post that a person or a client's link approves goes out once, with one decision in journal and audit, one note and one link
  that says so; one person is let in by an invitation, with one account; a mail has one Message-ID, and comes twice at most; a notification counts what happened once;
  each post of a batch goes out once, with one entry in the audit; a new time zone moves all planned posts, once;
  what somebody writes to an account that receives by a stream is stored once, whenever the stream breaks;
  the same request again, after the kill, does nothing more;
- connecting: right after the kill an account is whole (stored, with its actor, at its link) or not there at all; what the
  person sees on a reload says what to do, the link works again, one account comes of it, and a post goes out with it.

## Compiled steps

Besides, every kind of actor and random charts take random steps twice: compiled (machines/compiled) and by XState. The
snapshot, effects, timers, cancels and edges of each step must be the same, to the character, or both must throw.
\`npm run prove -- --only steps\` does this alone.

## Its limits

- The networks are simulators written from the networks' documents; they are as strict as we know how to make them, not
  the networks themselves.
- Where nobody can tell (the table above), an account with \`retry\` may get a second copy, as the spec asks; with \`hold\`
  it never does, and a person has to look. Both are counted.
- A kill of the process is not a power cut: Postgres itself is not killed here, and the disk does not lie.
- One node at a time. Nodes that work side by side are tested in \`test/nodes\`; here the restarted service mostly knows
  that it is alone, as on the embedded Postgres; only \`among-others\` waits for the end of a dead node's heartbeat.
- A kill at a commit is a run of its own. Kills during calls, and faults, meet a crowd: one case a row, each in a workspace
  of its own under one service, whose calls the networks hold until all have come to theirs.
- How webhooks go out is the same for every network: kills at their commits are in the first row alone.
- Replies on x and reviews come in by polls, so nothing is redelivered there. X refuses the same words again, and a review has
  one reply.
- Posts have one file, or none (\`text-only\`). Carousels take more steps of the same kinds.
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

const ENDED_EARLY = `This run was ended early: what was not played is said below and in the cells. \`npm run prove -- --resume\` goes on with it.

`;

function summary(results: Result[], run: Run): string {
  const sum = (pick: (result: Result) => number) =>
    results.reduce((total, result) => total + pick(result), 0);
  const rowOf = new Map(allRows.map((row) => [row.name, row]));
  const duplicates = (of: (row: Row, column: string) => boolean) =>
    results
      .filter(({ row, column }) => rowOf.has(row) && of(rowOf.get(row)!, column))
      .reduce((total, one) => total + one.duplicates, 0);
  const told = results.filter(({ outcome }) => outcome.endsWith('told as unknown')).length;
  const unplayed = TABLES.flatMap(({ columns, rows: shown = rows }) =>
    columns.flatMap((column) => shown.filter((row) => cell(row, column, results) === NOT_PLAYED)),
  ).length;
  const lines: [string, number | string][] = [
    ['cases played, of', `${results.length}, ${run.planned}`],
    ['kills (one may meet a crowd)', sum(({ kills }) => kills)],
    [
      'broken promises',
      results.filter(({ breaches }) => breaches.length > 0).length + (run.compared.breach === null ? 0 : 1),
    ],
    ['cells without a result or a reason', unplayed],
    [
      'copies too many where the network offers evidence, but for calls it worked on hours later (`call-very-late`, †)',
      duplicates((row, column) => row.evidence !== null && column !== 'call-very-late'),
    ],
    [
      'copies too many of such calls',
      duplicates((row, column) => row.evidence !== null && column === 'call-very-late'),
    ],
    [
      'copies too many where it offers none, but refuses the same words',
      duplicates((row) => row.refusesTwice === true),
    ],
    [
      'copies too many where it offers none and the account says `retry`',
      duplicates((row) => row.evidence === null && !row.refusesTwice && row.onUnknown === 'retry'),
    ],
    [
      'copies too many where it offers none and the account says `hold`',
      duplicates((row) => row.onUnknown === 'hold'),
    ],
    ['deliveries that ended as "outcome unknown, check the account"', told],
    ['webhook events received, each once by its id', sum(({ webhooks }) => webhooks.received)],
    [
      'webhook tries that a kill cut off (logged; an endpoint with `retries` gets the event again)',
      sum(({ webhooks }) => webhooks.cutOff),
    ],
    [
      'webhook events that came twice, under the same id, to an endpoint with `retries`',
      sum(({ webhooks }) => webhooks.repeated),
    ],
    ['steps replayed from the journal', sum(({ steps }) => steps)],
    [
      'random steps that were the same compiled as by XState, of them faults',
      `${run.compared.steps}, ${run.compared.faults}`,
    ],
    [
      'points that did not come up in their run (nothing was done to it)',
      results.filter(({ reached }) => !reached).length,
    ],
    ['seed, services side by side', `${run.seed}, ${run.workers}`],
    ['seconds, sittings', `${run.seconds}, ${run.sittings}`],
  ];
  return `| | |\n|---|---|\n${lines.map(([what, count]) => `| ${what} | ${count} |`).join('\n')}\n`;
}

function evidenceTable(): string {
  const lines = rows
    .filter(({ onUnknown }) => onUnknown === 'retry')
    .map((row) => `| **${row.name}** | ${row.media.join(', ')} | \`${row.liveCall}\` | ${evidenceOf(row)} |`);
  const answers = Map.groupBy(answerRows, ({ deed }) => deed);
  const answerLines = [...answers].map(
    ([deed, [row, ...more]]) => `| **${deed}** | ${callsOf([row!, ...more])} | ${row!.evidence} |`,
  );
  return `## What clears up a lost answer

| | the post | the call that makes it live | what tells whether it is there |
|---|---|---|---|
${lines.join('\n')}

| what people write, and answers | the call | what tells whether it is done |
|---|---|---|
${answerLines.join('\n')}

† only a list tells: what the network works on after it was looked for, two minutes and more after the call left, is a second
copy. Everywhere else a key, a container or a refusal stands against that.
`;
}

const callsOf = (of: readonly Row[]): string =>
  [...new Set(of.map(({ liveCall }) => liveCall))]
    .filter((call) => call !== '')
    .map((call) => `\`${call}\``)
    .join(' ');

function evidenceOf({ evidence, refusesTwice, onlyListed, name }: Row): string {
  if (evidence !== null) return onlyListed ? `${evidence} †` : evidence;
  if (refusesTwice)
    return 'nothing; but the same words again are refused, and the refusal names the first post';
  if (name === 'tiktok-public')
    return 'the own list, once it shows the photos; until then they may be in moderation';
  return 'nothing';
}

function table({ title, columns: names, rows: shown = rows }: Table, results: Result[]): string {
  const head = `| | ${names.join(' | ')} |\n|---|${names.map(() => '---').join('|')}|`;
  const body = shown
    .filter((row) => names.some((column) => reasonOf(row, column)?.startsWith('as ') !== true))
    .map((row) => `| **${row.name}** | ${names.map((column) => cell(row, column, results)).join(' | ')} |`);
  const legend = names.map((name) => `- **${name}**: ${legendOf[name]}`);
  return `## ${title}

${head}
${body.join('\n')}

${legend.join('\n')}
`;
}

/** What people of a workspace do besides posting. */
function peopleTable(results: Result[]): string {
  const names = Object.keys(peopleColumns);
  const body = peopleRows.map(
    (row) => `| **${row}** | ${names.map((column) => countsOf(row, column, results)).join(' | ')} |`,
  );
  const legend = Object.entries(peopleColumns).map(([name, what]) => `- **${name}**: ${what}`);
  return `## People decide, come in, are notified, and change many posts: killed around a commit

| | ${names.join(' | ')} |
|---|${names.map(() => '---').join('|')}|
${body.join('\n')}

${legend.join('\n')}
`;
}

const NOT_PLAYED = '**not played**';

const reasonOf = (row: Row, column: AnyColumn): string | null =>
  isAnswerRow(row)
    ? whyNotAnswer(row, column as ColumnName)
    : column in connectColumns
      ? whyNotConnect(row, column)
      : whyNot(row, column as ColumnName);

function cell(row: Row, column: AnyColumn, results: Result[]): string {
  const reason = reasonOf(row, column);
  return reason === null ? countsOf(row.name, column, results) : `*${reason}*`;
}

/** What the cases of a cell ended as, each with how many did. */
export function countsOf(row: string, column: string, results: readonly Result[]): string {
  const counts = new Map<string, number>();
  for (const result of results) {
    if (result.row !== row || result.column !== column || !result.reached) continue;
    const outcome = result.breaches.length > 0 ? `**BROKEN** ${result.outcome}` : result.outcome;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  const parts = [...counts].sort(([, one], [, other]) => other - one);
  if (parts.length === 0) return NOT_PLAYED;
  return parts.map(([outcome, count]) => `${outcome} (${count})`).join('<br>');
}
