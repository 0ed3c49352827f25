/** What a model reads first, and where it leads. */
import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import { startService } from '../support/service.ts';

void t.test('/llms.txt says what this is, and every address in it answers', async (t) => {
  const { baseUrl } = await startService(t);
  const response = await fetch(`${baseUrl}/llms.txt`);
  t.equal(response.status, 200);
  t.match(response.headers.get('content-type'), /^text\/plain/);
  const text = await response.text();
  t.match(text, /^# Troupe\n\n> /, 'a title and a summary, as llmstxt.org asks for');
  for (const { name } of Object.values(networks)) t.ok(text.includes(name), name);
  t.ok(text.includes(`${baseUrl}/mcp`));
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(([, href]) => href!);
  t.equal(links.length, 17);
  for (const href of links) {
    t.ok(href.startsWith(baseUrl), href);
    t.equal((await fetch(href)).status, 200, href);
  }
  t.equal((await fetch(`${baseUrl}/app/agents/connect`)).status, 200);
});

void t.test('a page of documentation is Markdown, and leads to others', async (t) => {
  const { baseUrl } = await startService(t);
  const response = await fetch(`${baseUrl}/docs/mcp.md`);
  t.match(response.headers.get('content-type'), /^text\/markdown/);
  const text = await response.text();
  t.match(text, /^# Tools for agents/);
  const links = [...text.matchAll(/\]\(([\w-]+\.md)/g)].map(([, name]) => name!);
  t.ok(links.length > 0);
  for (const name of links) t.equal((await fetch(`${baseUrl}/docs/${name}`)).status, 200, name);
});

void t.test('nothing but the pages is served', async (t) => {
  const { baseUrl } = await startService(t);
  for (const path of [
    '..%2fpackage.json',
    '%2e%2e%2fpackage.json',
    'decisions',
    'nope.md',
    '..%5cpackage.json',
  ]) {
    const { status } = await fetch(`${baseUrl}/docs/${path}`);
    t.ok(status === 404 || status === 400, `${path}: ${status}`);
  }
});
