/** Reading a page's preview before a post links to it (docs/contract.md, Link previews). */
import { Type } from 'typebox';
import { idempotentAfter } from '../../api/idempotent.ts';
import { workspaceOf } from '../../api/principal.ts';
import { invalid } from '../../api/problem.ts';
import { closed, nullable, text, workspaceField } from '../../api/schemas.ts';
import { operation } from './context.ts';
import { MAX_PAGE_URL } from './page.ts';

export const readLinkPreview = operation({
  id: 'readLinkPreview',
  accountLimit: 'irrelevant',
  rest: { method: 'post', path: '/v1/link-previews' },
  scope: 'draft',
  isHarmless: true,
  audit: 'nothing',
  tag: 'Posts',
  summary: 'Read the preview of a page',
  description:
    'Reads what a page says of itself: what bluesky and linkedin show below a post that links to it. 30 a minute for a workspace.',
  body: Type.Object(
    {
      url: Type.String({
        minLength: 1,
        maxLength: 2048,
        description: 'A public http or https address.',
        examples: ['https://example.org/news'],
      }),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({
    linkPreview: nullable(
      Type.Object({
        url: text('The address that was read.'),
        title: Type.String(),
        description: Type.String(),
        image: nullable(text('Address of the picture.')),
      }),
    ),
    reason: nullable(text('Why there is no preview.')),
  }),
  errors: { 409: 'The first request with this Idempotency-Key is still running' },
  example: {
    body: { url: 'https://example.org/news' },
    result: {
      linkPreview: {
        url: 'https://example.org/news',
        title: 'News',
        description: 'What is new at the café',
        image: 'https://example.org/news.jpg',
      },
      reason: null,
    },
  },
  handle: (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const url = readAddress(call.body.url);
    const refused = call.context.guard.check(url, workspace.networks);
    if (refused) throw invalid('/url', `url cannot be read: ${refused.message}`, { code: 'url_refused' });
    return idempotentAfter(
      call,
      () => call.context.linkPreviews.request(workspace.id, url, call.now),
      (_, page) =>
        Promise.resolve({
          result: {
            linkPreview: page.preview && { url, ...page.preview },
            reason: page.preview ? null : page.reason,
          },
        }),
    );
  },
});

function readAddress(written: string): string {
  const url = URL.parse(written.trim());
  if (url === null)
    throw invalid('/url', 'url must be an absolute URL, for example https://example.org/news', {
      values: { reason: 'address' },
    });
  if (url.href.length > MAX_PAGE_URL)
    throw invalid('/url', `url is longer than ${MAX_PAGE_URL} characters once it is encoded`);
  return url.href;
}
