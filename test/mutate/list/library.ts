/** The library: what needs a file, and when its bytes are deleted. */
import { changesIn, type Mutant } from '../mutant.ts';

const tests = ['test/media/library.test.ts'];

export const libraryMutants: Mutant[] = [
  ...changesIn('src/features/media/library.ts', tests, [
    [
      'a file that posts need is deleted without force',
      'if (force || posts.length + series.length === 0) return;',
      'if (force || posts.length + series.length >= 0) return;',
    ],
    [
      'a held person deletes a file that other accounts need',
      'if (visible.posts.length < posts.length || visible.series.length < series.length)',
      'if (visible.posts.length > posts.length)',
    ],
    [
      'a file is deleted while its posts are not indexed',
      'if (await hasUnindexedPosts(tx, workspaceId))',
      "if (await hasUnindexedPosts(tx, 'none'))",
    ],
  ]),
  ...changesIn('src/features/media/remove-files.ts', tests, [
    ['bytes go at once', 'const AFTER_MS = MINUTE_MS;', 'const AFTER_MS = -MINUTE_MS;'],
    ['bytes that another cell may hold go', '.length > 1) return 0;', '.length > 2) return 0;'],
  ]),
  ...changesIn('store/media-uses.ts', tests, [
    ['force takes the file from a post that is being published', "s.shown = 'publishing' or (", 'false or ('],
    ['another library loses its file', 'exists (select from media where name = ${name})', 'false'],
    ['force does not delete', 'and ${inWorkspace} <> ${workspaceId}', 'and true'],
  ]),
  ...changesIn('store/media-removals.ts', tests, [
    [
      'an upload does not notice that its file was deleted',
      'return removed.length > 0;',
      'return removed.length < 0;',
    ],
  ]),
  ...changesIn('src/kinds/views/post-words.ts', tests, [
    ['a post is not found by the files of its thread', '[media, options, extras]', '[media, options]'],
  ]),
];
