/** The catalogues of the dashboard's languages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/install/pinned.js';
import { POST_OPTIONS } from '../../web/src/base/post-options.ts';
import { filesWithTexts, readTexts } from './texts.ts';

/** Texts by their English. @param language such as `ar` */
export const readCatalogue = (language: string): { [english: string]: string } =>
  JSON.parse(readFileSync(join(projectRoot, `web/languages/${language}.json`), 'utf8')) as {
    [english: string]: string;
  };

/** Every text of the dashboard, in the order of its files. */
export function allTexts(): string[] {
  const written = filesWithTexts().flatMap((path) => readTexts(path).texts.map(({ english }) => english));
  return [...new Set([...written, ...optionTexts()])];
}

/** Labels of the options of single networks, which the service publishes with their schemas. */
function optionTexts(): string[] {
  return POST_OPTIONS.flatMap(({ schema }) => Object.values(schema.properties ?? { '': schema })).flatMap(
    ({ title, 'x-form': form }) =>
      [title, ...Object.values(form?.labels ?? {}), form?.hint, form?.required, form?.ifEmpty].filter(
        (text): text is string => !!text,
      ),
  );
}

/** A catalogue as it is written to its file. */
export const catalogueText = (texts: readonly (readonly [english: string, text: string])[]): string =>
  `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`;

/** The text of `en.json`. */
export const englishCatalogue = (): string => catalogueText(allTexts().map((text) => [text, text]));
