/**
 * Decides which modules of the dashboard share a file. Left to itself the bundler makes one file for each set of pages
 * that have modules in common: forty to eighty requests for a page, most of them for less than a kilobyte. So the
 * dashboard is built once in memory, and files that most pages load anyway are joined.
 */
import { build, type InlineConfig, type Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** A file that at least this share of the pages load is joined with others like it. */
const MIN_PAGES_SHARE = 0.5;
/** A file below this size joins the first one, although not every page needs it: its request costs more. Bytes, not compressed. */
const SMALL_BYTES = 2_000;
/** Pages that load little else: a file which they do not load is not joined with one that they load. */
const LEAN_PAGES = ['/home/home-page.tsx', '/posts/list-page.tsx', '/posts/compose-page.tsx'];

/**
 * Builds the dashboard in memory.
 * @param config of that build
 * @returns the name of the joined file that a module belongs to, by the module's id; the bundler places the others
 */
export async function sharedFiles(config: InlineConfig): Promise<Map<string, string>> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false },
  });
  const chunks = (built as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk');
  const names = namesOf(chunks);
  return new Map(
    chunks.flatMap(({ fileName, moduleIds }) => {
      const name = names(fileName);
      return name === null ? [] : moduleIds.map((id) => [id, name] as const);
    }),
  );
}

/** @returns a function from a chunk to the joined file that contains its modules, or to null if they are not joined */
function namesOf(chunks: readonly Chunk[]): (fileName: string) => string | null {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const endsWith = (ending: string) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(ending))!;
  const loadedBy = ({ fileName }: Chunk) => closure(fileName, byName);
  const first = loadedBy(endsWith('/index.html'));
  const reference = loadedBy(endsWith('/reference.html'));
  const lean = LEAN_PAGES.map((page) => loadedBy(endsWith(page)));
  const pages = chunks
    .filter(({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && facadeModuleId?.endsWith('-page.tsx'))
    .map(loadedBy);
  const pagesWith = (file: string) => pages.filter((loaded) => loaded.has(file)).length;
  const isCheap = (file: string) =>
    first.has(file) || (byName.get(file)!.code.length < SMALL_BYTES && pagesWith(file) > 1);
  return (file) => {
    // the first script of the dashboard is in a joined file, and would run on the page of the reference
    if (reference.has(file)) return null;
    if ([...closure(file, byName)].every(isCheap)) return 'frame';
    if (pagesWith(file) < pages.length * MIN_PAGES_SHARE) return null;
    return ['common', ...lean.map((loaded) => Number(loaded.has(file)))].join('-');
  };
}

/** @returns a file and all that it imports, directly or not */
function closure(
  file: string,
  chunks: ReadonlyMap<string, Chunk>,
  paths: Set<string> = new Set(),
): Set<string> {
  if (paths.has(file)) return paths;
  paths.add(file);
  for (const imported of chunks.get(file)!.imports) closure(imported, chunks, paths);
  return paths;
}
