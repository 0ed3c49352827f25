/** Which accounts would refuse a post, as far as its check says. Pure. */
import { type Finding, sentence } from '../../../base/finding.ts';
import { findingWords } from '../../../base/finding-words.ts';
import type { Reply } from '../../../base/operations.ts';

export type PlannedAccount = Reply<'validatePost'>['accounts'][number];

/** Why an account refuses the post, or will; empty if it takes it. */
export const refusalsOf = ({ platform, refusals, warningDetails }: PlannedAccount): Finding[] =>
  [...refusals, ...warningDetails.filter(({ willRefuse }) => willRefuse === true)].map((finding) =>
    atNetwork(finding, platform),
  );

/** What an account is warned of, each as a sentence: those of its refusals are left out. */
export function warningsOf({ platform, warnings, warningDetails }: PlannedAccount): string[] {
  return warnings.flatMap((text) => {
    // parts of a thread have their number before the sentence
    const found = warningDetails.find(({ message }) => text.endsWith(message));
    if (found === undefined) return sentence(text.replace(/^content: /, ''));
    return found.willRefuse === true ? [] : findingWords(atNetwork(found, platform));
  });
}

/** The finding names the network, which the account says already. */
export const atNetwork = (finding: Finding, platform: string): Finding => ({
  ...finding,
  values: { ...finding.values, network: platform },
});

/** The accounts that refuse it, or will. */
export const refusing = (accounts: readonly PlannedAccount[]): PlannedAccount[] =>
  accounts.filter((account) => refusalsOf(account).length > 0);
