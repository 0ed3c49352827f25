/** What a person writes: the text, the accounts, the media, the options of networks, and what some accounts get instead. */
import type { Json } from '../../../machines/outcome.ts';
import type { PostExtras } from '../../../store/post-extras.ts';

export interface Content {
  content: string;
  accountIds: string[];
  media: string[];
  options: { [name: string]: Json };
  extras: PostExtras;
}
