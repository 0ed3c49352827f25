/** Posts: what other features and the service use. */
import type { Operation } from '../../api/operation.ts';
import { decideApproval } from './approval/decide-operation.ts';
import { createLink, listLinks, revokeLink } from './approval/link-operations.ts';
import { getApproval } from './approval/read-operation.ts';
import { createPostNote, deletePostNote, listPostNotes } from './notes/operations.ts';
import { browsePosts, readPostsById } from './browse.ts';
import { batchPosts } from './batch/operation.ts';
import { calendar } from './calendar.ts';
import type { PostsContext } from './context.ts';
import { duplicatePost } from './duplicate.ts';
import { findPostsOperation } from './find.ts';
import { createPost } from './create-operations.ts';
import { deletePost, getPost, listPostLabels, listPostsOperation } from './operations.ts';
import { listMentions } from './mentions.ts';
import { readPostOverview } from './overview.ts';
import { resolveDelivery } from './resolve.ts';
import { retryPost } from './retry.ts';
import {
  createPostFromTemplate,
  createTemplate,
  deleteTemplate,
  listTemplates,
  updateTemplate,
} from './templates/operations.ts';
import { updatePost } from './update.ts';
import { validatePost } from './validate.ts';
import { listWaitingPosts } from './waiting/operation.ts';
import { discardWorkingCopy, readWorkingCopy, saveWorkingCopy } from './working-copies.ts';

export { insistOnCreate } from './allowed.ts';
export { foreignFiles } from './approval/foreign-files.ts';
export type { Content } from './content.ts';
export { createPostIn, createPostsIn, type NewPost } from './create.ts';
export { inNextSlot, preparePost, prepareTimedPost, type PreparingContext } from './create-operations.ts';
export { gatherPostsOfText } from './duplicates.ts';
export { MAX_ACCOUNTS, MAX_CONTENT, MAX_MEDIA, MAX_URL } from './fields.ts';
export { MAX_FIRST_COMMENT } from './first-comment.ts';
export { removePost } from './remove.ts';
export { deleteRecords } from './records.ts';
export {
  contentAfter,
  contentOf,
  linksToPages,
  planFor,
  targetsOf,
  timingRequired,
  writtenBody,
  writtenPatch,
} from './request.ts';
export { clientRoutes } from './approval/client/routes.ts';
export { indexPosts } from './index-words.ts';
export type { PostBatches } from './batches.ts';
export type { PostsContext } from './context.ts';
export { lockPlannedPosts } from './move-planned.ts';
export { type ForeseenPost, foreseeCreate, foreseeDelete, foreseeUpdate } from './foresee.ts';

export const postOperations: readonly Operation<PostsContext>[] = [
  createPost,
  listPostsOperation,
  validatePost,
  getPost,
  updatePost,
  deletePost,
  batchPosts,
  listPostLabels,
  duplicatePost,
  listTemplates,
  createTemplate,
  updateTemplate,
  deleteTemplate,
  createPostFromTemplate,
  retryPost,
  resolveDelivery,
  listWaitingPosts,
  getApproval,
  decideApproval,
  listPostNotes,
  createPostNote,
  deletePostNote,
  listLinks,
  createLink,
  revokeLink,
  calendar,
  findPostsOperation,
  browsePosts,
  readPostOverview,
  readPostsById,
  readWorkingCopy,
  saveWorkingCopy,
  discardWorkingCopy,
  listMentions,
];

/** The groups its operations are listed in. */
export const postTags = {
  Posts: 'Publish, schedule, edit and follow posts on many accounts at once.',
};
