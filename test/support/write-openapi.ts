/**
 * `npm run openapi`: writes all that is generated from the operations (docs/openapi.json, the types and the table of the dashboard, and
 * those of the client library), and says which changes since the last release break callers. `npm run openapi -- --release` makes the API as it
 * is now the one that the next changes are compared with.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { apiTypesFile, ownTableFile, writeApiTypes, writeOwnTable } from './api-types.ts';
import { clientTableFile, clientTypesFile, writeClientTable, writeClientTypes } from './client-files.ts';
import {
  baselineFile,
  baselineText,
  documentFile,
  documentText,
  judge,
  readBaseline,
} from './openapi/document.ts';

const { values } = parseArgs({ options: { release: { type: 'boolean', default: false } } });
await writeFile(documentFile, documentText());
await writeFile(apiTypesFile, await writeApiTypes());
await writeFile(ownTableFile, writeOwnTable());
await writeFile(clientTypesFile, await writeClientTypes());
await writeFile(clientTableFile, writeClientTable());
console.log(
  'Wrote docs/openapi.json, api-types.ts and own-operations.ts in web/src/base, and api.ts and operations.ts in clients/typescript/src.',
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
