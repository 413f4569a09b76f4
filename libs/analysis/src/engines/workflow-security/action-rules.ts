import { holeOfAction } from '../../catalogue/known-holes-of-actions';
import type { Problem } from '../kit/per-file';
import { at, entriesOf, textOf, valueOf } from '../kit/yaml-tree';
import { type WorkflowRule, lines, scriptLines, steps } from './scripts';
import { usedAction } from '../kit/workflows/used-action';
import { type WorkflowJob, isWorkspace, partsOf, usedIn } from '../kit/workflows/workflow';

const vulnerableAction: WorkflowRule = (workflow) => {
  const stepOf = new Map(steps(workflow).map((step) => [step.uses, step]));
  return usedIn(workflow).flatMap((uses): Problem[] => {
    const used = usedAction(uses);
    if (used === undefined) return [];
    const { action, reference, version } = used;
    // The version of a commit is named by a comment.
    const hole = holeOfAction(action, version, reference !== version);
    const closing = hole?.closedBy && at(workflow.tree, stepOf.get(uses)?.node, 'with', hole.closedBy);
    return hole === undefined || closing
      ? []
      : [
          {
            rule: 'vulnerable-action',
            line: workflow.tree.lineOf(uses),
            message: `${action} ${version} has a known hole (${hole.id}): ${hole.what}. Mended in ${hole.mended}`,
            ...(hole.severity !== undefined && { severity: hole.severity }),
          },
        ];
  });
};

/** Git gives a short name to a commit of anybody's fork as well. */
const ambiguousCommit: WorkflowRule = (workflow) =>
  steps(workflow).flatMap(({ uses }): Problem[] => {
    const used = usedAction(uses);
    if (used === undefined) return [];
    const { action, reference } = used;
    const isShort = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,39}$/.test(reference);
    const isPull = reference.startsWith('refs/pull/');
    return !isShort && !isPull
      ? []
      : [
          {
            rule: 'ambiguous-commit',
            line: workflow.tree.lineOf(uses),
            message: `${action}@${reference} may be a commit of a fork`,
          },
        ];
  });

const PUBLISHES = new RegExp(
  [
    String.raw`^(?:pypa\/gh-action-pypi-publish|docker\/build-push-action|softprops\/action-gh-release|`,
    String.raw`ncipollo\/release-action|goreleaser\/goreleaser-action|JS-DevTools\/npm-publish|actions`,
    String.raw`\/create-release|rubygems\/release-gem)@`,
  ].join(''),
  'i',
);

const PUBLISHING = new RegExp(
  [
    String.raw`\b(?:npm|pnpm|yarn)\s+(?:\S+\s+)*publish\b|\bcargo\s+publish\b|\btwine\s+upload\b|\bgh\s`,
    String.raw`+release\s+(?:create|upload)\b|\bgem\s+push\b`,
  ].join(''),
);

/** A release uses a cache that a branch or a pull request of the repository may have filled. */
const releaseCache: WorkflowRule = (workflow) => {
  const { tree, root } = workflow;
  const releases = workflow.triggers.has('release') || at(tree, root, 'on', 'push', 'tags') !== undefined;
  const onBranches = at(tree, root, 'on', 'push', 'branches') !== undefined || workflow.triggers.has('pull_request');
  if (!releases || onBranches) return [];
  return workflow.jobs.filter(publishes).flatMap(({ steps: own }) =>
    own
      .filter(({ node, uses }) => {
        const action = textOf(uses) ?? '';
        const cache = valueOf(at(tree, node, 'with', 'cache'));
        if (/^actions\/cache(?:\/restore)?@|^Swatinem\/rust-cache@/i.test(action)) return true;
        return /^actions\/setup-(?:node|python|java)@/i.test(action) && typeof cache === 'string' && cache !== '';
      })
      .map(({ uses }) => ({
        rule: 'cache-in-release',
        line: tree.lineOf(uses),
        message: 'A release is built with what other runs left in a cache',
      })),
  );
};

const publishes = ({ steps: own }: WorkflowJob): boolean =>
  own.some(({ uses, script }) => PUBLISHES.test(textOf(uses) ?? '') || PUBLISHING.test(textOf(script) ?? ''));

