/**
 * The part of docs/crash-matrix.md about rows that were played on their own since the last whole run. A whole run writes the document again,
 * without it.
 */
import { execFileSync } from 'node:child_process';
import type { Result } from './matrix.ts';
import { countsOf } from './report.ts';

export interface Played {
  /** Short hash of the commit; with a note where files were changed. */
  commit: string;
  /** As in `2026-11-28`. */
  day: string;
}

const HEADING = '## Rows played on their own since';
const ABOUT = `${HEADING}

A run of whole rows (\`npm run prove -- --only mail,batch\`) writes them here, in place of what is said of them above. Each was played at its own
commit.

| row | commit | day | cases | kills | broken promises | results by column |
|---|---|---|---|---|---|---|
`;

/** The commit of the working copy, when a run begins. @param now epoch ms */
export function playedAt(now: number): Played {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
  return {
    commit: `${git('rev-parse', '--short=8', 'HEAD')}${isChanged ? ' and changes' : ''}`,
    day: new Date(now).toISOString().slice(0, 10),
  };
}

/**
 * @param document the text of docs/crash-matrix.md
 * @param results every case of these rows
 * @returns the document with a line for each row of the results, in place of the row's former line
 */
export function withRowsApart(document: string, results: readonly Result[], played: Played): string {
  const [before = '', former = ''] = document.split(ABOUT);
  const lines = new Map(
    former
      .split('\n')
      .filter((line) => line.startsWith('| **'))
      .map((line) => [/\*\*(.+?)\*\*/.exec(line)![1]!, line]),
  );
  for (const [row, own] of Map.groupBy(results, (result) => result.row))
    lines.set(row, lineOf(row, own, played));
  return `${before.trimEnd()}\n\n${ABOUT}${[...lines.values()].join('\n')}\n`;
}

function lineOf(row: string, results: Result[], { commit, day }: Played): string {
  const broken = results.filter(({ breaches }) => breaches.length > 0).length;
  const kills = results.reduce((sum, one) => sum + one.kills, 0);
  const columns = [...new Set(results.map(({ column }) => column))].sort();
  const cells = columns.map((column) => `${column}: ${countsOf(row, column, results)}`).join('<br>');
  return `| **${row}** | ${commit} | ${day} | ${results.length} | ${kills} | ${broken} | ${cells} |`;
}
