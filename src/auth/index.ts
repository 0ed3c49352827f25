/** Keys and sessions: what other features and the service use. */
export { type AuthContext, keyOperations } from './operations.ts';

/** The groups its operations are listed in. */
export const authTags = {
  Keys: 'API keys of a person.',
};
