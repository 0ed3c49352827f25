/**
 * What happens in one seed, as data: which outage, how long, who does what before, during and after it, and how the networks
 * send their webhooks. Nothing here depends on time or on the service, so the same seed is always the same scenario.
 */
import { Random } from '../support/random.ts';

/**
 * - `dead`: the service is killed and started again
 * - `read-only`: the database takes no writes (25006), as a standby or an operator's switch
 * - `full`: its disk is full (53100)
 * - `memory`: it has no memory for most writes (53200)
 * - `gone`: it cannot be reached, or says that it is starting (57P01, 57P03)
 * - `failover`: it is gone, and comes back as a copy that lacks the last second
 * - `network`: the service is cut off from the networks and from its callers
 */
export const OUTAGE_KINDS = ['dead', 'read-only', 'full', 'memory', 'gone', 'failover', 'network'] as const;
export type OutageKind = (typeof OUTAGE_KINDS)[number];

export type Move =
  | { kind: 'comment'; person: string; text: string }
  | { kind: 'delete comment'; person: string }
  | { kind: 'say'; person: string; text: string }
  | { kind: 'unsend'; person: string }
  | { kind: 'tap'; person: string; label: string }
  | { kind: 'reply to story'; person: string; text: string }
  /** The team publishes a post, and repeats the request under its key until there is a response. */
  | { kind: 'post'; name: string };

export interface Scenario {
  seed: number;
  kind: OutageKind;
  /** How long the outage lasts by the simulated clock. */
  minutes: number;
  /** Whether a failover takes place at once, instead of after the hour. */
  isShort: boolean;
  /** How many times faster than Meta's the repeats of webhooks are: 60 drops all of them for good within the hour. */
  speed: number;
  /** How many webhook events one request holds. */
  batch: number;
  isReversed: boolean;
  before: Move[];
  /** A failover takes away what the service stored of these. */
  lost: Move[];
  during: { minute: number; move: Move }[];
  after: Move[];
  /** Posts that are due during the outage, by the minute. The first one is due in the second that a failover takes away. */
  scheduled: { minute: number; name: string }[];
}

/** What the rule of a scenario answers, and what its automation starts at. */
export const RULE_KEYWORD = 'link';
export const AUTOMATION_KEYWORD = 'price';
export const CHOICES = ['Yes', 'No'];

const COMMENTS = [RULE_KEYWORD, `The ${RULE_KEYWORD} please!`, 'Nice!', `${RULE_KEYWORD} 🙏`];
const WORDS = [AUTOMATION_KEYWORD, 'hello', `${AUTOMATION_KEYWORD}?`, 'thanks 🙏', 'Is it open?'];
const NAMES = ['ann', 'ben', 'carl', 'dora', 'eve'];
/** More than a page of conversations has. */
const CROWDS = [0, 0, 0, 30, 60];

/** @param kind default: each of seven seeds in a row has another one */
export function scenarioOf(seed: number, kind?: OutageKind): Scenario {
  const random = new Random(seed);
  const people = NAMES.map((name) => `${name}-${seed}`);
  const minutes = 60 + random.below(30);
  let posts = 0;
  const moveOf = (person: string): Move => {
    switch (random.pick(['comment', 'comment', 'say', 'say', 'say', 'tap', 'story', 'post', 'take back'])) {
      case 'comment':
        return { kind: 'comment', person, text: random.pick(COMMENTS) };
      case 'say':
        return { kind: 'say', person, text: random.pick(WORDS) };
      case 'tap':
        return { kind: 'tap', person, label: random.pick(CHOICES) };
      case 'story':
        return { kind: 'reply to story', person, text: random.pick(WORDS) };
      case 'post':
        posts += 1;
        return { kind: 'post', name: `Post ${posts} of ${seed}` };
      default:
        return random.happens(0.5) ? { kind: 'delete comment', person } : { kind: 'unsend', person };
    }
  };
  const some = (count: number): Move[] => Array.from({ length: count }, () => moveOf(random.pick(people)));
  const writesBefore = people.filter(() => random.happens(0.6));
  const crowd = Array.from({ length: random.pick(CROWDS) }, (_, index) => `crowd${index}-${seed}`);
  const crowdMove = (person: string): Move =>
    random.happens(0.7)
      ? { kind: 'say', person, text: random.pick(WORDS) }
      : { kind: 'comment', person, text: random.pick(COMMENTS) };
  const during = [...some(8 + random.below(12)), ...crowd.map(crowdMove)]
    .map((move) => ({ minute: random.below(minutes), move }))
    .sort((a, b) => a.minute - b.minute);
  const sends: Move[] = [
    { kind: 'comment', person: `fay-${seed}`, text: RULE_KEYWORD },
    { kind: 'say', person: `gus-${seed}`, text: AUTOMATION_KEYWORD },
    { kind: 'post', name: `Lost of ${seed}` },
  ];
  return {
    seed,
    kind: kind ?? OUTAGE_KINDS[seed % OUTAGE_KINDS.length]!,
    minutes,
    isShort: random.happens(0.4),
    speed: random.pick([1, 4, 60, 60]),
    batch: random.pick([1, 20, 1000]),
    isReversed: random.happens(0.3),
    before: [
      ...writesBefore.map((person): Move => ({ kind: 'say', person, text: AUTOMATION_KEYWORD })),
      ...some(2 + random.below(3)),
    ],
    lost: random.happens(0.7) ? [...sends, ...some(2)] : some(3 + random.below(4)),
    during,
    after: some(random.below(4)),
    scheduled: Array.from({ length: random.below(3) }, (_, index) => ({
      minute: random.below(minutes),
      name: `Planned ${index + 1} of ${seed}`,
    })),
  };
}
