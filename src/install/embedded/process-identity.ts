/**
 * Who is behind a process id. Ids are used again, quickly so in containers, where each start counts from 1:
 * a file that says "process 42 holds this" is worth nothing without knowing which process 42 was meant.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Says when a process began, in words that no other process ever shares.
 *
 * @param pid process id as seen from here
 * @returns the birth mark, or null when no such process runs; a zombie (dead, not yet collected by its
 *   parent) counts as gone
 */
export function processBirth(pid: number): string | null {
  if (process.platform === 'linux') {
    const stat = proc(`${pid}/stat`);
    if (stat === null) return null;
    // The second field is the program's name in brackets and may itself hold brackets and blanks: the
    // fields that count begin after the last bracket. Field 3 is the state, field 22 the start in ticks
    // since boot, hence the boot's own id before it.
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
 * Names the set of processes that can see each other. Two containers on one machine differ here: process
 * ids of the one mean nothing in the other.
 *
 * @returns an opaque name; the same for every process where the system has no such sets
 */
export function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return hostname(); // macOS, and sandboxes that show a part of /proc only
  }
}

/** Reads a file of Linux' /proc. Null when it isn't there, or when its process ends while we read. */
function proc(path: string): string | null {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return null;
  }
}

/** Asks `ps` (macOS has no /proc). Empty when there is no such process, which `ps` tells by exit code 1. */
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
