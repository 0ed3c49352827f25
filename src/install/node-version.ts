/**
 * Stops a start on the wrong Node with one sentence instead of a stack trace from a native module.
 * Entry points import this file first (`import './install/node-version.ts'`): modules are evaluated in the order of
 * their imports, so the check runs before uWebSockets.js loads its build for this Node. It works on every Node that can
 * read TypeScript. Node 20 cannot: there `node src/main.ts` fails with ERR_UNKNOWN_FILE_EXTENSION before any line of
 * ours runs. That is why people start with `npm start` (npm puts the pinned Node first), and why the `troupe` command
 * is `launch.js`, which any Node can read.
 */
import { pinnedVersion, runsTroupe } from './pinned.js';

/**
 * Checks the Node that runs this program.
 * @param version of the running Node, such as `process.versions.node`
 * @returns a sentence for the person who started Troupe, or null when this Node is right
 */
export function wrongNode(version: string): string | null {
  if (runsTroupe(version)) return null;
  const major = pinnedVersion().split('.')[0];
  return `Troupe runs on Node ${major}, which it brings along, but this is Node ${version}: start it with \`npm start\`, or \`npx --no-install node src/main.ts\`.`;
}

/** Ends the process with exit code 1 and one sentence when this Node does not have the pinned major. */
function requirePinnedNode(): void {
  const complaint = wrongNode(process.versions.node);
  if (complaint === null) return;
  console.error(complaint);
  process.exit(1);
}

requirePinnedNode();
