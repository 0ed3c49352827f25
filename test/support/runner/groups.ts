/**
 * Which test files share a process. Loading tap, the machines and the service costs more than most files take, so files
 * run one after the other in a process that has loaded these already.
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
  /** Whether its files start programs, or ask for a process of their own. */
  isAlone: boolean;
}

/** A file with this comment, followed by the reason, has a process of its own. */
const RUNS_ALONE = '// Runs alone:';

/** They start programs: most of their time passes outside of their process, which is hardly worth sharing. */
const STARTS_PROCESSES = /support\/(process|redis)\.ts'|'node:(child_process|worker_threads)'/;

/** What files share, with the weight of one: about how long it takes beside the others. A file is of the first kind that fits. */
type Kind = (typeof KINDS)[number];
const KINDS = [
  // they open pages in the browser that their process starts
  { name: 'browser', weight: 6, uses: /(support\/browser|\/dashboard)\.ts'/ },
  {
    name: 'database',
    weight: 4,
    uses: /(support\/(service|database|stage|pair|voyage|workspace)|\/(harness|people|with-rule|world|scene|flood))\.ts'/,
  },
  { name: 'memory', weight: 1, uses: /(?:)/ },
];
/** A group is full at this weight. It is small enough that a run does not end with one process at work. */
const GROUP_WEIGHT = 36;

/**
 * Shares files out to processes. The same files always make the same groups, in the same order: the ones that take
 * longest first, so that short ones fill the gaps at the end.
 */
export function groupsOf(files: TestFile[]): Group[] {
  const alone = files.filter(isAlone).sort((a, b) => b.source.length - a.source.length || order(a, b));
  const together = files.filter((file) => !isAlone(file)).sort(order);
  return [
    ...alone.map(({ path }) => ({ name: path, files: [path], isAlone: true })),
    ...KINDS.flatMap((kind) => shared(together, kind)),
  ];
}

/** Groups of the files of one kind, as equal in size as possible; neighbours share more of what they load. */
function shared(together: TestFile[], { name, weight }: Kind): Group[] {
  const files = together.filter((file) => kindOf(file).name === name).map(({ path }) => path);
  const count = Math.ceil((files.length * weight) / GROUP_WEIGHT);
  const size = Math.ceil(files.length / count);
  return Array.from({ length: count }, (_, index) => ({
    name: `${name}-${index + 1}`,
    files: files.slice(index * size, (index + 1) * size),
    isAlone: false,
  })).filter((group) => group.files.length > 0);
}

const isAlone = ({ source }: TestFile): boolean =>
  source.includes(RUNS_ALONE) || STARTS_PROCESSES.test(source);
const kindOf = ({ source }: TestFile): Kind => KINDS.find(({ uses }) => uses.test(source))!;
const order = (a: TestFile, b: TestFile): number => (a.path < b.path ? -1 : 1);
