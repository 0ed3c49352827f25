/** What other features may import of this one. */
export { type SavedReply, useDeleteReply, useSaveReply, useSavedReplies } from './saved-reply-queries.ts';
