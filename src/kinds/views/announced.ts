/** What the body of every webhook says besides its resource. */
import { instant, text } from '../../api/schemas.ts';

export const announcedFields = {
  timestamp: instant('When it happened.'),
  workspace: text('Slug of the workspace.'),
};
