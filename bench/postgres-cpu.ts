/** CPU time of Postgres, read from /proc: on a machine that others use too it is steadier than the clock. */
import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ: what /proc counts in. It has been 100 on every Linux for decades. */
const TICK_MS = 10;

/** Time of the postmaster, of its children, and of those it has already collected; null where there is no /proc. */
export function postgresCpuMs(postmasterPid: number): number | null {
  const own = statOf(postmasterPid);
  if (own === null) return null;
  let ticks = own.time + own.collected;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = statOf(Number(name));
    if (stat?.parent === postmasterPid) ticks += stat.time;
  }
  return ticks * TICK_MS;
}

/** CPU time of one process, ms; null when it is gone or there is no /proc. */
export function processCpuMs(pid: number): number | null {
  const stat = statOf(pid);
  return stat === null ? null : stat.time * TICK_MS;
}

/** Resident memory of one process, bytes. */
export function processRss(pid: number): number | null {
  const pages = read(`/proc/${pid}/statm`)?.split(' ')[1];
  return pages === undefined ? null : Number(pages) * 4096;
}

function statOf(pid: number) {
  const text = read(`/proc/${pid}/stat`);
  if (text === null) return null;
  // the name, in brackets, may hold anything; proc_pid_stat(5) counts the state behind it as field 3
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return { parent: field(4), time: field(14) + field(15), collected: field(16) + field(17) };
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // the process ended meanwhile, or this is no Linux
  }
}
