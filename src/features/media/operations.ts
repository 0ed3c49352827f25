/** Hosting of images, videos and PDFs (docs/contract.md, Media). */
import { type Static, Type } from 'typebox';
import { idempotentAfter } from '../../api/idempotent.ts';
import type { Call, Reply } from '../../api/operation.ts';
import { type Workspace, workspaceOf } from '../../api/principal.ts';
import { invalid } from '../../api/problem.ts';
import { closed, nullable, text, workspaceField } from '../../api/schemas.ts';
import { mediaAddress } from './address.ts';
import { type MediaContext, operation } from './context.ts';
import { fileNameFrom } from './file-name.ts';
import { MAX_HOSTED_BYTES } from './hosting.ts';
import { keepReceived, keepRow, type Received } from './keep.ts';
import { mediaExample } from './library-file.ts';

const PART = 'file';

const result = Type.Object({
  url: Type.String({
    format: 'uri',
    description:
      'Permanent address with the right extension, for the field `media` of a post. It can be fetched without a key.',
  }),
  id: text('Of the file in the library. The same file has the same id again.'),
  altText: nullable(text('What the file is described by in the library; null if nobody described it.')),
});
const example = {
  url: mediaExample.url,
  id: mediaExample.id,
  altText: null,
};
const errors = {
  409: 'The first request with this Idempotency-Key is still running',
  413: 'The file is larger than 100 MB',
  422: 'The Idempotency-Key was used with another request',
  503: 'The store of hosted files cannot be reached, or too many uploads are under way',
  507: 'The store of hosted files is full',
};

export const hostMedia = operation({
  id: 'hostMedia',
  accountLimit: 'irrelevant',
  rest: { method: 'post', path: '/v1/media' },
  scope: 'draft',
  isHarmless: true,
  audit: { kind: 'media', id: '/result/id' },
  tool: { name: 'upload_media' },
  tag: 'Media',
  summary: 'Host a file from a public URL',
  description:
    'Downloads an image, video or PDF of up to 100 MB and hosts it permanently. Use it for files behind signed or expiring links. The type is read from the bytes.',
  body: Type.Object(
    {
      url: Type.String({
        maxLength: 8192,
        description:
          'A public http or https address. Spaces and letters outside ASCII are encoded as browsers do.',
        examples: ['https://example.org/photo.jpg?expires=1777881600'],
      }),
      ...workspaceField,
    },
    closed,
  ),
  result,
  errors: { ...errors, 502: 'The URL did not respond, or not with the file; another try may succeed' },
  example: { body: { url: 'https://example.org/photo.jpg?expires=1777881600' }, result: example },
  handle: (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const url = mediaAddress(call.body.url);
    if (url === null)
      throw invalid('/url', 'url must be an absolute URL, for example https://example.org/picture.jpg', {
        values: { reason: 'address' },
      });
    const { media, guard } = call.context;
    const refused = media.isHosted(url) ? null : guard.check(url, workspace.networks);
    if (refused)
      throw invalid('/url', `url may not be fetched. ${refused.message}`, { code: 'media_url_refused' });
    const source = { param: '/url', fileName: fileNameFrom(url) };
    return host(call, workspace, source, () => media.download(url));
  },
});

export const uploadMedia = operation({
  id: 'uploadMedia',
  accountLimit: 'irrelevant',
  rest: { method: 'post', path: '/v1/media/upload' },
  scope: 'draft',
  isHarmless: true,
  audit: { kind: 'media', id: '/result/id' },
  tag: 'Media',
  summary: 'Upload a file and host it',
  description:
    'A form (multipart/form-data) with the file in the part `file`. The type is read from the bytes, not from its name; the library shows the name.',
  body: Type.Object(workspaceField, closed),
  upload: {
    part: PART,
    maxBytes: MAX_HOSTED_BYTES,
    description: 'A JPEG, PNG, GIF or WebP image, an MP4, MOV or WebM video, or a PDF, of up to 100 MB.',
  },
  result,
  errors: { ...errors, 408: 'The upload took longer than 15 minutes' },
  example: { body: {}, result: example },
  handle: (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { file } = call;
    if (!file) throw new Error('an upload has no file');
    const source = { param: `/${PART}`, fileName: file.name ?? null };
    return host(call, workspace, source, async () => ({ file, discard: () => undefined }));
  },
});

/** Stores a file and its row. @param source.param JSON pointer of the request field it came from */
async function host(
  call: Call<MediaContext>,
  workspace: Workspace,
  { param, fileName }: { param: string; fileName: string | null },
  receive: () => Promise<Received>,
): Promise<Reply<Static<typeof result>>> {
  const { context, principal, now } = call;
  return idempotentAfter(
    call,
    () => keepReceived(context, receive, param),
    async (tx, stored) => {
      const keeping = { ...stored, workspaceId: workspace.id, principal, fileName, now };
      const { id, name, altText } = await keepRow(tx, context, keeping);
      return { result: { url: context.media.addressOf(name), id, altText } };
    },
  );
}
