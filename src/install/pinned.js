/**
 * The Node version that Troupe is pinned to, and where `npm ci` put it.
 * Plain JavaScript without dependencies: the files that run before anything is installed, on any Node, import this one.
 */
import { accessSync, constants, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Absolute path of the project's folder, without a slash at the end. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/**
 * Reads which Node the project pins: the version of the `node` package among its dependencies.
 * @returns {string} a version such as `22.1.0`
 */
export function pinnedVersion() {
  return JSON.parse(readFileSync(`${projectRoot}/package.json`, 'utf8')).dependencies.node;
}

/**
 * Finds the pinned Node among the installed packages.
 * @returns {string | null} path of the executable; null when it is not installed (no `npm ci` yet, or one with install
 * scripts switched off: an install script downloads the executable)
 */
export function pinnedNode() {
  const path = `${projectRoot}/node_modules/node/bin/node`;
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return null; // missing or not executable: the same for the caller
  }
}

/**
 * Whether a Node can run Troupe: the HTTP server is a native module built for each Node major, and older majors cannot
 * read TypeScript.
 * @param {string} version such as `process.versions.node`
 * @returns {boolean} true when it has the major of the pinned one
 */
export function runsTroupe(version) {
  return version.split('.')[0] === pinnedVersion().split('.')[0];
}
