/**
 * What the process of a group says between the results: that the next ones belong to another file, and that the last file
 * is over. It says so twice. In its output, as a comment of the test protocol, a mark stands where it belongs, but may
 * be read late; as a message it comes at once.
 */
export type Mark = { begins: string } | 'over';

const BEGINS = 'troupe begins ';
const OVER = 'troupe ran every file';

/** A mark as a comment. */
export const markText = (mark: Mark): string => (mark === 'over' ? OVER : `${BEGINS}${mark.begins}`);

/** Reads a comment. @returns null when it is no mark */
export function readMark(comment: string): Mark | null {
  const text = comment.replace(/^# /, '').trimEnd();
  if (text === OVER) return 'over';
  return text.startsWith(BEGINS) ? { begins: text.slice(BEGINS.length) } : null;
}
