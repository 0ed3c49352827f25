/**
 * Runs a Dockerfile without Docker: each stage is a folder, COPY copies, RUN runs in a shell. It supports what our
 * Dockerfile uses (FROM … AS, WORKDIR, COPY with --from, RUN, ENV). Lines that only matter to a running container are
 * ignored; any other line is an error, so that a new kind of line is noticed.
 */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, stat, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';

export interface Instruction {
  name: string;
  /** The rest of the line, with continued lines joined and comments removed. */
  text: string;
}
export interface Stage {
  name: string;
  instructions: Instruction[];
}

/** Lines about running the container, which change no file. */
const RUNTIME_ONLY = new Set(['EXPOSE', 'HEALTHCHECK', 'CMD', 'USER', 'VOLUME', 'ENV']);

/** The stages of a Dockerfile, in order. A stage without a name is called by its number. */
export function readStages(dockerfile: string): Stage[] {
  const lines = dockerfile
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n/g, ' ')
    .split('\n');
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, name = '', text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (name === 'FROM') {
      const alias = /\sAS\s+(\S+)$/i.exec(text)?.[1];
      stages.push({ name: alias ?? String(stages.length), instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, text });
  }
  return stages;
}

export interface BuildOptions {
  /** The folder that `docker build` would get. */
  context: string;
  /** An empty folder: each stage is built in a folder of its name below it. */
  into: string;
  /**
   * Where `npm ci` would install the same packages again: folders of packages that are linked in its place, by their path
   * in the stage. Absent: `npm ci` runs.
   */
  installed?: { [pathInStage: string]: string };
}

/**
 * Builds every stage.
 * @returns the working folder of the last stage
 * @throws Error with the output of the RUN step that failed
 */
export async function buildImage(stages: Stage[], options: BuildOptions): Promise<string> {
  const workFolders = new Map<string, string>();
  let workFolder = '';
  for (const stage of stages) {
    const root = join(options.into, stage.name);
    workFolder = root;
    for (const { name, text } of stage.instructions) {
      if (name === 'WORKDIR') workFolder = join(root, text);
      else if (name === 'COPY') await copy(text, { root, workFolder, workFolders, options });
      else if (name === 'RUN') await run(text, { root, workFolder, options });
      else if (!RUNTIME_ONLY.has(name)) throw new Error(`this runner does not know ${name}`);
      await mkdir(workFolder, { recursive: true });
    }
    workFolders.set(stage.name, root);
  }
  return workFolder;
}

interface Place {
  root: string;
  workFolder: string;
  options: BuildOptions;
}

async function copy(text: string, place: Place & { workFolders: Map<string, string> }): Promise<void> {
  const [, stage, paths = text] = /^--from=(\S+)\s+(.*)$/.exec(text) ?? [];
  const names = paths.split(/\s+/);
  const to = names.pop()!;
  const target = join(place.workFolder, to);
  for (const name of names) {
    const from =
      stage === undefined ? join(place.options.context, name) : join(place.workFolders.get(stage)!, name);
    const intoFolder = to.endsWith('/') || names.length > 1;
    const isFolder = (await stat(from)).isDirectory();
    const destination = intoFolder && !isFolder ? join(target, basename(name)) : target;
    await cp(from, destination, {
      recursive: true,
      verbatimSymlinks: true,
      // what .dockerignore excludes
      filter: (path) => stage !== undefined || !/(^|\/)(node_modules|dist|\.git)$/.test(path),
    });
  }
}

async function run(text: string, { root, workFolder, options }: Place): Promise<void> {
  if (options.installed && text.startsWith('npm ci')) {
    for (const [path, packages] of Object.entries(options.installed)) {
      const link = join(workFolder, path);
      await mkdir(join(link, '..'), { recursive: true });
      await symlink(packages, link);
    }
    return;
  }
  // this machine does not have the container's own folders and user
  const command = text.replaceAll(/(^|\s)\/data\b/g, `$1${root}/data`).replaceAll('chown node:node', 'true');
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: workFolder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`RUN ${text}\nended with exit code ${status}\n${stdout}${stderr}`);
}
