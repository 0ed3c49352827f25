/** Builds what `PublishPort.measure` returns. */
import type { LengthUnit, Measure, TextLength } from '../port/measure.ts';
import { lengthIn, type Unit } from './length.ts';

const NAMES: { [unit in Unit]: LengthUnit } = {
  graphemes: 'graphemes',
  code_points: 'characters',
  utf16: 'utf16_units',
  bytes: 'bytes',
};

/** The length of a text in a unit. @param limit null if the network states none */
export const textLength = (text: string, limit: number | null, unit: Unit): TextLength => ({
  used: lengthIn(unit, text),
  limit,
  unit: NAMES[unit],
});

/** A text that is sent whole, or not at all. */
export const uncut = (length: TextLength): Measure => ({ length, cutAt: null });

/** The length that is nearest to its limit. */
export const fullest = (first: TextLength, second: TextLength): TextLength =>
  share(second) > share(first) ? second : first;

const share = ({ used, limit }: TextLength) => (limit === null ? 0 : used / limit);

/** Where a part of the text starts that is the end of it, but for white space. UTF-16 units. */
export const startOfEnd = (text: string, end: string): number => text.trimEnd().length - end.length;
