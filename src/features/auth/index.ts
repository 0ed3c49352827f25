/** Keys and sessions: the parts that other features and the service use. */
export { type AuthContext, keyOperations } from './operations.ts';
export { type OwnSignInContext, ownSignInOperations } from './own-sessions.ts';

/** The groups of its operations in the API description. */
export const authTags = {
  Keys: 'API keys of a person.',
  'Sign-in': 'Sessions and the second factor of a person.',
};
