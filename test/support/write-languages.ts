/** `npm run languages`: writes the catalogue of English, from which others are translated. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/install/pinned.js';
import { englishCatalogue } from './languages.ts';

writeFileSync(join(projectRoot, 'web/languages/en.json'), englishCatalogue());
