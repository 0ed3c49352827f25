/** Which code a sandbox runs. A newer Troupe that finds an older sandbox running must restart it. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

let mark: string | undefined;

/** A mark of the files in this folder, as this process found them; equal where they are. */
export const codeMark = (): string => (mark ??= readMark());

function readMark(): string {
  const folder = import.meta.dirname;
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  for (const name of files.sort())
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}
