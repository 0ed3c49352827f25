/** What a person writes: the text, the accounts, the media, the options of networks, what some accounts get instead, and labels. */
import type { Json } from '../../../machines/outcome.ts';
import type { PostExtras } from '../../../store/post-extras.ts';

export interface Content {
  content: string;
  accountIds: string[];
  media: string[];
  options: { [name: string]: Json };
  extras: PostExtras;
  /** Words of the team, by which it finds the post. No network gets them. */
  labels: string[];
}
