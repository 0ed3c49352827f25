/** Receiving: what the service uses. */
export { receiverHandlers } from './handlers.ts';
export { InboundProcessor, type Receiver } from './processor.ts';
export { removalRoutes } from './removal-routes.ts';
export { inboundRoutes } from './routes.ts';
export { checkAfterOutage, startReceivers } from './start.ts';
export { streamHandlers } from './stream.ts';
export { startStreams, withStreams } from './streams.ts';
