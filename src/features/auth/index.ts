/** Keys and sessions: the parts that other features and the service use. */
export { type AuthContext, keyOperations } from './operations.ts';
export { createAttempts } from './attempts.ts';
export { sessionOperations } from './own-sessions.ts';
export { type SecondFactorContext, secondFactorOperations } from './second-factor-operations.ts';

/** The groups of its operations in the API description. */
export const authTags = {
  Keys: 'API keys of a person.',
  'Sign-in': 'Sessions and the second factor of a person.',
};
