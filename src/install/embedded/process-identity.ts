/**
 * Identifies the process behind a process id. Ids are reused, quickly so in containers, where each start counts from 1:
 * a file that says "process 42 holds this" means nothing unless it also says which process 42 it was.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * A text that says when a process started, different from that of every other process.
 * @param pid process id as seen from here
 * @returns the text, or null when no such process runs; a zombie (dead, not yet collected by its parent) does not run
 */
export function processBirth(pid: number): string | null {
  if (process.platform === 'linux') {
    const stat = proc(`${pid}/stat`);
    if (stat === null) return null;
    // The second field is the program's name in brackets and may itself hold brackets and spaces, so fields are counted
    // after the last bracket. Field 3 is the state, and field 22 the start in ticks since boot, which is why the id of
    // the boot is added.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    return `${(proc('sys/kernel/random/boot_id') ?? '').trim()} ${fields[19]}`;
  }
  const [state, ...started] = ps(pid, 'stat=,lstart=').trim().split(/\s+/);
  return !state || state.startsWith('Z') ? null : started.join(' ');
}

/**
 * Reads a process's command line.
 *
 * @param pid process id as seen from here
 * @returns program and arguments joined by blanks; empty when there is no such process
 */
export function processCommand(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'args=').trim();
  return (proc(`${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trim();
}

/**
 * The id of the set of processes that can see each other. Two containers on one machine have different ids: process ids
 * of one mean nothing in the other.
 * @returns an opaque id; the same for every process if the system has no such sets
 */
export function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return hostname(); // macOS, and sandboxes that show only a part of /proc
  }
}

/** Reads a file of Linux' /proc. Null when it does not exist, or when its process ends meanwhile. */
function proc(path: string): string | null {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return null;
  }
}

/** Runs `ps` (macOS has no /proc). Empty when there is no such process, which `ps` reports with exit code 1. */
function ps(pid: number, columns: string): string {
  try {
    return execFileSync('ps', ['-o', columns, '-p', String(pid)], {
      encoding: 'utf8',
      env: { LC_ALL: 'C', PATH: '/bin:/usr/bin' },
    });
  } catch {
    return '';
  }
}
