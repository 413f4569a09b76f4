import type { ModuleForm } from './ir';

/** Packages that open windows on the desk of the user who runs the program. */
const WINDOWS = new RegExp(
  String.raw`^(?:everywhere )?(?:System\.Windows\.(?:Forms|Controls)|Avalonia|Eto\.Forms)(?:\.|$)|` +
    String.raw`^(?:PyQt[456]|PySide[26]?|tkinter|wx|kivy)$|^(?:javax\.swing|javafx)\.|^electron$|` +
    String.raw`^(?:QApplication|QMainWindow|QDialog|gtk\/gtk\.h|wx\/wx\.h)$`,
);
/** Packages that answer requests: the program serves others than its user. */
const SERVES = new RegExp(
  String.raw`^(?:everywhere )?(?:Microsoft\.AspNetCore|System\.Web\.(?:Mvc|UI|Http))(?:\.|$)|` +
    String.raw`^(?:flask|django|fastapi|tornado|aiohttp|cherrypy|bottle|pyramid|sanic|starlette)$|` +
    String.raw`^(?:javax|jakarta)\.servlet\.|^org\.springframework\.|^(?:express|koa|fastify|@nestjs\/core)$`,
);
/** A repository of something else may have a tool with a window or two. */
const LEAST = 3;

/**
 * Whether a target is a program with windows, and no server: what it keeps lies on its user's machine, beside the
 * program and its keys.
 */
export function isDesktopProgram(modules: Iterable<Pick<ModuleForm, 'imports'>>): boolean {
  let windows = 0;
  for (const { imports } of modules) {
    if (imports.some((name) => SERVES.test(name))) return false;
    if (imports.some((name) => WINDOWS.test(name))) windows += 1;
  }
  return windows >= LEAST;
}
