import { readFile } from 'node:fs/promises';
import t from 'tap';
import {
  clientTableFile,
  clientTypesFile,
  n8nEventsFile,
  writeClientTable,
  writeClientTypes,
  writeN8nEvents,
} from '../support/client-files.ts';

void t.test('the generated files of the clients match the current operations', async (t) => {
  const read = (file: URL) => readFile(file, 'utf8');
  t.ok(
    (await read(clientTypesFile)) === (await writeClientTypes()),
    'run `npm run openapi` and commit api.ts',
  );
  t.ok(
    (await read(clientTableFile)) === writeClientTable(),
    'run `npm run openapi` and commit operations.ts',
  );
  t.ok((await read(n8nEventsFile)) === writeN8nEvents(), 'run `npm run openapi` and commit events.ts');
});
