/** The library: the part that other features use. */
export { LibraryPicker } from './library-picker.tsx';
