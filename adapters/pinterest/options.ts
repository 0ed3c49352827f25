/** The post fields for Pinterest. */
import { Type } from 'typebox';
import { inForm } from '../port/form.ts';
import type { PostOptions } from '../port/manifest.ts';

export const options: PostOptions = {
  pinterestBoardId: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'From GET /v1/pinterest-boards; required for pinterest.',
      ...inForm('Board', {
        hint: '',
        choicesFrom: 'listPinterestBoards',
        required: 'Choose a board for Pinterest.',
      }),
    }),
  ),
  pinterestLink: Type.Optional(
    Type.String({
      format: 'uri',
      maxLength: 2048,
      description: 'Destination link of a pin.',
      ...inForm('Link of the pin', { hint: '' }),
    }),
  ),
};
