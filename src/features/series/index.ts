/** Series of posts: what other features and the service use. */
import type { Operation } from '../../api/operation.ts';
import type { SeriesContext } from './context.ts';
import {
  createSeries,
  deleteSeries,
  getSeries,
  listSeries,
  pauseSeries,
  previewSeries,
  resumeSeries,
  updateSeries,
} from './operations.ts';

export { seriesHandlers } from './make.ts';

export const seriesOperations: readonly Operation<SeriesContext>[] = [
  listSeries,
  createSeries,
  previewSeries,
  getSeries,
  updateSeries,
  pauseSeries,
  resumeSeries,
  deleteSeries,
];

/** The groups its operations are listed in. */
export const seriesTags = { Series: 'Make the same post again and again, by a rule.' };
