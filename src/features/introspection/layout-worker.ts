/** Lays out one chart in a worker thread: it takes up to a second, and requests must not wait for it. */
import { parentPort, workerData } from 'node:worker_threads';
import Elk, { type ElkNode } from 'elkjs/lib/elk.bundled.js';

const elk = new Elk.default();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
parentPort!.postMessage(await elk.layout(workerData as ElkNode));
