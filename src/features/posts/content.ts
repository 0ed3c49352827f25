/** What a person writes: the text, the accounts, the media and the options of networks. */
import type { Json } from '../../../machines/outcome.ts';

export interface Content {
  content: string;
  accountIds: string[];
  media: string[];
  options: { [name: string]: Json };
}
