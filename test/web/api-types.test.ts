import { readFile } from 'node:fs/promises';
import t from 'tap';
import { limitsFile, writeLimits } from '../support/limits-file.ts';
import { postOptionsFile, writePostOptions } from '../support/post-options-file.ts';
import { valuesFile, writeValues } from '../support/values-file.ts';
import { apiTypesFile, ownTableFile, writeApiTypes, writeOwnTable } from '../support/api-types.ts';

void t.test('the dashboard’s generated types and table match the current operations', async (t) => {
  const written = await readFile(apiTypesFile, 'utf8');
  t.ok(written === (await writeApiTypes()), 'run `npm run openapi` and commit web/src/base/api-types.ts');
  const table = await readFile(ownTableFile, 'utf8');
  t.ok(table === writeOwnTable(), 'run `npm run openapi` and commit web/src/base/own-operations.ts');
  const limits = await readFile(limitsFile, 'utf8');
  t.ok(limits === writeLimits(), 'run `npm run openapi` and commit web/src/base/limits.ts');
  const values = await readFile(valuesFile, 'utf8');
  t.ok(values === writeValues(), 'run `npm run openapi` and commit web/src/base/values.ts');
  const options = await readFile(postOptionsFile, 'utf8');
  t.ok(options === writePostOptions(), 'run `npm run openapi` and commit web/src/base/post-options.ts');
});
