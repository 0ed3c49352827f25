/**
 * Inserts the result of a tool into the response when the response is sent. The library is given a placeholder in place of the result: it
 * would otherwise serialise the result twice (as text and as an object), validate it, encode it and decode it, which costs more than the
 * result itself.
 */
import { randomUUID } from 'node:crypto';

/** Stands for the text of a result. Nobody outside this process knows it, so no other text holds it. */
export const textMark = `text ${randomUUID()}`;
const objectName = `object ${randomUUID()}`;
/** Stands for the result. */
export const objectMark = (): { [name: string]: unknown } => ({ [objectName]: 0 });

const TEXT = JSON.stringify(textMark);
const OBJECT = JSON.stringify(objectMark());

/**
 * Puts a result into an answer of the library.
 * @param answer with the marks, or without when the library refused; result: JSON
 */
export function withResult(answer: string, result: string): string {
  const text = answer.indexOf(TEXT);
  const object = answer.indexOf(OBJECT);
  if (text === -1 || object === -1) return answer;
  // a line of an event stream has no line break; in JSON they are between values alone
  const hasBreak = result.includes('\n') || result.includes('\r');
  const line = hasBreak ? result.replaceAll(/[\n\r]+/g, ' ') : result;
  const parts: [at: number, length: number, by: string][] = [
    [text, TEXT.length, JSON.stringify(line)],
    [object, OBJECT.length, line],
  ];
  parts.sort(([a], [b]) => a - b);
  const [first, second] = parts as [(typeof parts)[0], (typeof parts)[0]];
  return [
    answer.slice(0, first[0]),
    first[2],
    answer.slice(first[0] + first[1], second[0]),
    second[2],
    answer.slice(second[0] + second[1]),
  ].join('');
}
