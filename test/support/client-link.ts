/** A client at the page of a link: what a browser would send, without one. */
import type { Mate } from './team.ts';

export interface Page {
  status: number;
  html: string;
  headers: Headers;
}

async function ask(url: string, init: RequestInit = {}): Promise<Page> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  return { status: response.status, html: await response.text(), headers: response.headers };
}

export const openLink = (url: string): Promise<Page> => ask(url);

/** @param form action: `approve`, `reject` or `note` */
export const sendForm = (
  url: string,
  form: { action: string; name?: string; message?: string },
  headers: { [name: string]: string } = {},
): Promise<Page> => ask(url, { method: 'POST', body: new URLSearchParams(form), headers });

/** Makes a link for a post that waits. */
export async function newLink(by: Mate, postId: string): Promise<{ id: string; url: string }> {
  const { status, body } = await by.ask('POST', `/v1/posts/${postId}/approval-links`, {});
  if (status !== 200) throw new Error(`no link: ${status} ${JSON.stringify(body)}`);
  return body.approvalLink;
}
