/** Media, a page and a feed to try posts with, at addresses that need no internet: `/samples/photo.jpg`, `wide.png`, `clip.mp4`, `page.html`, `feed.xml`. */
import { readFileSync } from 'node:fs';
import { serveFile } from './files.ts';

const sampleNames = ['photo.jpg', 'wide.png', 'clip.mp4'] as const;

/** Answers a request for a sample; null where it is for something else. */
export function samples(request: Request): Response | null {
  const { pathname } = new URL(request.url);
  if (pathname === '/samples/page.html') return textFile(request, 'page.html', 'text/html; charset=utf-8');
  if (pathname === '/samples/feed.xml') return textFile(request, 'feed.xml', 'application/rss+xml');
  const name = sampleNames.find((name) => pathname === `/samples/${name}`);
  if (name === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
  return serveFile(request, name, bytesOf(name));
}

const bytesOf = (name: string) => Uint8Array.from(readFileSync(new URL(`samples/${name}`, import.meta.url)));

/** A page to link to, or a feed. Apart from the files, because no network keeps them. */
function textFile({ method }: Request, name: string, type: string): Response {
  const body = method === 'HEAD' ? null : bytesOf(name);
  return new Response(body, { headers: { 'content-type': type } });
}
