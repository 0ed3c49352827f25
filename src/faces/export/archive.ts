/**
 * Everything of a workspace as the files of one archive, in an order in which each is read once: README.txt, workspace.json, the files of
 * lines, planned posts, media, and contents.json, which says how much there is of each. What could not be read of the store of files is
 * named in problems.txt; the rest is complete.
 */
import { exportCopies, exportFiles } from '../../../store/export-rows.ts';
import { LINES_FILES, workspaceFile } from './files.ts';
import { plannedPosts } from './planned-posts.ts';
import { readme } from './readme.ts';
import type { WorkspaceReader } from './reader.ts';
import type { ArchivedFile } from './zip.ts';

interface ArchiveOptions {
  /** Whether the hosted files are in it. */
  media: boolean;
  /** Epoch ms. */
  at: number;
}

/** Files of the store that are listed at once. */
const MAX_LISTED = 200;

/** @returns the files; each has to be read to its end before the next one is asked for */
export async function* archiveOf(
  reader: WorkspaceReader,
  options: ArchiveOptions,
): AsyncGenerator<ArchivedFile> {
  const { media, at } = options;
  const counts = new Counts();
  const problems: string[] = [];
  yield textFile('README.txt', [readme(reader.workspace, { media, at })]);
  yield textFile('workspace.json', [`${JSON.stringify(await workspaceFile(reader, at), null, 2)}\n`]);
  for (const { name, pages } of LINES_FILES)
    yield { name, isText: true, chunks: linesOf(pages(reader), (lines) => counts.add(name, lines)) };
  let nth = 0;
  for await (const texts of plannedPosts(reader)) {
    nth += 1;
    yield textFile(nth === 1 ? 'planned-posts.csv' : `planned-posts-${nth}.csv`, texts);
  }
  yield {
    name: 'media.jsonl',
    isText: true,
    chunks: linesOf(hostedFiles(reader), (lines) => counts.add('media.jsonl', lines)),
  };
  if (media) yield* storedFiles(reader, { counts, problems });
  if (problems.length > 0)
    yield textFile(
      'problems.txt',
      problems.map((line) => `${line}\n`),
    );
  const contents = { format: 1, media, problems: problems.length, files: counts.all };
  yield textFile('contents.json', [`${JSON.stringify(contents, null, 2)}\n`]);
}

/** How much there is of what. */
class Counts {
  readonly all: { [file: string]: number } = {};

  add(file: string, more: number): void {
    this.all[file] = (this.all[file] ?? 0) + more;
  }
}

const textFile = (name: string, texts: Iterable<string> | AsyncIterable<string>): ArchivedFile => ({
  name,
  isText: true,
  chunks: bytesOf(texts),
});

async function* bytesOf(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}

async function* linesOf(
  pages: AsyncIterable<readonly object[]>,
  count: (lines: number) => void,
): AsyncGenerator<Uint8Array> {
  count(0);
  for await (const page of pages) {
    count(page.length);
    if (page.length > 0) yield Buffer.from(page.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}

/** The lines of media.jsonl: files of posts by name, then copies of files in messages. */
async function* hostedFiles(reader: WorkspaceReader): AsyncGenerator<object[]> {
  const { media } = reader.context;
  for await (const files of reader.rows(exportFiles, MAX_LISTED))
    yield files.map((file) => ({ ...file, messageId: null, url: media.addressOf(file.name) }));
  for await (const copies of reader.rows(exportCopies, MAX_LISTED))
    yield copies.map(({ messageId, name }) => ({ name, messageId, url: media.addressOf(name) }));
}

interface Notes {
  counts: Counts;
  problems: string[];
}

async function* storedFiles(reader: WorkspaceReader, notes: Notes): AsyncGenerator<ArchivedFile> {
  for await (const files of reader.rows(exportFiles, MAX_LISTED))
    for (const { name } of files) yield* storedFile(reader, name, notes);
  for await (const copies of reader.rows(exportCopies, MAX_LISTED))
    for (const { name } of copies) yield* storedFile(reader, name, notes);
}

async function* storedFile(
  { context }: WorkspaceReader,
  name: string,
  { counts, problems }: Notes,
): AsyncGenerator<ArchivedFile> {
  const note = (problem: string) => void problems.push(`media/${name}: ${problem}`);
  let file: Awaited<ReturnType<typeof context.media.readHosted>>;
  try {
    file = await context.media.readHosted(name);
  } catch (error) {
    context.log.error({ err: error, name }, 'a file could not be exported');
    note('the store of files did not give it');
    return;
  }
  if (file === null) {
    note('it is not in the store of files any more');
    return;
  }
  counts.add('media', 1);
  yield { name: `media/${name}`, isText: false, chunks: wholeOrNoted(file, note) };

  /** A file that ends early is noted, too: an archive of many gigabytes is not lost for one of them. */
  async function* wholeOrNoted(
    { bytes, chunks }: NonNullable<typeof file>,
    noted: typeof note,
  ): AsyncGenerator<Uint8Array> {
    let read = 0;
    try {
      for await (const chunk of chunks) {
        read += chunk.byteLength;
        yield chunk;
      }
    } catch (error) {
      context.log.error({ err: error, name }, 'a file could not be exported to its end');
    }
    if (read !== bytes) noted(`only ${read} of ${bytes} bytes could be read`);
  }
}
