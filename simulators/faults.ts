/** The faults that were asked for, and which one a call meets. */
import type { Fault } from './simulator.ts';
import type { Store } from './store.ts';

export interface Faults {
  add(fault: Fault): void;
  /** Those still to come, in the order they will be met. */
  list(): Fault[];
  /** Takes away those of one network, or all. */
  clear(network?: string): void;
  /** The first that fits, counted down; one whose `times` are used up is gone. */
  take(call: { network: string; account: string | null; call: string }): Fault | null;
}

/** Opens the faults that a store holds. */
export function openFaults(store: Store): Faults {
  let faults = (store.read('faults') ?? []) as Fault[];
  const keep = (next: Fault[]) => {
    faults = next;
    store.write('faults', faults);
  };
  return {
    add: (fault) => keep([...faults, { ...fault }]),
    list: () => faults.map((fault) => ({ ...fault })),
    clear: (network) =>
      keep(network === undefined ? [] : faults.filter((fault) => fault.network !== network)),
    take: (call) => {
      const fault = faults.find((fault) => fits(fault, call));
      if (!fault) return null;
      const { times, skip = 0 } = fault;
      if (skip > 0) {
        keep(faults.map((other) => (other === fault ? { ...fault, skip: skip - 1 } : other)));
        return null;
      }
      if (times !== undefined) {
        keep(
          times <= 1
            ? faults.filter((other) => other !== fault)
            : faults.map((other) => (other === fault ? { ...fault, times: times - 1 } : other)),
        );
      }
      return fault;
    },
  };
}

function fits(fault: Fault, call: { network: string; account: string | null; call: string }): boolean {
  return (
    fault.network === call.network &&
    (fault.account === undefined || fault.account === call.account) &&
    (fault.call === undefined || fault.call === call.call)
  );
}
