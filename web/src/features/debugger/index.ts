/** What other features may import of this one. */
export { ChartView } from './chart-view.tsx';
