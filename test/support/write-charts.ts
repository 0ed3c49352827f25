/**
 * `npm run charts`: rewrites machines/charts/ from the machines. The history of a version is written once, when the
 * version is new: databases may hold rows of it from then on.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { kinds } from '../../src/kinds/index.ts';
import {
  chartFile,
  chartUrl,
  historyFile,
  historyFolder,
  historyUrl,
  jsonOf,
  kindNames,
  readHistory,
} from './charts.ts';

mkdirSync(historyFolder, { recursive: true });
for (const kind of kindNames) {
  const { version } = kinds[kind];
  writeFileSync(chartUrl(kind), jsonOf(chartFile(kind)));
  const isNew = readHistory(kind, version) === null;
  if (isNew) writeFileSync(historyUrl(kind, version), jsonOf(historyFile(kind)));
  console.log(`Wrote machines/charts/${kind}.json${isNew ? ` and the history of version ${version}` : ''}.`);
}
