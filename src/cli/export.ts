/** `troupe export`: everything of a workspace as one ZIP archive (docs/export.md). */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, CommandError, EXIT, FileError, print, takesNo, UsageError } from './command.ts';
import { atService, remote } from './remote.ts';

const MB = 1024 * 1024;

export const exportCommands: { [name: string]: Command } = {
  export: remote({
    options: ['output', 'without-media'],
    help: (options) => `troupe export [WORKSPACE] [--output FILE] [--without-media] [--json]

Downloads everything of a workspace as one ZIP archive, and prints the name of the file: posts, media, rules, automations,
conversations, comments, numbers. README.txt in it says what each file is. Only an owner of the workspace may.

  --output FILE      where to; default: troupe-SLUG-DAY.zip in this folder. A file that is there is replaced
  --without-media    leaves the uploaded files out; they are listed still
${options}
  --json             prints {"file", "bytes"}
`,
    prepare(args) {
      const [named, ...more] = args.rest;
      takesNo(more);
      const { workspace, output } = args.values;
      if (named !== undefined && workspace !== undefined && named !== workspace)
        throw new UsageError('name the workspace once: troupe export WORKSPACE');
      const slug = named ?? workspace;
      const media = args.values['without-media'] !== true;
      return () =>
        atService(args, async ({ troupe, where }) => {
          const of = slug === undefined ? where : { workspace: slug };
          const { export: made } = await troupe.createExport({ ...of, media });
          const file = output ?? made.fileName;
          const bytes = await download(made.url, file);
          if (args.values.json) print({ file, bytes });
          else process.stdout.write(`${file}\n`);
        });
    },
  }),
};

/**
 * Writes what is at an address into a file, which has its name only when all of it is there.
 * @returns its bytes
 * @throws FileError where it cannot be written, CommandError where the service does not send it to its end
 */
async function download(url: string, file: string): Promise<number> {
  const part = `${file}.part`;
  let bytes = 0;
  try {
    const response = await fetch(url).catch((cause: unknown) => {
      throw lost(cause);
    });
    if (response.status === 503)
      throw new CommandError('the workspace is being exported already: try again later');
    if (!response.ok || response.body === null)
      throw new CommandError(`the service responded to the download with status ${response.status}`);
    const received = Readable.fromWeb(response.body);
    let reported = 0;
    received.on('data', ({ length }: Buffer) => {
      bytes += length;
      if (bytes - reported < MB) return;
      reported = bytes;
      process.stderr.write(`${Math.floor(bytes / MB)} MB\n`);
    });
    await pipeline(received, createWriteStream(part));
    await rename(part, file);
    return bytes;
  } catch (error) {
    await rm(part, { force: true });
    if (error instanceof CommandError) throw error;
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (syscall === 'open' || syscall === 'write' || syscall === 'rename')
      throw new FileError(`${file} cannot be written: ${message}`, { cause: error });
    throw lost(error);
  }
}

const lost = (cause: unknown) =>
  new CommandError('the connection ended before the archive was complete: start it again', {
    exitCode: EXIT.unreachable,
    details: { code: 'unreachable' },
    cause,
  });
