/**
 * The Postgres driver with the project's patch (see patches/): it discards a dead connection,
 * and a busy one that begins a transaction is kept for it. The patch is applied when
 * packages are installed. An unpatched driver would lose transactions silently, so the program refuses to start with it.
 */
import driver from 'postgres';

/** Increased with each change of the patch. */
const PATCH = 3;

/** @throws Error with instructions, when the driver is unpatched or has an older version of the patch */
export function insistOnPatch(patch: unknown): void {
  const { troupePatch } = patch as { troupePatch?: number };
  if (troupePatch === PATCH) return;
  throw new Error(
    'The Postgres driver in node_modules is not patched (patches/): run `node src/install/patch-packages.js`, or remove node_modules and run `npm ci` with install scripts allowed.',
  );
}

insistOnPatch(driver);

/** The driver's factory of connection pools. */
export const postgres = driver;
