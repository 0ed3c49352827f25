/** `troupe media`: the library of a workspace (docs/media.md). */
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { Input, Reply } from '../../clients/typescript/src/index.ts';
import { type Command, FileError, print, takesNo, UsageError } from './command.ts';
import { atService, remote, wholeNumber } from './remote.ts';

type MediaFile = Reply<'listMedia'>['media'][number];

const TYPES = ['image', 'gif', 'video', 'document'] as const;

const inMb = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

function write({ id, type, bytes, name, altText, url, usedBy }: MediaFile): void {
  const words = [name, altText].filter(Boolean).join(': ').replaceAll(/\s+/g, ' ');
  const uses = usedBy.count + usedBy.series.length;
  process.stdout.write(`${id}  ${type.padEnd(8)}  ${inMb(bytes)}  used ${uses}  ${url}  ${words}\n`);
}

/** @throws UsageError */
function typeOf(written: string | undefined): Pick<Input<'listMedia'>, 'type'> {
  if (written === undefined) return {};
  const type = TYPES.find((one) => one === written);
  if (type === undefined) throw new UsageError(`--type must be one of ${TYPES.join(', ')}`);
  return { type };
}

/** @throws FileError */
async function fileOf(path: string): Promise<File> {
  try {
    return new File([await openAsBlob(path)], basename(path));
  } catch (cause) {
    throw new FileError(`there is no file ${path}`, { cause });
  }
}

export const mediaCommands: { [name: string]: Command } = {
  'media list': remote({
    options: ['search', 'type', 'count'],
    help: (options) => `troupe media list [--search WORDS] [--type TYPE] [--count N] [--json]

Lists hosted files, newest first: id, type, size, how many posts and series use it, address, name and description.

  --search WORDS     a part of the name or the description
  --type TYPE        image, gif, video or document
  --count N          the newest N; default: 25
${options}
  --json             as GET /v1/media responds
`,
    prepare(args) {
      takesNo(args.rest);
      const { search, type } = args.values;
      const limit = wholeNumber('count', args.values.count, { least: 1 });
      const filter = {
        ...typeOf(type),
        ...(search !== undefined && { q: search }),
        ...(limit !== undefined && { limit }),
      };
      return () =>
        atService(args, async ({ troupe, where }) => {
          const listed = await troupe.listMedia({ ...where, ...filter });
          if (args.values.json) return print(listed);
          listed.media.forEach(write);
        });
    },
  }),
  'media upload': remote({
    help: (options) => `troupe media upload FILE... [--json]

Uploads files, and prints the address of each. The same file has the same address again.

${options}
  --json             as POST /v1/media/upload responds, a line for each file
`,
    prepare(args) {
      const paths = args.rest;
      if (paths.length === 0) throw new UsageError('say which file: troupe media upload FILE...');
      return () =>
        atService(args, async ({ troupe, where }) => {
          for (const path of paths) {
            const answer = await troupe.uploadMedia({ ...where, file: await fileOf(path) });
            if (args.values.json) print(answer);
            else process.stdout.write(`${answer.url}\n`);
          }
        });
    },
  }),
  'media describe': remote({
    help: (options) => `troupe media describe MEDIA TEXT [--json]

Says what is on a file, for people who do not see it. The composer offers the text; posts that use the file keep theirs.

${options}
  --json             as PATCH /v1/media/{id} responds
`,
    prepare(args) {
      const [id, altText, ...more] = args.rest;
      if (id === undefined || altText === undefined)
        throw new UsageError('say what: troupe media describe MEDIA TEXT');
      takesNo(more);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const answer = await troupe.updateMedia({ ...where, id, altText });
          if (args.values.json) return print(answer);
          write(answer.media);
        });
    },
  }),
  'media delete': remote({
    options: ['force'],
    help: (options) => `troupe media delete MEDIA [--force] [--json]

Deletes a file. Refused while posts that are not out or series need it.

  --force            deletes it all the same: these posts will fail
${options}
  --json             as DELETE /v1/media/{id} responds
`,
    prepare(args) {
      const [id, ...more] = args.rest;
      if (id === undefined || id === '') throw new UsageError('say which: troupe media delete MEDIA');
      takesNo(more);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const force = args.values.force === true;
          const answer = await troupe.deleteMedia({ ...where, id, ...(force && { force }) });
          if (args.values.json) return print(answer);
          process.stderr.write(`${id} is deleted\n`);
        });
    },
  }),
};
