/** What judging networks' calls depends on (`docs/networks.md`). */

/** The folder that this process records its calls in; undefined: nothing is recorded. */
export const recordFolder = process.env['TROUPE_RECORD_CALLS'];

/** The folder with the networks' descriptions, where the command line names none. */
export const contractsFolder = process.env['TROUPE_CONTRACTS'];
