import { readFile } from 'node:fs/promises';
import t from 'tap';
import {
  clientTableFile,
  clientTypesFile,
  writeClientTable,
  writeClientTypes,
} from '../support/client-files.ts';

void t.test('the generated files of the client library match the current operations', async (t) => {
  const read = (file: URL) => readFile(file, 'utf8');
  t.ok(
    (await read(clientTypesFile)) === (await writeClientTypes()),
    'run `npm run openapi` and commit api.ts',
  );
  t.ok(
    (await read(clientTableFile)) === writeClientTable(),
    'run `npm run openapi` and commit operations.ts',
  );
});
