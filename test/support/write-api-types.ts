/** `npm run api-types`: writes web/src/api-types.ts from the operations. */
import { writeFile } from 'node:fs/promises';
import { apiTypesFile, writeApiTypes } from './api-types.ts';

await writeFile(apiTypesFile, await writeApiTypes());
console.log('Wrote web/src/api-types.ts.');
