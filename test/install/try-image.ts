/** `npm run try:image`: the Dockerfile's steps in empty folders, `npm ci` included. Takes minutes and needs the registry. */
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../src/install/pinned.js';
import { buildImage, readStages } from '../support/dockerfile.ts';
import { makeTestFolder } from '../support/temporary-folder.ts';

const into = await makeTestFolder();
try {
  const stages = readStages(readFileSync(join(projectRoot, 'Dockerfile'), 'utf8'));
  const app = await buildImage(stages, { context: projectRoot, into });
  if (!existsSync(join(app, 'web/dist/index.html'))) throw new Error('the image has no dashboard');
  console.log('Every step of the Dockerfile succeeded.');
} finally {
  await rm(into, { recursive: true, force: true });
}
