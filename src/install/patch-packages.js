/**
 * Applies the diffs in patches/ to node_modules. npm runs it after every install (`postinstall`), and install.js before
 * every start; a package that is already patched is left as it is.
 * A patch is named `<package>+<version>.patch` and holds a unified diff with paths from the project's root, as
 * patch-package and git write them. The text before the first file says why. Plain JavaScript, because it runs before
 * the pinned Node is installed.
 */
import { readdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from './pinned.js';

/** A package cannot be patched: it is another release, or somebody changed it. */
export class PatchError extends Error {
  name = 'PatchError';
}

/**
 * Applies all patches of a project, each completely or not at all.
 * @param {string} root folder that holds `patches` and `node_modules`
 * @returns {Promise<string[]>} names of the patches that were applied now
 * @throws {PatchError} in a sentence that says what to do
 */
export async function patchPackages(root) {
  const { applyPatch, parsePatch, reversePatch } = await import('diff'); // imported late: it may just have been installed
  const applied = [];
  for (const name of readdirSync(join(root, 'patches')).filter((file) => file.endsWith('.patch'))) {
    insistOnVersion(root, name);
    const changes = parsePatch(readFileSync(join(root, 'patches', name), 'utf8')).map((diff) => {
      const file = join(root, diff.newFileName.replace(/^b\//, ''));
      const text = readFileSync(file, 'utf8');
      if (applyPatch(text, reversePatch(diff)) !== false) return null;
      const patched = applyPatch(text, diff);
      if (patched === false)
        throw new PatchError(
          `patches/${name} does not fit ${file}: somebody changed the package. Remove node_modules and run \`npm ci\`.`,
        );
      return { file, patched };
    });
    for (const { file, patched } of changes.filter(Boolean)) {
      writeFileSync(`${file}.new`, patched); // a new file, because the old one may be a hard link that other projects share
      renameSync(`${file}.new`, file);
    }
    if (changes.some(Boolean)) applied.push(name);
  }
  return applied;
}

function insistOnVersion(root, patch) {
  const [, name, wanted] = /^(.+)\+([^+]+)\.patch$/.exec(patch) ?? [];
  if (name === undefined) throw new PatchError(`patches/${patch} is not named <package>+<version>.patch.`);
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
  if (version !== wanted)
    throw new PatchError(
      `patches/${patch} is for ${name} ${wanted}, but ${version} is installed: see whether this release still needs the patch, then renew or remove it.`,
    );
}

/** All patches as one text, which identifies an install. @param {string} root */
export function readPatches(root) {
  const names = readdirSync(join(root, 'patches')).toSorted();
  return names.map((name) => readFileSync(join(root, 'patches', name), 'utf8')).join('\n');
}

// Run as a program, not when a test imports the parts.
if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) {
  try {
    await patchPackages(projectRoot);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
