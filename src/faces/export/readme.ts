/** README.txt of an archive: what is in it, for people. */
import type { Workspace } from '../../api/principal.ts';
import { LINES_FILES } from './files.ts';

/** Files besides those of lines. */
export const OTHER_FILES: readonly { name: string; what: string }[] = [
  { name: 'README.txt', what: 'This text.' },
  { name: 'workspace.json', what: 'Name, time zone, posting schedule and settings of the workspace.' },
  {
    name: 'planned-posts.csv',
    what: 'Planned posts and drafts, as "Import" takes them in another installation. More than 2,000 are in planned-posts-2.csv and so on.',
  },
  {
    name: 'media.jsonl',
    what: 'The uploaded files, and the copies of files in messages (messageId says of which message), each with its name and address.',
  },
  {
    name: 'media/',
    what: 'Those files. The last part of an address in posts.jsonl is the name of the file.',
  },
  { name: 'problems.txt', what: 'Files that could not be read. There is none if all could.' },
  {
    name: 'contents.json',
    what: 'How many lines and files there are. It is written last: an archive without it was cut off.',
  },
];

/** What no archive holds. */
export const LEFT_OUT =
  'Access to the accounts (tokens), API keys, webhooks and their secrets, passwords, members, the audit list and the journals of the debugger are not in it.';

/** @param options.media whether the files are in it; at: epoch ms */
export function readme(
  { name, slug, timezone }: Pick<Workspace, 'name' | 'slug' | 'timezone'>,
  { media, at }: { media: boolean; at: number },
): string {
  const files = [...OTHER_FILES.slice(0, 2), ...LINES_FILES, ...OTHER_FILES.slice(2)].filter(
    (file) => media || file.name !== 'media/',
  );
  const width = Math.max(...files.map((file) => file.name.length)) + 2;
  return [
    `Export of the workspace ${name} (${slug})`,
    `Made at ${new Date(at).toISOString()}. Time zone of the workspace: ${timezone}. Times in the files are in UTC.`,
    '',
    ...files.map((file) => `${file.name.padEnd(width)}${file.what}`),
    '',
    'A file that ends with .jsonl has one JSON object in each line (JSON Lines, UTF-8). The objects have the fields that the API of',
    'Troupe gives; docs/export.md lists them.',
    '',
    ...(media ? [] : ['The uploaded files were left out, as requested.', '']),
    LEFT_OUT,
    '',
  ].join('\r\n');
}
