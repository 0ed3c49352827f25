/** Keys and sessions: the parts that other features and the service use. */
export { type AuthContext, keyOperations } from './operations.ts';

/** The groups of its operations in the API description. */
export const authTags = {
  Keys: 'API keys of a person.',
};
