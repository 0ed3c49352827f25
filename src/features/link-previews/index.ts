/** Link previews: the parts that other features and the service use. */
import type { Operation } from '../../api/operation.ts';
import type { LinkPreviewsContext } from './context.ts';
import { readLinkPreview } from './operations.ts';

export type { LinkPreviewsContext } from './context.ts';
export { MAX_PAGE_URL, pageReader, type ReadPage } from './page.ts';
export { type LinkPreviews, linkPreviews } from './previews.ts';

export const linkPreviewOperations: readonly Operation<LinkPreviewsContext>[] = [readLinkPreview];
