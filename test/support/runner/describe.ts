/** Failures and times for people. */
import { relative } from 'node:path';
import { projectRoot } from '../../../src/install/pinned.js';
import type { Told } from './group-process.ts';

/** Where an assertion stands. */
interface Place {
  fileName: string;
  lineNumber: number;
  columnNumber: number;
}

/** What a file that ran out of time was waiting for, and what else tap knows. */
const MORE = ['error', 'message', 'detail', 'hint', 'expired', 'tapError', 'timeout', 'handles', 'requests'];

/** A failure: what, where, the difference, and what else tap knows. Ends with an empty line. */
export function describeFailure({ fullname, diag }: Told): string {
  const { diff, stack, source, found, wanted, cause, exitCode, signal, code } = diag;
  const at = diag['at'] as Partial<Place> | undefined;
  const lines = [`✗ ${fullname}`];
  const add = (text: unknown) => {
    for (const line of String(text).trimEnd().split('\n')) lines.push(`    ${line}`);
  };
  const show = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  if (at?.fileName)
    add(`at ${relative(projectRoot, at.fileName) || at.fileName}:${at.lineNumber}:${at.columnNumber}`);
  if (diff) add(diff);
  else {
    if (wanted !== undefined) add(`wanted: ${show(wanted)}`);
    if (found !== undefined) add(`found:  ${show(found)}`);
  }
  if (code !== undefined) add(`code: ${show(code)}`);
  if (cause !== undefined) add(`cause: ${show(cause)}`);
  if (exitCode !== undefined && exitCode !== null) add(`The process ended with exit code ${show(exitCode)}.`);
  if (signal) add(`The process was ended by ${show(signal)}.`);
  if (source && !diff) add(source);
  if (stack) add(stack);
  for (const key of MORE) if (diag[key] !== undefined) add(`${key}: ${show(diag[key])}`);
  return `${lines.join('\n')}\n`;
}

/** The name of what was not run, and why. */
export function describeSkipped({ fullname, skip, todo }: Told): string {
  const reason = skip || todo;
  return typeof reason === 'string' && reason !== '' ? `${fullname}: ${reason}` : fullname;
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
