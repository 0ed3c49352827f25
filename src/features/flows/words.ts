/** How automations compare what people write. The kind of their runs compiles charts with it, so it is below the features. */
export { compileFlow, labelOf, words } from '../../kinds/flow-words.ts';
