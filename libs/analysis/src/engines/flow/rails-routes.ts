import { withoutComments } from '../kit/unverified';
import type { Flow } from './interpret/run';
import { columnOf, lineOf } from './ir';
import { wayTo } from './trace';

/** `params[:type]`, in the folder of controllers. */
const READ = /^params(?:\[:(\w+)\]|\[['"](\w+)['"]\]|\.(?:require|fetch|expect)\(:(\w+)\))/;
const CONTROLLER = /^(.*?)app\/controllers\/(?:.*\/)?(\w+)_controller\.rb$/;
const ACTION = /^\s*def\s+(\w+)/;
/** An action has at most this many lines before the parameter. */
const MAX_LINES = 60;
/** These have routes that no line names. */
const USUAL = /^(?:index|show|new|create|edit|update|destroy)$/;

/**
 * `get "offers" => :list, type: "offer"`: whether each route of an action names the value of the parameter that it
 * reads. A request cannot change that value by its query.
 */
export function isFixedByRoutes({ taint }: Flow, linesOf: (file: string) => readonly string[]): boolean {
  const { file, at } = wayTo(taint.step)[0]!;
  const [, folder, controller] = CONTROLLER.exec(file) ?? [];
  if (folder === undefined) return false;
  const lines = linesOf(file);
  const row = lineOf(at);
  const parameter = READ.exec((lines[row - 1] ?? '').slice(columnOf(at) - 1))
    ?.slice(1)
    .find(Boolean);
  const before = lines.slice(Math.max(0, row - MAX_LINES), row - 1);
  const action = before.map((line) => ACTION.exec(line)?.[1]).findLast(Boolean);
  if (parameter === undefined || action === undefined || USUAL.test(action)) return false;
  const routes = withoutComments(linesOf(`${folder}config/routes.rb`));
  // A route that has the action's name as its path, or leaves it to the path.
  if (routes.some((line) => /:action\b(?!\s*=>)|:controller\b(?!\s*=>)/.test(line))) return false;
  const named = new RegExp(String.raw`(?:[:'"\s]|#|${controller!}/)${action}\b`);
  const fixed = new RegExp(String.raw`(?:\b${parameter}:|:${parameter}\s*=>|['"]${parameter}['"]\s*=>)\s*['":]`);
  const ways = routes.filter((line) => named.test(line));
  return ways.length > 0 && ways.every((line) => fixed.test(line) && !line.includes(`:${parameter}/`));
}
