/** The processes of this machine: who started whom, in which group, with how much memory. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
  residentKb: number;
}

/** Processes that have not ended. */
export function allProcesses(): ProcessRow[] {
  return process.platform === 'linux' ? readProc() : askPs();
}

/** Linux says it in /proc; small images have no `ps`. */
function readProc(): ProcessRow[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const status = statusOf(name);
      const numberAt = (field: string) =>
        Number(new RegExp(String.raw`^${field}:\s+(\d+)`, 'm').exec(status)?.[1] ?? 0);
      if (status === '' || /^State:\s+[ZX]/m.test(status)) return [];
      return {
        pid: Number(name),
        parent: numberAt('PPid'),
        group: numberAt('NSpgid'),
        residentKb: numberAt('VmRSS'),
      };
    });
}

/** Empty when the process ends while it is read. */
function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return '';
    throw error;
  }
}

function askPs(): ProcessRow[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,rss=,stat='], { encoding: 'utf8' });
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([pid, , , , state]) => pid !== undefined && pid !== '' && !state?.startsWith('Z'))
    .map(([pid, parent, group, resident]) => ({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      residentKb: Number(resident),
    }));
}
