/**
 * The same thing has the same name in every network's folder (the table in CONTRIBUTING.md), so that a reader who knows
 * one folder knows them all.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';

const adapters = fileURLToPath(new URL('../../adapters', import.meta.url));

/** The parts of a manifest, and the file that exports each under the same name. */
const parts: { [file: string]: { [name: string]: (manifest: Manifest) => unknown } } = {
  plan: { plan: ({ publish }) => publish.plan, measure: ({ publish }) => publish.measure },
  publish: { publish: ({ publish }) => publish.publish, repeatable: ({ publish }) => publish.repeatable },
  verify: { verify: ({ publish }) => publish.verify },
  connect: { connect: ({ connect }) => connect },
  inbound: { inbound: ({ inbound }) => inbound },
  comments: { comments: ({ comments }) => comments },
  messages: { messages: ({ messages }) => messages },
  insights: { insights: ({ insights }) => insights },
};
/** Where a network may keep these: with the rest of its OAuth, or on their own. */
const accessParts: { [name: string]: { files: string[]; partOf: (manifest: Manifest) => unknown } } = {
  refresh: { files: ['oauth', 'refresh'], partOf: ({ app }) => app?.refresh },
  revoke: { files: ['oauth', 'revoke'], partOf: ({ app }) => app?.revoke },
};

/**
 * The functions that `errors.ts` exports (`adapters/lib/outcome.ts`). The networks of Meta read a publishing error by their
 * own verdicts (`adapters/meta/errors.ts`).
 */
function errorNames(platform: string): string[] {
  if (['facebook', 'instagram', 'threads'].includes(platform)) return ['readError'];
  return ['readError', 'readPublishError', 'isServerError', 'messageOf'];
}

for (const [platform, manifest] of Object.entries<Manifest>(networks)) {
  void t.test(`the folder of ${platform} uses the common file names`, async (t) => {
    t.equal(manifest.platform, platform);
    const read = async (file: string) =>
      existsSync(`${adapters}/${platform}/${file}.ts`)
        ? ((await import(`../../adapters/${platform}/${file}.ts`)) as { [name: string]: unknown })
        : {};
    t.equal((await read('manifest'))['manifest'], manifest, 'manifest.ts exports manifest');
    for (const [file, names] of Object.entries(parts)) {
      const exported = await read(file);
      for (const [name, partOf] of Object.entries(names)) {
        // a network without the part has no file of that name
        t.equal(exported[name], partOf(manifest), `${file}.ts exports ${name}, and the manifest holds it`);
      }
    }
    const errors = await read('errors');
    for (const name of errorNames(platform)) {
      t.equal(typeof errors[name], 'function', `errors.ts exports ${name}`);
    }
    for (const [name, { files, partOf }] of Object.entries(accessParts)) {
      const found = (await Promise.all(files.map(read))).flatMap((exported) =>
        name in exported ? [exported[name]] : [],
      );
      const wanted = partOf(manifest);
      t.equal(
        found.length,
        wanted === undefined ? 0 : 1,
        `${name} is exported by one of ${files.join(', ')}`,
      );
      t.equal(found[0], wanted, `the manifest holds ${name}`);
    }
    for (const name of ['version', 'options'] as const) {
      const exported = await read(name);
      if (name in exported)
        t.equal(exported[name], manifest[name], `the manifest holds what ${name}.ts exports`);
    }
  });
}

void t.test('no folder uses another name for one of these files', async (t) => {
  // names that folders used to have, and that a new network might copy
  const others: [RegExp, string][] = [
    [/^(index|adapter|look|finder)\.ts$/, 'file'],
    [
      /^export (?:async )?function (plan[A-Z]\w*|takeStep|publishPost|lookFor(?:Post|Article|Record)|refreshSession)\b/m,
      'function',
    ],
    [/^export const (?!version\b)\w*[vV]ersion\b/m, 'version'],
  ];
  for (const platform of Object.keys(networks)) {
    for (const file of readdirSync(`${adapters}/${platform}`)) {
      const text = readFileSync(`${adapters}/${platform}/${file}`, 'utf8');
      for (const [pattern, what] of others)
        t.notMatch(what === 'file' ? file : text, pattern, `${platform}/${file}`);
    }
  }
});
