/**
 * `npm run openapi`: writes all that is generated from the operations (docs/openapi.json, the types and the table of the dashboard, and
 * those of the client library), and says which changes since the last release break callers. `npm run openapi -- --release` makes the API as it
 * is now the one that the next changes are compared with.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { apiTypesFile, ownTableFile, writeApiTypes, writeOwnTable } from './api-types.ts';
import {
  clientTableFile,
  clientTypesFile,
  n8nEventsFile,
  writeClientTable,
  writeClientTypes,
  writeN8nEvents,
} from './client-files.ts';
import { limitsFile, writeLimits } from './limits-file.ts';
import {
  baselineFile,
  baselineText,
  documentFile,
  documentText,
  judge,
  readBaseline,
} from './openapi/document.ts';
import { postOptionsFile, writePostOptions } from './post-options-file.ts';
import { valuesFile, writeValues } from './values-file.ts';

const { values } = parseArgs({ options: { release: { type: 'boolean', default: false } } });
await writeFile(documentFile, documentText());
await writeFile(apiTypesFile, await writeApiTypes());
await writeFile(ownTableFile, writeOwnTable());
await writeFile(limitsFile, writeLimits());
await writeFile(valuesFile, writeValues());
await writeFile(postOptionsFile, writePostOptions());
await writeFile(clientTypesFile, await writeClientTypes());
await writeFile(clientTableFile, writeClientTable());
await writeFile(n8nEventsFile, writeN8nEvents());
console.log(
  'Wrote docs/openapi.json, api-types.ts, own-operations.ts, limits.ts, values.ts and post-options.ts in web/src/base, api.ts and operations.ts in clients/typescript/src, and events.ts in clients/n8n.',
);
if (values.release) {
  await writeFile(baselineFile, baselineText());
  console.log('Wrote docs/openapi-baseline.json.');
} else {
  const { breaks, idle } = judge(await readBaseline());
  for (const one of breaks) console.log(`Breaks callers: ${one}`);
  for (const one of idle) console.log(`Accepted in docs/openapi-baseline.json, and no break: ${one}`);
  if (breaks.length > 0) console.log('See docs/contract.md, Changes.');
}
