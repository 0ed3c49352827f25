/** A step: a head that is chosen by keys, its menu, and its fields when it is open. */
import { ActionIcon, Badge, Menu, Text, UnstyledButton } from '@mantine/core';
import { type CardProps, type OutlineProps, placeKey } from './outline-props.ts';
import type { KeyboardEvent } from 'react';
import { MoreIcon } from '../../base/parts/icons.tsx';
import { branchesBeside, branchesOf, moved } from './outline.ts';
import { StepFields } from './step-fields.tsx';
import { heads } from './use-editing.ts';
import { branchName, stepText, stepTitle } from './words.ts';
import { t } from '../../base/language/text.ts';

export function StepCard(props: CardProps) {
  const { step, editing, findings, been, active, counts } = props;
  const { id } = step;
  const isOpen = editing.open === id;
  const own = findings.filter(({ stepId }) => stepId === id);
  const isActive = active === id;
  const here = counts.get(id)?.waiting ?? 0;
  return (
    <div
      className="flow-card"
      data-type={step.type}
      data-open={isOpen || undefined}
      data-been={been.has(id) || undefined}
      data-active={isActive || undefined}
      data-blocked={own.some(({ blocks }) => blocks) || undefined}
    >
      <div className="flow-head">
        <UnstyledButton
          className="flow-head-button"
          data-head={id}
          aria-expanded={isOpen}
          aria-label={`${stepTitle(step)}: ${stepText(step)}${isActive ? `, ${t('the trial is here')}` : ''}${here > 0 ? `, ${peopleHere(here)}` : ''}`}
          onClick={() => editing.setOpen(isOpen ? null : id)}
          onKeyDown={(event) => pressed(event, props)}
        >
          <Text component="span" size="sm" fw={650} className="flow-head-title">
            {stepTitle(step)}
          </Text>
          <Text component="span" size="sm" c="dimmed" className="flow-head-text" dir="auto">
            {stepText(step)}
          </Text>
          {step.type === 'message' && step.button && (
            <Badge component="span" size="sm" variant="light" tt="none">
              {step.button.title || t('Link')}
            </Badge>
          )}
          {here > 0 && (
            <Badge component="span" size="sm" variant="light" color="gray">
              {peopleHere(here)}
            </Badge>
          )}
        </UnstyledButton>
        <StepMenu {...props} />
      </div>
      {own.length > 0 && (
        <ul className="flow-findings">
          {own.map((finding) => (
            <FindingLine key={`${finding.code} ${finding.path}`} finding={finding} />
          ))}
        </ul>
      )}
      {isOpen && <StepFields {...props} />}
    </div>
  );
}

const peopleHere = (count: number): string => t('{count, number} here now', { count });

export function FindingLine({
  finding: { code, message, blocks },
}: {
  finding: OutlineProps['findings'][number];
}) {
  return (
    <li data-blocks={blocks || undefined}>
      {message} <span className="flow-code">{code}</span>
    </li>
  );
}

function StepMenu({ step, editing, acts }: CardProps) {
  const { id } = step;
  const { steps } = editing.flow;
  const branches = branchesOf(step);
  const full = branches.filter(({ steps: inner }) => inner.length > 0);
  const title = `${stepTitle(step)}: ${stepText(step)}`;
  return (
    <Menu position="bottom-end" width={270} returnFocus={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={t('Actions for {title}', { title })}>
          <MoreIcon size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(['up', 'down', 'out'] as const).map((direction) => (
          <Menu.Item
            key={direction}
            disabled={moved(steps, id, direction) === null}
            onClick={() => acts.move(id, direction)}
          >
            {{ up: t('Move up'), down: t('Move down'), out: t('Move out of the branch') }[direction]}
          </Menu.Item>
        ))}
        {branchesBeside(steps, id).map(({ at, name, of }) => (
          <Menu.Item key={placeKey(at, 0)} onClick={() => acts.moveTo(id, at, branchName(of, name))}>
            {t('Move to “{branch}”', { branch: branchName(of, name) })}
          </Menu.Item>
        ))}
        {branches.length === 2 && (
          <Menu.Item onClick={() => acts.swap(id)}>
            {t('Exchange “{branch}” and “{branch2}”', {
              branch: branchName(step, branches[0]!.name),
              branch2: branchName(step, branches[1]!.name),
            })}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item onClick={() => acts.duplicate(id)} disabled={branches.length > 0}>
          {t('Duplicate')}
        </Menu.Item>
        <Menu.Item onClick={() => toClipboard(acts.copy(id))}>{t('Copy as JSON')}</Menu.Item>
        <Menu.Item onClick={() => toClipboard(acts.cut(id))}>{t('Cut')}</Menu.Item>
        <Menu.Item onClick={() => void fromClipboard().then((text) => acts.paste(id, text))}>
          {t('Paste after it')}
        </Menu.Item>
        <Menu.Divider />
        {full.map(({ key, name }) => (
          <Menu.Item key={key} c="var(--mantine-color-error)" onClick={() => acts.remove(id, key)}>
            {t('Remove, keep the steps of “{branch}”', { branch: branchName(step, name) })}
          </Menu.Item>
        ))}
        <Menu.Item c="var(--mantine-color-error)" onClick={() => acts.remove(id)}>
          {full.length > 0 ? t('Remove with all its steps') : t('Remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The step stays copied in this tab where the browser does not take it. */
const toClipboard = (text: string | null): void => {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (text !== null)
    clipboard?.writeText(text).catch((error: unknown) => console.info('The clipboard took nothing.', error));
};

/** @returns null when the browser does not let the page read it */
async function fromClipboard(): Promise<string | null> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  return clipboard === undefined ? null : clipboard.readText().catch(() => null);
}

/** The keys of a head. Those of the clipboard come as events of their own (editor.tsx). */
function pressed(event: KeyboardEvent, { step, editing, acts, setAdding }: CardProps): void {
  const { key, altKey, ctrlKey, metaKey } = event;
  const { id } = step;
  const isPlain = !altKey && !ctrlKey && !metaKey;
  const act = altKey ? ALT[key] : undefined;
  if (act !== undefined) acts.move(id, act);
  else if (isPlain && (key === 'ArrowDown' || key === 'ArrowUp'))
    toNextHead(event, key === 'ArrowDown' ? 1 : -1);
  else if (isPlain && key === 'Delete') acts.remove(id);
  else if (isPlain && (key === '/' || key === 'a')) {
    const place = acts.after(id);
    if (place !== null) setAdding(placeKey(place.at, place.index));
  } else if ((ctrlKey || metaKey) && key.toLowerCase() === 'd') acts.duplicate(id);
  else if (isPlain && key === 'Escape' && editing.open === id) editing.setOpen(null);
  else return;
  event.preventDefault();
}

const ALT: { [key: string]: 'up' | 'down' | 'in' | 'out' } = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/** Gives the focus to the head before or after. */
export function toNextHead(event: KeyboardEvent, by: 1 | -1): void {
  const all = heads();
  const next = all[all.indexOf(event.currentTarget as HTMLElement) + by];
  next?.focus();
}
