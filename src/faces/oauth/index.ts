/** Apps that people let act for them (OAuth 2.1): what the service uses of them. */
export { appOperations, appTags } from './operations.ts';
export { challengeOfTools } from './metadata.ts';
export { oauthRoutes } from './routes.ts';
