/** Ids of the fields that the keys of the inbox reach. */

export const ANSWER_FIELD = 'answer';
export const SAVED_REPLIES = 'saved-replies';
