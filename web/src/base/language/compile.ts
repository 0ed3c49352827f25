/** Reads a text in ICU MessageFormat. Builds read the texts of the dashboard beforehand and put the text itself in place of this (`web/languages/plugin.ts`). */
import compile from 'icu-minify/compile';

export { compile };
/** A text as it is formatted. */
export type Message = ReturnType<typeof compile>;
