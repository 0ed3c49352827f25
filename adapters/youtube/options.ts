/** The post field for YouTube, on the tools for agents alone. */
import { Type } from 'typebox';
import type { PostOptions } from '../port/manifest.ts';

export const toolOptions: PostOptions = {
  youtubeSettings: Type.Optional(
    Type.Object(
      {
        title: Type.Optional(
          Type.String({
            maxLength: 100,
            description: 'Title of the video; the first line of content when absent.',
          }),
        ),
        privacy: Type.Optional(
          Type.Enum(['public', 'unlisted', 'private'], {
            type: 'string',
            default: 'public',
            description: 'Who may see the video.',
          }),
        ),
      },
      { additionalProperties: false, description: 'For youtube accounts.' },
    ),
  ),
};