/** A condition that asks whether a version is an old one, which knows none of today's certificates. */
const ASKS_FOR_OLD = /version\b.*(?:==?\s*["']?\d+[.*]|\s-l[te]\s)/i;

const OFF = /^(?:0|false|no)$/i;
const ON = /^(?:1|true|yes)$/i;

/** Anybody on the way may answer. */
const tlsOff: WorkflowRule = (workflow) => {
  const { tree } = workflow;
  const byVariable = partsOf(workflow).flatMap((owner) =>
    entriesOf(tree, at(tree, owner, 'env'))
      .filter(({ key, value }) => {
        const written = String(valueOf(value) ?? '');
        return /^(?:NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY)$/.test(key)
          ? OFF.test(written)
          : /^(?:GIT_SSL_NO_VERIFY|VAULT_SKIP_VERIFY)$/.test(key) && ON.test(written);
      })
      .map(({ key, keyNode }) => ({ line: tree.lineOf(keyNode), message: `${key} turns checks of certificates off` })),
  );
  const command = new RegExp(
    [
      String.raw`(?:^|[\s;&|(])(?:curl\s(?:[^|;&\n]*\s)?(?:-[a-zA-Z]*k[a-zA-Z]*|--insecure)(?=\s|$)`,
      String.raw`[^|;&\n]*|wget\s[^|;&\n]*--no-check-certificate|git\s[^|;&\n]*http\.sslVerify[= ]["']?fa`,
      String.raw`lse|(?:npm|yarn)\s+config\s+set\s+strict-ssl[= ]false)`,
    ].join(''),
  );
  const byCommand = scriptLines(workflow, command)
    .filter(({ match }) => !/\blocalhost\b|127\.0\.0\.1|\[::1\]|\$\{?\w*(?:HOST|URL|IP|ADDR)\w*/i.test(match))
    .map(({ line, within }) => ({
      line,
      message: 'The command checks no certificate',
      ...(within.some((condition) => ASKS_FOR_OLD.test(condition)) && { severity: 'low' as const }),
    }));
  return [...byVariable, ...byCommand].map((each) => ({ rule: 'tls-checks-off', ...each }));
};

/** Everybody who reads the log gets a shell with the job's secrets. */
const openShell: WorkflowRule = (workflow) =>
  steps(workflow).flatMap(({ node, uses }): Problem[] => {
    if (
      !/^(?:mxschmitt|csexton)\/(?:action|debugger-action)-?tmate@|^lhotari\/action-upterm@/i.test(textOf(uses) ?? '')
    )
      return [];
    const limited = String(valueOf(at(workflow.tree, node, 'with', 'limit-access-to-actor')) ?? '');
    const users = at(workflow.tree, node, 'with', 'limit-access-to-users');
    return limited === 'true' || limited.includes('${{') || users !== undefined
      ? []
      : [
          {
            rule: 'open-shell',
            line: workflow.tree.lineOf(uses),
            message: 'Whoever reads the log may open a shell in the job',
          },
        ];
  });

/** Masking knows secrets by their whole value. */
const partOfSecret: WorkflowRule = (workflow) =>
  lines(workflow).flatMap(({ text, line }): Problem[] => {
    const [parsed] = /\$\{\{[^}]*\bfromJSON\(\s*secrets\.\w+\s*\)\s*[.[][^}]*\}\}/i.exec(text) ?? [];
    if (parsed !== undefined)
      return [{ rule: 'part-of-secret', line, message: 'A part of a secret is not masked in the log' }];
    const [computed] = /\$\{\{[^}]*\bsecrets\[(?!\s*["'][\w-]+["']\s*\])[^\]]+\][^}]*\}\}/.exec(text) ?? [];
    return computed === undefined
      ? []
      : [{ rule: 'secret-by-computed-name', line, message: 'The runner gets every secret, because any may be meant' }];
  });

/** `actions/checkout` leaves the token in `.git`, and the artifact is everybody's to download. */
const tokenInArtifact: WorkflowRule = (workflow) =>
  workflow.jobs.flatMap((job) => {
    const { tree } = workflow;
    const kept = job.steps.some(
      ({ node, uses }) =>
        /^actions\/checkout@(?:v?[1-5](?:\.|$))/.test(textOf(uses) ?? '') &&
        String(valueOf(at(tree, node, 'with', 'persist-credentials')) ?? 'true') !== 'false' &&
        at(tree, node, 'with', 'path') === undefined,
    );
    return kept
      ? job.steps
          .filter(({ node, uses }) => {
            const [, major] = /^actions\/upload-artifact@v?(\d+)/.exec(textOf(uses) ?? '') ?? [];
            const hidden = String(valueOf(at(tree, node, 'with', 'include-hidden-files')) ?? 'false') === 'true';
            const path = textOf(at(tree, node, 'with', 'path'))?.trim() ?? '';
            return major !== undefined && isWorkspace(path) && (Number(major) < 4 || hidden);
          })
          .map(({ uses }) => ({
            rule: 'token-in-artifact',
            line: tree.lineOf(uses),
            message: 'The artifact has .git, where the checkout left the token of the job',
          }))
      : [];
  });

const unpinnedContainer: WorkflowRule = ({ tree, jobs }) =>
  jobs.flatMap(({ node }) => {
    const container = at(tree, node, 'container');
    const images = [
      textOf(container) === undefined ? at(tree, container, 'image') : container,
      ...entriesOf(tree, at(tree, node, 'services')).map(({ value }) => at(tree, value, 'image')),
    ];
    return images.flatMap((image): Problem[] => {
      const name = textOf(image);
      return name !== undefined && /^(?:[^\s@$]*\/)?[^\s:@/$]+(?::latest)?$/.test(name)
        ? [{ rule: 'unpinned-container', line: tree.lineOf(image), message: `${name} has no fixed version` }]
        : [];
    });
  });

/** Actions and images, and what steps hand to others. */
export const ACTION_RULES: readonly WorkflowRule[] = [
  vulnerableAction,
  ambiguousCommit,
  releaseCache,
  tlsOff,
  openShell,
  partOfSecret,
  tokenInArtifact,
  unpinnedContainer,
];
