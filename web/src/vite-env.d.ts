/// <reference types="vite/client" />

/** The build makes it of `base/parts/network-glyphs.ts`. */
declare module 'virtual:network-marks' {
  /** Address of the SVG file with a symbol for each network, whose id is the network. */
  export const marksUrl: string;
  /** The networks that have one. */
  export const marked: readonly string[];
}
