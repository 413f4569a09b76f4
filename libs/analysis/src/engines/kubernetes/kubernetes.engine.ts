import type { Engine } from '../engine';
import { Unreadable, judgeEachText } from '../kit/per-file';
import { parseYaml } from '../kit/yaml-tree';
import { judgeManifest } from './access-rules';
import { manifestsOf, podOf } from './manifest';
import { judgePod } from './pod-rules';

const VERSION = '1.0.0';
const MAX_BYTES = 2 * 1024 * 1024;
/** Every manifest has this at the start of a line. Other YAML files are ignored, broken or not. */
const MANIFEST = /^\s*["']?apiVersion["']?\s*:/m;
const TEMPLATE = /\{\{-?\s*(?:[.$(]|[a-z]+\b)[^}]*\}\}/;

/** Assay's own rules for manifests. No existing engine for them runs on Node without a network. */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('assay-kubernetes-rules', VERSION);
    await judgeEachText(
      pass,
      report,
      ({ text }) => {
        if (!MANIFEST.test(text)) return [];
        if (TEMPLATE.test(withoutComments(text)))
          throw new Unreadable('a Helm template: render it first (helm template)');
        return manifestsOf(parseYaml(text)).flatMap((manifest) => {
          const pod = podOf(manifest);
          return [...judgeManifest(manifest), ...(pod ? judgePod(pod) : [])];
        });
      },
      { maxBytes: MAX_BYTES },
    );
  },
};

/** An annotation may contain a template of another program in quotes. Helm's templates stand alone or after a key. */
const withoutComments = (text: string) =>
  text.replace(/^\s*#.*$/gm, '').replace(/(["'])(?:(?!\1)[^\\\n]|\\.){0,2000}\1/g, '""');
