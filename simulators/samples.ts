/** Media to try a post with, at addresses that need no internet: `/samples/photo.jpg`, `wide.png`, `clip.mp4`. */
import { readFileSync } from 'node:fs';
import { serveFile } from './files.ts';

const sampleNames = ['photo.jpg', 'wide.png', 'clip.mp4'] as const;

/** Answers a request for a sample; null where it is for something else. */
export function samples(request: Request): Response | null {
  const { pathname } = new URL(request.url);
  const name = sampleNames.find((name) => pathname === `/samples/${name}`);
  if (name === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
  return serveFile(request, name, Uint8Array.from(readFileSync(new URL(`samples/${name}`, import.meta.url))));
}
