/** bench/results.md: the sections as they were measured last, and the part that people write. */
import { readFile, writeFile } from 'node:fs/promises';

/** People write the part from here on; a run keeps it. */
const BY_HAND = '## What was tried';

/**
 * Rewrites the file. Sections that this run did not measure are kept, as is everything under "What was tried".
 * @param report.order titles of all sections; others in the file are dropped
 * @param report.sections the texts that this run measured, by title
 */
export async function writeResults(
  file: URL,
  report: { heading: string; intro: string; order: string[]; sections: Map<string, string> },
): Promise<void> {
  const old = await readFile(file, 'utf8').catch(() => '');
  const [measured, byHand] = splitAt(old, `\n${BY_HAND}`);
  const texts = new Map(
    measured
      .split(/^(?=## )/m)
      .slice(1)
      .map((text) => [/^## (.*)$/m.exec(text)![1]!, `${text.trimEnd()}\n`]),
  );
  for (const [title, text] of report.sections) texts.set(title, text);
  const text = [
    `# ${report.heading}`,
    '',
    report.intro,
    '',
    ...report.order.flatMap((title) => texts.get(title) ?? []),
    byHand.trim() === '' ? `${BY_HAND}\n\nNothing yet.` : byHand.trim(),
    '',
  ].join('\n');
  await writeFile(file, text);
}

function splitAt(text: string, mark: string): [string, string] {
  const place = text.indexOf(mark);
  return place === -1 ? [text, ''] : [text.slice(0, place), text.slice(place)];
}
