/** The file that the figures of the dashboard are written to; undefined: they are not (`npm run figures`). */
export const figuresFile = process.env['TROUPE_TEST_FIGURES'];
