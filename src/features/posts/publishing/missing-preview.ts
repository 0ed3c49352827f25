/** What a published post says when it shows no preview of the page it links to. */
import type { Outcome } from '../../../../machines/outcome.ts';
import type { AccountPlanned } from '../plan-for-account.ts';
import type { Pages } from '../link-preview.ts';

/** @returns why the post shows no preview, in a sentence; null if it shows one, or none was requested */
export function missingPreview(
  { requestedPreview, linkPreview }: Pick<AccountPlanned, 'requestedPreview' | 'linkPreview'>,
  pages: Pages | undefined,
): string | null {
  if (!requestedPreview?.needsPage || linkPreview) return null;
  const page = pages?.[requestedPreview.url];
  const why = page && page.preview === null ? page.reason : 'the page was not read';
  return `the post shows no preview of the page it links to: ${why}.`;
}

/** Adds the sentence to the warnings of a post that is live. */
export function withoutPreview(outcome: Outcome, missing: string | null): Outcome {
  if (missing === null || outcome.kind !== 'published') return outcome;
  return { ...outcome, warnings: [...(outcome.warnings ?? []), missing] };
}
