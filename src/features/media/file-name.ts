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

/** A name that ends as those of pictures, films and documents do. What ends otherwise may be a secret that opens a link. */
const WITH_EXTENSION = /\.(?:jpe?g|png|gif|webp|avif|heic|mp4|m4v|mov|webm|pdf)$/i;

/** The name in the path of an address, decoded; null if its last part is no name of a media file. */
export function fileNameFrom(address: string): string | null {
  const name = fileNameOf(decodedPath(address));
  return name !== null && WITH_EXTENSION.test(name) ? name : null;
}

function decodedPath(address: string): string {
  const path = URL.parse(address)?.pathname ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a percent sign that encodes nothing
  }
}

/** The name and the description of a file as a search compares them. */
export const searchedText = (fileName: string | null, altText: string | null): string =>
  [fileName, altText].map((text) => fold(text ?? '')).join('\n');
