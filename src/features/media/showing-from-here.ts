/** Networks that show files from their address here. */
import { networks } from '../../../adapters/networks.ts';

/** On these a published post needs its files as long as it is read. */
export const SHOWING_FROM_HERE: readonly string[] = Object.values(networks).flatMap(({ platform, publish }) =>
  publish.showsFromHere === true ? [platform] : [],
);
