/** Work in lanes: what is in one lane is done in order, lanes go side by side. */

interface Lanes<Work> {
  add(lane: string, work: Work): void;
  /** Returns when nothing is under way. */
  idle(): Promise<void>;
}

export function openLanes<Work>(does: (work: Work) => Promise<void>): Lanes<Work> {
  const lanes = new Map<string, { left: Work[]; done: Promise<void> }>();
  const run = async (name: string, left: Work[]): Promise<void> => {
    await Promise.resolve(); // the lane is in its place before its first work begins
    for (let work = left.shift(); work !== undefined; work = left.shift()) await does(work);
    lanes.delete(name);
  };
  return {
    add: (name, work) => {
      const lane = lanes.get(name);
      if (lane) lane.left.push(work);
      else {
        const left = [work];
        lanes.set(name, { left, done: run(name, left) });
      }
    },
    idle: async () => {
      while (lanes.size > 0) await Promise.all([...lanes.values()].map(({ done }) => done));
    },
  };
}
