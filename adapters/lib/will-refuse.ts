/**
 * Warnings that a network will refuse a post. Such a post is sent all the same, because limits of accounts differ and the network
 * decides (docs/contract.md, "Text and media for each network"); a caller may leave the account out.
 */
import type { FieldWarning, Plan, RefusalCode, Values } from '../port/publish.ts';

/**
 * @param message a sentence that says so: a refusal of the network is explained by it
 * @param values what it names
 */
export const willRefuse = (code: RefusalCode, message: string, values: Values): FieldWarning => ({
  code,
  param: '/content',
  message,
  values,
  willRefuse: true,
});

/** The part of a plan that these warnings make, before its other warnings. */
export const detailed = (
  details: FieldWarning[],
  others: string[],
): Pick<Plan, 'warnings' | 'warningDetails'> => ({
  warnings: [...details.map(({ message }) => message), ...others],
  ...(details.length > 0 && { warningDetails: details }),
});
