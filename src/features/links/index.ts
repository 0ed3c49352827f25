/** Tracked links: what other features and the service use. */
export { linkRoute, type LinkRouteDeps } from './route.ts';
export { linkTo, type Tracked, trackedLength, trackLinks } from './tracked.ts';
