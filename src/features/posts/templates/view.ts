/** A template of posts as callers see it (docs/contract.md, Templates of posts). */
import { type Static, Type } from 'typebox';
import type { PostExtras } from '../../../../store/post-extras.ts';
import type { PostTemplateRow } from '../../../../store/post-templates.ts';
import { instant, model, text } from '../../../api/schemas.ts';
import { WrittenPost } from '../../../kinds/views/post-schemas.ts';

export const PostTemplate = model(
  'PostTemplate',
  Type.Object(
    {
      id: text('Id of the template.'),
      name: text('What it is called.'),
      post: WrittenPost,
      updatedAt: instant('When it was changed last.'),
    },
    { description: 'What a post says, kept under a name.' },
  ),
);

export function publicTemplate({ id, name, accountIds, content: fields, updatedAt }: PostTemplateRow) {
  const { content, media, options, labels } = fields;
  const extras: PostExtras = fields.extras;
  return {
    id,
    name,
    post: {
      content,
      accountIds,
      media,
      overrides: extras.overrides ?? [],
      altText: extras.altText ?? {},
      thread: extras.thread ?? [],
      linkPreview: extras.linkPreview ?? null,
      firstComment: extras.firstComment ?? null,
      labels,
      ...options,
    },
    updatedAt: updatedAt.toISOString(),
  };
}

export const templateExample: Static<typeof PostTemplate> = {
  id: 'template_01JD0000000000000000000001',
  name: 'Weekly offer',
  post: {
    content: 'This week in the shop: ',
    accountIds: ['acc_01JD0000000000000000000001'],
    media: [],
    overrides: [],
    altText: {},
    thread: [],
    linkPreview: null,
    firstComment: null,
    labels: ['offer'],
  },
  updatedAt: '2026-05-04T08:00:00.000Z',
};
