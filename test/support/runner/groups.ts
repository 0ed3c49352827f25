/**
 * Which test files share a process. Loading tap, the machines and the service costs more than most files take, so files
 * of a folder run one after the other in a process that has loaded these already.
 */

export interface TestFile {
  /** Relative to the project's folder. */
  path: string;
  source: string;
}

/** Files that one process runs, in their order. */
export interface Group {
  name: string;
  files: string[];
}

/** A file with this comment, followed by the reason, has a process of its own. */
const RUNS_ALONE = '// Runs alone:';

/** They start a browser or programs: most of their time passes outside of their process, which is hardly worth sharing. */
const STARTS_PROCESSES =
  /(support\/(browser|process|redis)|\/dashboard)\.ts'|'node:(child_process|worker_threads)'/;
/** They work on a database, and take ten times as long as those that do not. */
const USES_DATABASE =
  /(support\/(service|database|stage|pair|voyage|workspace)|\/(harness|people|with-rule|world|scene|flood))\.ts'/;

/** Weights: a group is full at GROUP_WEIGHT. It is small enough that a run does not end with one process at work. */
const GROUP_WEIGHT = 24;
const DATABASE_WEIGHT = 4;

/**
 * Shares files out to processes. The same files always make the same groups, in the same order: the ones that take
 * longest first, so that short ones fill the gaps at the end.
 */
export function groupsOf(files: TestFile[]): Group[] {
  const alone = files.filter(isAlone).sort((a, b) => b.source.length - a.source.length || order(a, b));
  const together = files.filter((file) => !isAlone(file)).sort(order);
  return [
    ...alone.map(({ path }) => ({ name: path, files: [path] })),
    ...shared(together.filter(usesDatabase), DATABASE_WEIGHT),
    ...shared(
      together.filter((file) => !usesDatabase(file)),
      1,
    ),
  ];
}

/** Groups of files of one folder under test/, as equal in size as possible. */
function shared(files: TestFile[], weight: number): Group[] {
  const folders = Map.groupBy(files, ({ path }) => folderOf(path));
  return [...folders].flatMap(([folder, members]) => {
    const count = Math.ceil((members.length * weight) / GROUP_WEIGHT);
    const size = Math.ceil(members.length / count);
    return Array.from({ length: Math.ceil(members.length / size) }, (_, index) => ({
      name: `${folder}-${index + 1}`,
      files: members.slice(index * size, (index + 1) * size).map(({ path }) => path),
    }));
  });
}

/** `test/flows` of `test/flows/publish.test.ts`, `test` of `test/time.test.ts`. */
function folderOf(path: string): string {
  return path.split('/').slice(0, -1).slice(0, 2).join('/');
}

const isAlone = ({ source }: TestFile): boolean =>
  source.includes(RUNS_ALONE) || STARTS_PROCESSES.test(source);
const usesDatabase = ({ source }: TestFile): boolean => USES_DATABASE.test(source);
const order = (a: TestFile, b: TestFile): number => (a.path < b.path ? -1 : 1);
