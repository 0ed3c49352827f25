/**
 * `npm run try:pds`: the service publishes on a real Personal Data Server, `@atproto/pds` of Bluesky's makers, and
 * their client reads the result. Everything is on this machine and deleted afterwards.
 */
import { readFileSync } from 'node:fs';
import { access } from './access.ts';
import { connecting } from './connecting.ts';
import { installPds } from './install.ts';
import { once } from './once.ts';
import { posts } from './posts.ts';
import { setScene } from './scene.ts';
import { openStage, type Stage } from './stage.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

installPds();
const begun = performance.now();
let interrupted = false;
let stage: Stage | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    interrupted = true;
    void stage?.stop(); // running requests fail then
  });
stage = await openStage();
say(
  `@atproto/pds ${versionOf('@atproto/pds')} stands at ${stage.front.url}, the service at ${stage.baseUrl}`,
);

let passed = 0;
let failed = 0;
try {
  const scene = setScene(stage);
  // in the order of an account's life: each check needs those before it
  for (const { title, check } of [connecting, posts, once, access].flatMap((part) => part(scene))) {
    if (interrupted) break;
    try {
      const told = await check();
      passed += 1;
      say(`✓ ${title}${told === undefined ? '' : `\n    ${told}`}`);
    } catch (cause) {
      if (interrupted) break;
      failed += 1;
      say(`✗ ${title}\n    ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
    }
  }
} finally {
  await stage.stop();
}
const verdict = `${passed} passed, ${failed} failed`;
say(`${interrupted ? 'Interrupted: ' : ''}${verdict} in ${Math.round((performance.now() - begun) / 1000)} s`);
process.exit(failed === 0 && passed > 0 && !interrupted ? 0 : 1);

function versionOf(name: string): string {
  const file = new URL(`node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
