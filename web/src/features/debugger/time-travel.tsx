/** An actor through time: the time line, the slider, the chart and the step at one moment, and the messages. */
import { Alert, Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import { messageOf } from '../../base/api.ts';
import { Fault, Waiting } from '../../base/parts/states.tsx';
import { Quiet } from './parts.tsx';
import { useSequence } from './queries.ts';
import { Scrubber } from './scrubber.tsx';
import { SequenceView } from './sequence.tsx';
import type { Actor, Sequence, Step, Stop, WholeActor } from './shapes.ts';
import { RelatedSubject, Subject } from './subject.tsx';
import { TimelineView } from './timeline-view.tsx';
import { actorLanes, familyMoments, type Moment, ownMoments, stateLanes } from './timeline.ts';
import { type MomentChoice, useMoment } from './use-moment.ts';
import { t } from '../../base/language/text.ts';

interface TimeTravelProps {
  whole: WholeActor;
  steps: Step[];
  stopped: Stop | null;
}

/** The actors that an actor started: with them its time line has a row for each. */
const startedBy = ({ actor, relatives }: WholeActor): Actor[] =>
  relatives.filter(({ parentId }) => parentId === actor.id);

export function TimeTravel(props: TimeTravelProps) {
  const { whole } = props;
  const sequence = useSequence(whole.actor.id, true);
  const isFamily = startedBy(whole).length > 0;
  if (isFamily && sequence.isPending) return <Waiting rows={6} label={t('Replaying the journals')} />;
  if (isFamily && sequence.isError)
    return <Fault message={messageOf(sequence.error)} onRetry={() => void sequence.refetch()} />;
  return <Moments {...props} sequence={sequence.data ?? null} isFamily={isFamily} />;
}

interface MomentsProps extends TimeTravelProps {
  sequence: Sequence | null;
  isFamily: boolean;
}

const NO_CALLS: Sequence['calls'] = [];

function Moments({ whole, steps, stopped, sequence, isFamily }: MomentsProps) {
  const { actor } = whole;
  const moments = useMemo(
    () => (isFamily && sequence ? familyMoments(sequence) : ownMoments(actor.id, steps)),
    [isFamily, sequence, actor.id, steps],
  );
  const moment = useMoment(moments, actor.id);
  const { index, goTo, choose, subjectId } = moment;
  const related = whole.relatives.find(({ id }) => id === subjectId);
  const seq = seqAt(moments, index, related?.id ?? actor.id);
  return (
    <div className="debugger-moments">
      <Stack gap="md" className="debugger-time">
        {stopped && <StopNote stopped={stopped} />}
        {moments[index] ? (
          <Line whole={whole} moments={moments} moment={moment} sequence={sequence} isFamily={isFamily} />
        ) : (
          <Quiet>{t('Its journal was deleted by age. Its current state is shown.')}</Quiet>
        )}
      </Stack>
      {related ? (
        <RelatedSubject
          key={related.id}
          actor={related}
          seq={seq}
          goTo={goTo}
          onClose={() => choose(actor.id)}
        />
      ) : (
        <Subject whole={whole} steps={steps} seq={seq} goTo={goTo} />
      )}
      <section aria-labelledby="messages" className="debugger-messages">
        <Title order={2} size="h4" mb="sm" id="messages">
          {t('Messages')}
        </Title>
        <SequenceView actorId={actor.id} shown={{ actorId: related?.id ?? actor.id, seq }} goTo={goTo} />
      </section>
    </div>
  );
}

interface LineProps {
  whole: WholeActor;
  moments: readonly Moment[];
  moment: MomentChoice;
  sequence: Sequence | null;
  isFamily: boolean;
}

/** The rows, and below them the slider. */
function Line({ whole, moments, moment, sequence, isFamily }: LineProps) {
  const { actor, relatives } = whole;
  const { index, isNewest, go, choose, subjectId, missing } = moment;
  const end = useEnd(whole, moments);
  const lanes = useMemo(
    () => (isFamily ? actorLanes(moments, startedBy(whole), end) : stateLanes(moments, end)),
    [isFamily, moments, whole, end],
  );
  const titles = useMemo(() => new Map(relatives.map(({ id, title }) => [id, title])), [relatives]);
  return (
    <>
      {missing !== null && (
        <Alert color="yellow" variant="light">
          {t('The journal has no step {step} that you can see: the newest one is shown.', { step: missing })}
        </Alert>
      )}
      <TimelineView
        lanes={lanes}
        moments={moments}
        index={index}
        calls={sequence?.calls ?? NO_CALLS}
        end={end}
        chosen={subjectId}
        onPress={(lane, to) => {
          if (lane.actor !== null) choose(lane.actor.id);
          go(to);
        }}
      />
      <Scrubber
        moments={moments}
        index={index}
        isNewest={isNewest}
        go={go}
        nameOf={(id) => (id === actor.id ? null : (titles.get(id) ?? id))}
      />
    </>
  );
}

/** The number of an actor's newest step at a moment; null means it had taken none. */
function seqAt(moments: readonly Moment[], index: number, actorId: string): number | null {
  for (let place = index; place >= 0; place -= 1) {
    const moment = moments[place]!;
    if (moment.actorId === actorId) return moment.seq;
  }
  return null;
}

/** The end of the time line: the newest step, what is due, or now if something still runs. It moves when the page reads again. */
function useEnd({ actor, relatives }: WholeActor, moments: readonly Moment[]): number {
  return useMemo(() => {
    const own = [actor, ...relatives.filter(({ parentId }) => parentId === actor.id)];
    const runs = own.some(
      ({ status, trouble, effects }) => status === 'active' && (trouble !== null || effects > 0),
    );
    const due = own.flatMap(({ status, nextAt }) =>
      status === 'active' && nextAt !== null ? Date.parse(nextAt) : [],
    );
    return Math.max(0, ...moments.slice(-1).map(({ at }) => at), ...due, ...(runs ? [Date.now()] : []));
  }, [actor, relatives, moments]);
}

function StopNote({ stopped: { code, seq, reason } }: { stopped: Stop }) {
  const title =
    code === 'pruned'
      ? t('The beginning was deleted')
      : code === 'differs'
        ? t('Today’s machine takes another path')
        : t('The replay stops');
  return (
    <Alert color="yellow" variant="light" title={title}>
      {t('{count}. From step {seq} on, steps are shown without what the actor remembered.', {
        count: reason.charAt(0).toUpperCase() + reason.slice(1),
        seq,
      })}
    </Alert>
  );
}
