/** Tracked links: what other features and the service use. */
export { linkRoute } from './route.ts';
export { linkTo, trackedLength, trackLinks } from './tracked.ts';
