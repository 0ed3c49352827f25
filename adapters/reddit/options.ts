/** The post fields for Reddit. */
import { Type } from 'typebox';
import { inForm } from '../port/form.ts';
import type { PostOptions } from '../port/manifest.ts';

export const options: PostOptions = {
  redditSubreddit: Type.Optional(
    Type.String({
      maxLength: 50,
      description: "Without r/; the user's profile when absent.",
      ...inForm('Subreddit', {
        hint: 'Empty: the post goes to the profile. The first line is the title.',
        prefix: 'r/',
      }),
    }),
  ),
  redditFlairText: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Name of the flair, if the subreddit requires one.',
      ...inForm('Flair', { hint: 'Some subreddits require one.' }),
    }),
  ),
};
