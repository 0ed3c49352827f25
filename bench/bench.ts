/** What every section of the bench is given. */
import type { Report } from './report.ts';
import type { Stage } from './stage.ts';

/** `full` is what is published, `quick` a look while working, `tiny` a test that everything still runs. */
export type Size = 'full' | 'quick' | 'tiny';

export interface Bench {
  stage: Stage;
  size: Size;
  /** How often each contender is measured: in rounds, so that a busy minute of the machine meets all of them. */
  rounds: number;
  /** Whether the peers are measured too. They are packages of their own, which tests do without. */
  peers: boolean;
  log: (line: string) => void;
  /** Folder for CPU profiles of our own programs; null means no profiles. */
  profileInto: string | null;
}

/** `3 interleaved rounds`, for a section's introduction. */
export const roundsText = ({ rounds }: Pick<Bench, 'rounds'>): string =>
  rounds === 1 ? 'one round' : `${rounds} interleaved rounds`;

/** A part of the bench that can be run alone. */
export interface Section {
  /** Heading of its table. */
  title: string;
  measure: (bench: Bench) => Promise<Report>;
}
