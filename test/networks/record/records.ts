/** What is kept of a call, and where: one file of JSON lines for each process, written when it ends. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../../../machines/outcome.ts';
import { recordFolder } from '../../support/contracts.ts';
import type { Body } from './body.ts';
import type { Reads } from './reads.ts';
import { redacted } from './redact.ts';

export interface CallRecord {
  by: 'adapter' | 'simulator';
  /** The line of the adapter that made the call, or the simulator's route. */
  site: string;
  method: string;
  url: string;
  headers: { [name: string]: string };
  body: Body;
  /** Null: none came. */
  response: { status: number; headers: { [name: string]: string }; body: Json } | null;
  /** What the adapter read in the response. */
  reads: Reads;
}

/** Headers whose values matter to a judge; of the others only the names are kept, since some are secret. */
const VALUES = /^(content-type|accept|location|link|x-restli-.*|linkedin-version|idempotency-key)$/;

export function headersOf(headers: Headers): { [name: string]: string } {
  return Object.fromEntries([...headers].map(([name, value]) => [name, VALUES.test(name) ? value : '…']));
}

const records: CallRecord[] = [];

/** What was recorded in this process until now. */
export const recorded = (): readonly CallRecord[] => records;

export function keep(record: CallRecord): CallRecord {
  records.push(record);
  return record;
}

const folder = recordFolder;
if (folder !== undefined) process.on('exit', () => write(folder));

/** Equal calls are written once, with what was read in any of them. */
function write(folder: string): void {
  const byCall = new Map<string, CallRecord>();
  for (const record of records.map(redacted)) {
    const { reads, ...rest } = record;
    const key = createHash('sha256').update(JSON.stringify(rest)).digest('base64');
    const known = byCall.get(key);
    if (!known) byCall.set(key, record);
    else for (const [path, found] of Object.entries(reads)) known.reads[path] ||= found;
  }
  mkdirSync(folder, { recursive: true });
  const lines = [...byCall.values()].map((record) => JSON.stringify(record));
  if (lines.length > 0) writeFileSync(join(folder, `${process.pid}.jsonl`), `${lines.join('\n')}\n`);
}
