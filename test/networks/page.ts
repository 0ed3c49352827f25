/** The table of `docs/networks.md`. */
import { networks } from '../../adapters/networks.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { TABLE, type Row } from './judges/table.ts';

const WHERE: { [from in Row['from']]: string } = {
  folder: '`npm run try:contracts`',
  npm: '`npm test`',
  none: 'reading',
};

const manifests: { [network: string]: Manifest } = networks;

/** One row a network, in the order of their names. */
export function networksTable(): string {
  const rows = Object.entries(TABLE).map(
    ([network, { contract, source, from, notCovered }]) =>
      `| ${network} | ${manifests[network]?.version?.version ?? '–'} | ${contract} | ${source} | ${WHERE[from]} | ${notCovered} |`,
  );
  return [
    '| Network | API | Judged by | Source | With | Not covered |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.toSorted(),
  ].join('\n');
}
