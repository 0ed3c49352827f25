/** The table of `docs/networks.md`. */
import { TABLE, type Row } from './judges/table.ts';

const WHERE: { [from in Row['from']]: string } = {
  folder: '`npm run try:contracts`',
  npm: '`npm test`',
  none: 'reading',
};

/** One row a network, in the order of their names. */
export function networksTable(): string {
  const rows = Object.entries(TABLE).map(
    ([network, { contract, source, from, notCovered }]) =>
      `| ${network} | ${contract} | ${source} | ${WHERE[from]} | ${notCovered} |`,
  );
  return [
    '| Network | Judged by | Source | With | Not covered |',
    '| --- | --- | --- | --- | --- |',
    ...rows.toSorted(),
  ].join('\n');
}
