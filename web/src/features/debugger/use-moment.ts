/** Which moment the page shows, and of which actor. Both are in the address, so that a link shows a colleague the same. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useAddress } from '../../base/parts/address.ts';
import type { Moment } from './timeline.ts';

/** A step of an actor; null means the newest step of the page, wherever that is. */
type Chosen = { actorId: string; seq: number } | null;

/** Browsers refuse to change an address more often than a few times a second. */
const ADDRESS_MS = 200;

/**
 * @param moments oldest first
 * @param ownId the page's actor
 */
export function useMoment(moments: readonly Moment[], ownId: string) {
  const [search, setAddress] = useAddress();
  const [chosen, setChosen] = useState<Chosen>(() => chosenIn(search, ownId));
  const [row, setRow] = useState<string | null>(() => search.get('row'));
  const address = addressOf({ chosen, row, ownId });
  const written = useRef(address);
  const inAddress = addressOf({ chosen: chosenIn(search, ownId), row: search.get('row'), ownId });

  // a link within the page, or the way back
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    const changed = new URLSearchParams(inAddress);
    setChosen(chosenIn(changed, ownId));
    setRow(changed.get('row'));
  }, [inAddress, ownId]);
  useEffect(() => {
    if (address === written.current) return undefined;
    const late = setTimeout(() => {
      written.current = address;
      const next = new URLSearchParams(address);
      setAddress({ step: next.get('step'), of: next.get('of'), row: next.get('row') });
    }, ADDRESS_MS);
    return () => clearTimeout(late);
  });

  const places = useMemo(
    () => new Map(moments.map(({ actorId, seq }, index) => [`${actorId} ${seq}`, index])),
    [moments],
  );
  const last = moments.length - 1;
  const found = chosen === null ? last : places.get(`${chosen.actorId} ${chosen.seq}`);
  const go = (to: number) => {
    const moment = moments[Math.max(0, to)];
    if (moment) setChosen(to >= last ? null : { actorId: moment.actorId, seq: moment.seq });
  };
  return {
    index: found ?? last,
    isNewest: chosen === null || found === undefined,
    /** The step that the address names and no journal has; null if there is none. */
    missing: found === undefined && chosen !== null ? chosen.seq : null,
    go,
    /** Shows a step of an actor, if the journal has it. */
    goTo: (actorId: string, seq: number) => {
      const index = places.get(`${actorId} ${seq}`);
      if (index !== undefined) go(index);
    },
    /** Id of the actor whose chart and steps are shown. */
    subjectId: row ?? ownId,
    choose: (actorId: string) => setRow(actorId === ownId ? null : actorId),
  };
}

export type MomentChoice = ReturnType<typeof useMoment>;

function chosenIn(search: URLSearchParams, ownId: string): Chosen {
  const seq = Number(search.get('step') ?? Number.NaN);
  return Number.isInteger(seq) && seq > 0 ? { actorId: search.get('of') ?? ownId, seq } : null;
}

function addressOf({ chosen, row, ownId }: { chosen: Chosen; row: string | null; ownId: string }): string {
  const search = new URLSearchParams();
  if (chosen !== null) search.set('step', String(chosen.seq));
  if (chosen !== null && chosen.actorId !== ownId) search.set('of', chosen.actorId);
  if (row !== null) search.set('row', row);
  return search.toString();
}
