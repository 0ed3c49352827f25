/** Files in messages: which a network takes, so that others are refused before anything is sent. */
import { Type } from 'typebox';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { FileKind, OutgoingFile } from '../../../adapters/port/messages.ts';
import type { Db } from '../../../store/connect.ts';
import { findMedia } from '../../../store/media.ts';
import { invalid } from '../../api/problem.ts';
import { type Media, mediaItems } from '../media/index.ts';

/** More than any network takes in one message. */
const MAX_FILES = 10;

export const FilesField = Type.Array(Type.String({ minLength: 1, maxLength: 2_048 }), {
  maxItems: MAX_FILES,
  description:
    'Addresses of files that POST /v1/media or /v1/media/upload has returned. One in a message: pictures, videos and PDFs on instagram (pictures of up to 8 MB, others 25 MB) and facebook (25 MB), without a text beside them; a picture of up to 5 MB on x.',
});

/** The stored file of a message. */
export interface MessageFile {
  type: FileKind;
  url: string;
  title: null;
}

interface FileRequest {
  workspaceId: string;
  urls: readonly string[];
  hasText: boolean;
}

/**
 * The files of a message that the network takes.
 * @throws Problem 400 with the field at fault: the network takes no files, not so many, none beside a text, none of the type or size; or
 *   an address is not that of a file that the workspace holds
 */
export async function filesOf(
  { sql, media }: { sql: Db; media: Pick<Media, 'addressOf'> },
  { platform, messages }: Pick<Manifest, 'platform' | 'messages'>,
  { workspaceId, urls, hasText }: FileRequest,
): Promise<MessageFile[]> {
  if (urls.length === 0) return [];
  const limits = messages?.limits?.files;
  if (!limits)
    throw invalid('/attachments', `${platform} takes no files in messages: send a text`, {
      values: { reason: 'no_files', network: platform },
    });
  if (urls.length > limits.most)
    throw invalid(
      '/attachments',
      `attachments has ${urls.length} files; ${platform} takes ${limits.most} in a message`,
      { values: { reason: 'too_many', length: urls.length, limit: limits.most, network: platform } },
    );
  if (hasText && !limits.withText)
    throw invalid(
      '/message',
      `${platform} takes either a text or a file in a message: send the file first, then the text in a message of its own`,
      { values: { reason: 'text_or_file', network: platform } },
    );
  return Promise.all(
    urls.map(async (url, index): Promise<MessageFile> => {
      const param = `/attachments/${index}`;
      const name = url.slice(url.lastIndexOf('/') + 1);
      const held = media.addressOf(name) === url ? await findMedia(sql, { workspaceId, name }) : undefined;
      if (!held)
        throw invalid(
          param,
          `attachments/${index} is not a file of this workspace: host it with POST /v1/media or /v1/media/upload, and give the address that it returns`,
        );
      const type = kindOf(held.contentType);
      const rule = limits.kinds[type];
      if (!rule?.types.includes(held.contentType))
        throw invalid(
          param,
          `attachments/${index} is ${held.contentType}; ${platform} takes ${typesOf(limits.kinds)}`,
          { values: { reason: 'type', type: held.contentType, network: platform } },
        );
      if (held.bytes > rule.maxBytes)
        throw invalid(
          param,
          `attachments/${index} has ${inMb(held.bytes)} MB; ${platform} takes up to ${inMb(rule.maxBytes)} MB of ${held.contentType}`,
          { values: { reason: 'too_large', limit: `${inMb(rule.maxBytes)} MB`, network: platform } },
        );
      return { type, url, title: null };
    }),
  );
}

/** The stored files of a message as adapters take them. */
export function outgoingFiles(attachments: readonly { type: string; url: string | null }[]): OutgoingFile[] {
  return attachments.flatMap(({ type, url }) => {
    const [item] = url === null ? [] : mediaItems([url], { documents: true }).items;
    return item ? [{ kind: type as FileKind, url: item.url, item }] : [];
  });
}

function kindOf(contentType: string): FileKind {
  if (contentType.startsWith('image/')) return 'image';
  return contentType.startsWith('video/') ? 'video' : 'file';
}

const typesOf = (kinds: { [kind in FileKind]?: { types: readonly string[] } }) =>
  Object.values(kinds)
    .flatMap(({ types }) => types)
    .join(', ');

const inMb = (bytes: number) => Math.round(bytes / 100_000) / 10;
