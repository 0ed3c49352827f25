/** What the operations of series need. */
import { operationsWith } from '../../api/operation.ts';
import type { PostsContext } from '../posts/index.ts';

export type SeriesContext = PostsContext;

export const operation = operationsWith<SeriesContext>();
