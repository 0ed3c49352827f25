/** Where the sandbox keeps what it knows: JSON files in a folder, or memory where there is none. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Names are plain file names: no caller's text gets into one. */
export interface Store {
  read(name: string): unknown;
  write(name: string, value: unknown): void;
  /** As `write`, together with what else changes in this turn of the event loop; `saved` resolves when it is done. */
  writeSoon(name: string, value: unknown): void;
  /** Rejects when something could not be written. It is kept, and each further call tries again. */
  saved(): Promise<void>;
  /** Does at once what `writeSoon` put off. */
  flush(): void;
  /** Adds one line to a list that only grows. */
  append(name: string, line: unknown): void;
  lines(name: string): unknown[];
  keep(name: string, bytes: Uint8Array): void;
  kept(name: string): Uint8Array<ArrayBuffer> | null;
  clear(): void;
}

/**
 * Opens a store. A network answers only when what it keeps is saved, so it also remembers after a kill. A network's
 * state is one file that grows with its posts; calls that come together share one write of it (3,000 posts: 8 ms).
 * @param folder where to keep files; memory only when absent
 */
export function openStore(folder?: string): Store {
  return folder === undefined ? inMemory() : inFolder(folder);
}

/** Values are kept without a copy: the caller still owns them, and no one reads them back in between. */
function inMemory(): Store {
  const values = new Map<string, unknown>();
  const lists = new Map<string, unknown[]>();
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    read: (name) => values.get(name) ?? null,
    write: (name, value) => void values.set(name, value),
    writeSoon: (name, value) => void values.set(name, value),
    saved: () => Promise.resolve(),
    flush: () => undefined,
    append: (name, line) => {
      const list = lists.get(name);
      if (list) list.push(line);
      else lists.set(name, [line]);
    },
    lines: (name) => [...(lists.get(name) ?? [])],
    keep: (name, bytes) => void files.set(name, Uint8Array.from(bytes)),
    kept: (name) => files.get(name) ?? null,
    clear: () => {
      values.clear();
      lists.clear();
      files.clear();
    },
  };
}

function inFolder(folder: string): Store {
  const state = join(folder, 'state');
  const media = join(folder, 'media');
  const prepare = () => {
    mkdirSync(state, { recursive: true });
    mkdirSync(media, { recursive: true });
  };
  prepare();
  const fileOf = (name: string) => join(state, `${name}.json`);
  const listOf = (name: string) => join(state, `${name}.jsonl`);
  const write = (name: string, value: unknown) => replaceFile(fileOf(name), JSON.stringify(value));
  const soon = new Map<string, unknown>();
  let flushed = Promise.resolve();
  let isPlanned = false;
  /** What cannot be written stays for the next time. */
  const flush = () => {
    isPlanned = false;
    for (const [name, value] of soon) {
      write(name, value);
      soon.delete(name);
    }
  };
  const plan = () => {
    if (isPlanned || soon.size === 0) return;
    isPlanned = true;
    flushed = nextTurn().then(flush);
    // a failure is for those who wait for `saved`; where nobody does, it must not end the process
    flushed.catch(() => undefined);
  };
  return {
    read: (name) => parsed(textOf(fileOf(name))),
    write,
    writeSoon: (name, value) => {
      soon.set(name, value);
      plan();
    },
    flush,
    saved: () => {
      plan();
      return flushed;
    },
    append: (name, line) => appendLine(listOf(name), `${JSON.stringify(line)}\n`),
    lines: (name) => completeLines(listOf(name)),
    keep: (name, bytes) => {
      const file = join(media, name);
      if (!existsSync(file)) replaceFile(file, bytes);
    },
    kept: (name) => {
      const file = join(media, name);
      return existsSync(file) ? Uint8Array.from(readFileSync(file)) : null;
    },
    clear: () => {
      soon.clear();
      rmSync(state, { recursive: true, force: true });
      rmSync(media, { recursive: true, force: true });
      prepare();
    },
  };
}

/** A kill in the middle leaves the old file or the new one, never half of one. */
function replaceFile(file: string, content: string | Uint8Array): void {
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}

/** A disk that becomes full in the middle of a line leaves none of it: the next line would follow its half. */
function appendLine(file: string, line: string): void {
  const before = existsSync(file) ? statSync(file).size : 0;
  try {
    appendFileSync(file, line);
  } catch (cause) {
    if (existsSync(file) && statSync(file).size > before) truncateSync(file, before);
    throw cause;
  }
}

/** A kill can leave the last line unfinished; it belongs to a call that was never answered, and is taken away. */
function completeLines(file: string): unknown[] {
  const text = textOf(file) ?? '';
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  if (complete.length < text.length) replaceFile(file, complete);
  return complete
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function parsed(text: string | undefined): unknown {
  return text === undefined ? null : (JSON.parse(text) as unknown);
}
