/** What `npm run bench` is asked for on its command line. */
import { parseArgs } from 'node:util';
import type { Size } from './bench.ts';
import { type SectionName, sectionNames } from './sections.ts';

export interface BenchOptions {
  sections: SectionName[];
  size: Size;
  rounds: number;
  /** Whether the results are written to bench/results.md. */
  writes: boolean;
  profileInto: string | null;
}

export const USAGE = `Usage: npm run bench -- [--only ${sectionNames.join(',')}] [--quick] [--rounds <number>] [--write] [--profile <folder>]

  --only      these sections
  --quick     fewer posts and clients, for a look while working
  --rounds    how often each contender is measured, in turns; medians are reported. Default 5, with --quick 1
  --write     writes these sections to bench/results.md, where the others keep their last results. A run of all sections
              that is not quick does so by itself
  --profile   CPU profiles into this folder, and the slowest statements of each run; slows everything a little`;

/** A mistake on the command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @returns null when only the usage is asked for. @throws UsageError */
export function readOptions(args: string[]): BenchOptions | null {
  const values = parsed(args);
  if (values.help) return null;
  const sections = values.only?.split(',') ?? sectionNames;
  const unknown = sections.filter((name) => !(sectionNames as string[]).includes(name));
  if (unknown.length > 0) throw new UsageError(`There is no section "${unknown.join(', ')}".`);
  const rounds = Number(values.rounds ?? (values.quick ? 1 : 5));
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new UsageError('--rounds must be a whole number from 1 on.');
  return {
    sections: sections as SectionName[],
    size: values.quick ? 'quick' : 'full',
    rounds,
    writes: values.write || (!values.quick && values.only === undefined),
    profileInto: values.profile ?? null,
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        only: { type: 'string' },
        quick: { type: 'boolean', default: false },
        rounds: { type: 'string' },
        write: { type: 'boolean', default: false },
        profile: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
