/** What a file is called where it came from, and the text by which a search finds it. */
import { fold } from '../../base/matching/index.ts';

const MAX_NAME_CHARS = 200;

/** The name of a file as a client sends it: without folders, controls and signs that nobody sees. @returns null if nothing is left */
export function fileNameOf(written: string): string | null {
  const last = written.slice(Math.max(written.lastIndexOf('/'), written.lastIndexOf('\\')) + 1);
  const visible = last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return Array.from(visible).slice(0, MAX_NAME_CHARS).join('') || null;
}

/** The name in the path of an address, decoded; null if there is none. */
export function fileNameFrom(address: string): string | null {
  const path = URL.parse(address)?.pathname ?? '';
  try {
    return fileNameOf(decodeURIComponent(path));
  } catch {
    return fileNameOf(path); // a percent sign that encodes nothing
  }
}

/** The name and the description of a file as a search compares them. */
export const searchedText = (fileName: string | null, altText: string | null): string =>
  [fileName, altText].map((text) => fold(text ?? '')).join('\n');
