/** What the files of a process share, such as a browser, is closed once, after the last of them. */

const closers: (() => Promise<void>)[] = [];

/** Calls `close` after the last file of this process. A process that is killed or exits does not call it. */
export function atEnd(close: () => Promise<void>): void {
  closers.push(close);
}

/** Calls what was given to `atEnd`, the last one first. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).toReversed()) await close();
}
