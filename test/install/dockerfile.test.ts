/** The image, without Docker: every COPY and RUN of the Dockerfile in empty folders. `npm run try:image` also runs `npm ci`. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { projectRoot } from '../../src/install/pinned.js';
import { buildImage, readStages } from '../support/dockerfile.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const stages = readStages(readFileSync(join(projectRoot, 'Dockerfile'), 'utf8'));
const installed = {
  node_modules: join(projectRoot, 'node_modules'),
  'web/node_modules': join(projectRoot, 'web/node_modules'),
};

void t.test('the image has a dashboard, and a service that starts with the copied files', async (t) => {
  const into = await temporaryFolder(t);
  const app = await buildImage(stages, { context: projectRoot, into, installed });
  t.ok(existsSync(join(app, 'web/dist/index.html')), 'the dashboard was built');
  const imports = ['src/service/service.ts', 'src/cli.ts', 'simulators/sandbox.ts', 'src/main.ts'];
  for (const name of imports) t.ok(existsSync(join(app, name)), name);
  const { status, stderr } = spawnSync(
    process.execPath,
    ['-e', "await import('./src/service/service.ts'); await import('./simulators/sandbox.ts');"],
    { cwd: app, encoding: 'utf8' },
  );
  t.equal(status, 0, stderr);
  const help = spawnSync(process.execPath, ['src/cli.ts', 'help', 'post'], { cwd: app, encoding: 'utf8' });
  t.match(help, { status: 0, stdout: /^troupe post/ }, 'the command line has its client library');
});

void t.test('a missing file fails the build step that needs it', async (t) => {
  const into = await temporaryFolder(t);
  const without = stages.map((stage) => ({
    ...stage,
    instructions: stage.instructions.filter(({ text }) => !text.startsWith('tsconfig.json')),
  }));
  await t.rejects(buildImage(without, { context: projectRoot, into, installed }), {
    message: /^RUN node src\/install\/build-web\.js --insist\nended with exit code 1/,
  });
});
