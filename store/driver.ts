/**
 * The Postgres driver with our patch, which makes it forget a dead connection: see patches/. The patch is applied when
 * packages are installed. A driver without it would lose transactions silently, so it is refused at start.
 */
import driver from 'postgres';

/** Raised with each change of the patch. */
const PATCH = 1;

/** @throws Error with what to do, when the driver is the one from the registry or was patched by another version */
export function insistOnPatch(found: unknown): void {
  const { troupePatch } = found as { troupePatch?: number };
  if (troupePatch === PATCH) return;
  throw new Error(
    'The Postgres driver in node_modules is not patched (patches/): run `node src/install/patch-packages.js`, or remove node_modules and run `npm ci` with install scripts allowed.',
  );
}

insistOnPatch(driver);

/** The driver's factory of connection pools. */
export const postgres = driver;
