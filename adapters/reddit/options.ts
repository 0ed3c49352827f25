/** The post fields for Reddit. */
import { Type } from 'typebox';
import type { PostOptions } from '../port/manifest.ts';

export const options: PostOptions = {
  redditSubreddit: Type.Optional(
    Type.String({ maxLength: 50, description: "Without r/; the user's profile when absent." }),
  ),
  redditFlairText: Type.Optional(
    Type.String({ maxLength: 100, description: 'Name of the flair, if the subreddit requires one.' }),
  ),
};
