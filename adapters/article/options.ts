/** The post field for article networks: one object, of which each network reads its part. */
import { Type } from 'typebox';
import { inForm } from '../port/form.ts';
import type { PostOptions } from '../port/manifest.ts';

const closed = { additionalProperties: false };
/** WordPress has neither a canonical address nor drafts by this way: its adapter warns. */
const BESIDE_WORDPRESS = ['devto', 'hashnode', 'ghost', 'tumblr'];

export const options: PostOptions = {
  articleSettings: Type.Optional(
    Type.Object(
      {
        tags: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 15, ...inForm('Tags') })),
        canonicalUrl: Type.Optional(
          Type.String({
            format: 'uri',
            maxLength: 2048,
            ...inForm('Canonical address', {
              hint: 'Where the article was published first.',
              platforms: BESIDE_WORDPRESS,
            }),
          }),
        ),
        asDraft: Type.Optional(
          Type.Boolean(
            inForm('Leave it as a draft on the site', {
              platforms: BESIDE_WORDPRESS,
            }),
          ),
        ),
        newsletter: Type.Optional(
          Type.String({
            maxLength: 200,
            ...inForm('Newsletter', {
              hint: 'The slug of a newsletter of the site, which mails the article.',
              platforms: ['ghost'],
            }),
          }),
        ),
        emailSegment: Type.Optional(
          Type.String({
            maxLength: 200,
            ...inForm('Recipients of the newsletter', {
              hint: 'A filter of the site, such as status:free. Everybody if empty.',
              platforms: ['ghost'],
            }),
          }),
        ),
        aiDisclosure: Type.Optional(
          Type.String({
            maxLength: 100,
            ...inForm('Written by AI', {
              labels: { no_ai: 'No', some_ai: 'In part', fully_autonomous: 'Wholly' },
              ifEmpty: 'Not disclosed',
              platforms: ['devto'],
            }),
          }),
        ),
      },
      closed,
    ),
  ),
};
