/**
 * The requests to networks and their responses, under the steps that requested the call and the steps that took the
 * result.
 */
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call, messageOf } from '../../base/api.ts';
import { exactInZone } from '../../base/parts/times.ts';
import { useWorkspace } from '../../base/session.ts';
import './exchanges.css';
import { Quiet } from './parts.tsx';
import type { Attempt, Exchange } from './shapes.ts';
import { t } from '../../base/language/text.ts';

/** Effects that call networks. The others use only the database. */
const CALLING = new Set(['publish', 'verify', 'refresh', 'refreshAccount', 'revokeAccess']);

/** The attempts of an actor, newest first, page by page. @param seq steps it has taken: each result is a step */
export function useAttempts(id: string, seq: number) {
  const { slug } = useWorkspace();
  return useInfiniteQuery({
    queryKey: ['exchanges', slug, id, seq],
    queryFn: ({ signal, pageParam: before }) => {
      return call('getActorExchanges', { id, workspace: slug, before }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
}

type AttemptsQuery = ReturnType<typeof useAttempts>;

export const attemptsIn = ({ data }: AttemptsQuery): Attempt[] =>
  (data?.pages ?? []).flatMap(({ attempts }) => attempts);

interface RequestProps {
  query: AttemptsQuery;
  /** The effect that a step requested. */
  type: string;
  /** Its attempts. */
  attempts: Attempt[];
  /** It has no result yet. */
  isPending: boolean;
}

/** The attempts of an effect, under the step that requested it. */
export function RequestExchanges({ query, type, attempts, isPending }: RequestProps) {
  if (!CALLING.has(type)) return null;
  if (attempts.length > 0) return <AttemptList attempts={attempts} />;
  if (query.isError)
    return (
      <Group gap="xs">
        <Quiet>{t('The exchanges could not be read: {reason}', { reason: messageOf(query.error) })}</Quiet>
        <Button size="compact-xs" variant="default" onClick={() => void query.refetch()}>
          {t('Try again')}
        </Button>
      </Group>
    );
  if (query.isPending) return null;
  if (isPending) return <Quiet>{t('Running: its exchanges are shown when it has ended.')}</Quiet>;
  if (query.hasNextPage)
    return (
      <Button
        size="compact-xs"
        variant="default"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {t('Load older exchanges')}
      </Button>
    );
  return (
    <Quiet>
      {t(
        'No exchange is on record: no call was made for this step, another delivery had renewed the access, the service stopped before the result was stored, or it was more than 90 days ago.',
      )}
    </Quiet>
  );
}

export function AttemptList({ attempts }: { attempts: Attempt[] }) {
  return (
    <Stack gap="sm">
      {attempts.map((attempt) => (
        <OneAttempt key={attempt.effectId} attempt={attempt} />
      ))}
    </Stack>
  );
}

function OneAttempt({
  attempt: { type, tries, at, exchanges, leftOut, withoutBodies },
}: {
  attempt: Attempt;
}) {
  const { timezone } = useWorkspace();
  const calls = exchanges.length + leftOut;
  return (
    <div role="group" aria-label={t('Exchanges of {type}', { type })}>
      <Text size="xs" c="dimmed" mb={4}>
        {[
          t('{calls, plural, one {# call} other {# calls}}, kept {time}', {
            time: exactInZone(at, timezone),
            calls,
          }),
          leftOut > 0 && t('{leftOut} after the first ten are left out', { leftOut }),
          withoutBodies > 0 && t('the bodies of {withoutBodies} are left out', { withoutBodies }),
          tries > 1 && t('started {tries} times: the exchanges of earlier tries are not known', { tries }),
        ]
          .filter(Boolean)
          .join('; ')}
      </Text>
      {exchanges.map((exchange, place) => (
        <OneExchange
          key={`${exchange.at} ${place}`}
          exchange={exchange}
          isOpen={place === exchanges.length - 1 && !isFine(exchange)}
        />
      ))}
    </div>
  );
}

const isFine = ({ answer }: Exchange) => answer !== null && answer.status < 400;

/** @param isOpen whether it is the exchange that failed, which is opened at once */
function OneExchange({ exchange, isOpen }: { exchange: Exchange; isOpen: boolean }) {
  const { method, url, ms, request, answer, error } = exchange;
  const headers = Object.entries(answer?.headers ?? {});
  return (
    <details className="exchange" open={isOpen}>
      <summary>
        <Status exchange={exchange} /> <span className="address">{`${method} ${url}`}</span>
        {ms !== null && ` · ${t('{ms, number} ms', { ms })}`}
      </summary>
      <p className="part">{t('Sent')}</p>
      {request.size === 0 ? (
        <Small>{t('Only the address.')}</Small>
      ) : (
        <>
          <Small>{[request.type ?? t('of no type'), sizeText(request.size)].join(', ')}</Small>
          {request.body === null ? (
            <Small>{t('A file, or fields with one: it is not stored.')}</Small>
          ) : (
            <Body text={request.body} label={t('Body that was sent')} />
          )}
        </>
      )}
      <p className="part">{t('Answered')}</p>
      {error !== null && <Text size="sm">{t('No answer: {error}', { error })}</Text>}
      {answer === null && error === null && <Small>{t('No response before the step ended.')}</Small>}
      {headers.length > 0 && (
        <dl className="headers">
          {headers.map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {answer !== null &&
        (answer.body === null ? (
          <Small>{t('Its body was not read, or not stored.')}</Small>
        ) : answer.size === 0 ? (
          <Small>{t('An empty body.')}</Small>
        ) : (
          <Body text={answer.body} label={t('Body of the response')} />
        ))}
    </details>
  );
}

function Small({ children }: { children: React.ReactNode }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  );
}

function Status({ exchange: { answer, error } }: { exchange: Exchange }) {
  const color =
    answer === null ? 'red' : answer.status < 300 ? 'green' : answer.status < 400 ? 'gray' : 'red';
  return (
    <Badge color={color} variant="light" size="sm" tt="none" miw="max-content">
      {answer?.status ?? (error === null ? 'open' : 'lost')}
    </Badge>
  );
}

function Body({ text, label }: { text: string; label: string }) {
  return (
    <div role="group" aria-label={label}>
      <pre className="debugger-json">{laidOut(text)}</pre>
    </div>
  );
}

/** JSON on several lines, unless formatting would change it: long numbers would lose digits. */
function laidOut(text: string): string {
  try {
    const read: unknown = JSON.parse(text);
    return JSON.stringify(read) === text ? JSON.stringify(read, null, 2) : text;
  } catch {
    return text;
  }
}

function sizeText(bytes: number | null): string {
  if (bytes === null) return t('size not known');
  return bytes < 10_000
    ? t('{bytes, number} bytes', { bytes })
    : t('{count, number} kB', { count: Math.round(bytes / 1000) });
}
