/**
 * `npm run languages`: writes the catalogue of English, from which others are translated, brings the others into its order without the
 * texts that are gone, and says what is not translated yet.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/install/pinned.js';
import { allTexts, catalogueText, englishCatalogue, readCatalogue } from './languages.ts';

const fileOf = (language: string): string => join(projectRoot, `web/languages/${language}.json`);

writeFileSync(fileOf('en'), englishCatalogue());
const arabic = readCatalogue('ar');
const texts = allTexts();
writeFileSync(
  fileOf('ar'),
  catalogueText(
    texts.flatMap((english) => (arabic[english] === undefined ? [] : [[english, arabic[english]]])),
  ),
);
const missing = texts.filter((english) => arabic[english] === undefined);
if (missing.length > 0) console.log(`Not translated in web/languages/ar.json:\n${missing.join('\n')}`);
