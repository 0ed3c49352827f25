/** The outline: nested lists of cards, with places between them where steps are added. */
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { PlusIcon } from '../../base/parts/icons.tsx';
import { blocksOn } from './blocks.ts';
import { branchesOf, doesBranch, type ListAt, listAt } from './outline.ts';
import type { Step } from './shapes.ts';
import { type OutlineProps, placeKey } from './outline-props.ts';
import { StepCard } from './step-card.tsx';
import { branchName } from './words.ts';
import { t } from '../../base/language/text.ts';

interface ListProps extends OutlineProps {
  at: ListAt;
  label: string;
}

export function StepList(props: ListProps) {
  const { editing, at, label } = props;
  const list = listAt(editing.flow.steps, at);
  const last = list.at(-1);
  return (
    <ol className="flow-list" aria-label={label}>
      {list.map((step, index) => (
        <li key={step.id}>
          <AddPlace {...props} index={index} />
          <StepCard {...props} step={step} />
          <Branches {...props} step={step} />
        </li>
      ))}
      {(last === undefined || !doesBranch(last)) && (
        <li>
          <AddPlace {...props} index={list.length} isEnd />
        </li>
      )}
    </ol>
  );
}

function Branches(props: ListProps & { step: Step }) {
  const { step } = props;
  const branches = branchesOf(step);
  if (branches.length === 0) return null;
  return (
    <div className="flow-branches">
      {branches.map(({ key, name }) => (
        <section key={key} className="flow-branch" data-branch={key}>
          <Text size="sm" fw={650} className="flow-branch-name">
            {branchName(step, name)}
          </Text>
          <StepList
            {...props}
            at={{ stepId: step.id, branch: key }}
            label={t('Steps of {branch}', { branch: branchName(step, name) })}
          />
        </section>
      ))}
    </div>
  );
}

interface PlaceProps extends ListProps {
  index: number;
  /** The button at the end of a list, with its label. */
  isEnd?: boolean;
}

function AddPlace({ at, index, isEnd = false, label, acts, platform, adding, setAdding }: PlaceProps) {
  const key = placeKey(at, index);
  const name = isEnd
    ? t('Add a step at the end of {label}', { label: label.toLowerCase() })
    : t('Add a step here, before step {count} of {label}', { count: index + 1, label: label.toLowerCase() });
  return (
    <div className="flow-add" data-end={isEnd || undefined}>
      <Menu
        opened={adding === key}
        onChange={(opened) => setAdding(opened ? key : null)}
        position="bottom-start"
        width={300}
        returnFocus={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          {isEnd ? (
            <Button size="xs" variant="default" leftSection={<PlusIcon size={14} />} aria-label={name}>
              {t('Add a step')}
            </Button>
          ) : (
            <ActionIcon variant="subtle" color="gray" size={24} radius="xl" aria-label={name}>
              <PlusIcon size={14} />
            </ActionIcon>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          {blocksOn(platform).map(({ block, label: title, hint }) => {
            const refusal = adding === key ? acts.refused(block, at, index) : null;
            return (
              <Menu.Item key={block} disabled={refusal !== null} onClick={() => acts.add(block, at, index)}>
                {title}
                <Text size="xs" c="dimmed">
                  {refusal ?? hint}
                </Text>
              </Menu.Item>
            );
          })}
          {acts.hasCopied() && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => acts.pasteAt(at, index, null)}>
                {t('Paste what was copied')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
