/** Posts of the last days, made in the network's own app: texts and times, the same for the same account and day. */
import { DAY, HOUR, part } from './curve.ts';

const TEXTS = [
  'First light in the bakery.',
  'How we fold croissants',
  'Three loaves of the week',
  'Rye is back on Friday.',
  'Which loaf should we bake next?',
  'The oven is 40 years old today 🥖',
  'Why our sourdough takes two days',
  'Open on Sunday, 8 to 12.',
  'Meet Rosa, who shapes 300 baguettes a night.',
  'Cinnamon buns, still warm',
  'What we do with bread of yesterday',
  'A new table outside: come and sit down.',
];

interface PastPost {
  text: string;
  at: number;
  kind: 'text' | 'image' | 'video';
}

/** What the simulated networks are asked for. */
export interface History {
  days: number;
  /** How many posts. Absent means one every other day. */
  posts?: number;
}

/** Oldest first. */
export function pastPosts(account: string, { days, posts }: History, now: number): PastPost[] {
  const count = posts ?? Math.ceil(days / 2);
  return Array.from({ length: count }, (_, index) => {
    const seed = `${account} ${index}`;
    const daysAgo = days * (1 - (index + 0.5) / count);
    // between 7 and 19 o'clock, and never in the future
    const midnight = Math.floor((now - daysAgo * DAY) / DAY) * DAY;
    const at = midnight + Math.floor((7 + 12 * part(seed, 'hour')) * HOUR);
    const dice = part(seed, 'kind');
    return {
      text: `${TEXTS[Math.floor(part(seed, 'text') * TEXTS.length)]}`,
      at: Math.floor(Math.min(at, now - HOUR) / 1000) * 1000,
      kind: dice < 0.3 ? ('text' as const) : dice < 0.75 ? ('image' as const) : ('video' as const),
    };
  }).toSorted((one, other) => one.at - other.at);
}
