/** Receiving: what the service uses. */
export { InboundProcessor, type Receiver } from './processor.ts';
export { removalRoutes } from './removal-routes.ts';
export { inboundRoutes } from './routes.ts';
export { keepSubscribed, subscribeDue } from './subscriptions.ts';
export { keepStreaming, withStreams } from './stream.ts';
