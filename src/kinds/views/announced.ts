/** The fields that the body of every webhook has besides its resource. */
import { instant, text } from '../../api/schemas.ts';

export const announcedFields = {
  timestamp: instant('When it happened.'),
  workspace: text('Slug of the workspace.'),
};
