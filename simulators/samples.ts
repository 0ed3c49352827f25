/** Media and a page to try a post with, at addresses that need no internet: `/samples/photo.jpg`, `wide.png`, `clip.mp4`, `page.html`. */
import { readFileSync } from 'node:fs';
import { serveFile } from './files.ts';

const sampleNames = ['photo.jpg', 'wide.png', 'clip.mp4'] as const;

/** Answers a request for a sample; null where it is for something else. */
export function samples(request: Request): Response | null {
  const { pathname } = new URL(request.url);
  if (pathname === '/samples/page.html') return page(request);
  const name = sampleNames.find((name) => pathname === `/samples/${name}`);
  if (name === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
  return serveFile(request, name, bytesOf(name));
}

const bytesOf = (name: string) => Uint8Array.from(readFileSync(new URL(`samples/${name}`, import.meta.url)));

/** A page to link to. Apart from the files, because no network keeps pages. */
function page({ method }: Request): Response {
  const body = method === 'HEAD' ? null : bytesOf('page.html');
  return new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}
