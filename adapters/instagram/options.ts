/** The post field for Instagram, on the tools for agents alone. */
import { Type } from 'typebox';
import type { PostContent } from '../port/publish.ts';
import type { PostOptions } from '../port/manifest.ts';

export const toolOptions: PostOptions = {
  instagramStory: Type.Optional(
    Type.Boolean({
      description: 'instagram: one photo or video as a story, which ends after 24 hours and shows no text.',
    }),
  ),
};

export const isStory = (options: PostContent['options']): boolean => options['instagramStory'] === true;
