import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(body: string, more = '') {
  const text = `package main

import (
	"context"
	"flag"
	"net/http"
	"os/exec"
	"strings"
)

${more}
func handle(w http.ResponseWriter, r *http.Request) {
	q := r.FormValue("q")
	more := r.Form["more"]
${body}
}
`;
  const { findings } = (await runOn(profileOf('flow'), flowTools, { 'main.go': text })).tool('go-data-flow');
  return findings.map(({ rule }) => rule);
}

const RUN = 'exec.Command(args[0], args[1:]...).Run()';
const START = `func start(extra []string) {
	args := flag.Args()
	args = append(args, extra...)
	exec.CommandContext(context.Background(), args[0], args[1:]...).Run()
}`;
const CHECKED = `var args []string
	for _, each := range more {
		switch {
		case strings.HasPrefix(each, "--flag="):
		case each == "--quiet":
		default:
			return
		}
		args = append(args, each)
	}
	start(args)`;

describe('arguments of a program that its own command line names', () => {
  it.each([
    ['one by one', `args := append(flag.Args(), q)\n${RUN}`, ''],
    ['as a list', `args := append(flag.Args(), more...)\n${RUN}`, ''],
    ['as a list of the code', `args := append(flag.Args(), []string{"-n", q}...)\n${RUN}`, ''],
    ['in a loop', `args := flag.Args()\nfor _, each := range more { args = append(args, each) }\n${RUN}`, ''],
    ['after a check, by another function', CHECKED, START],
  ])('are no command: %s', async (_, body, more) => {
    expect(await found(body, more)).toEqual([]);
  });

  it.each([
    ['nothing stands before them', `var args []string\nargs = append(args, q)\n${RUN}`],
    ['an empty list stands before them', `args := append([]string{}, more...)\n${RUN}`],
    ['what comes in stands before them', `args := append(strings.Fields(q), "-v")\n${RUN}`],
    [
      'something may stand before them',
      `args := []string{}\nif q == "" { args = append(args, "sudo") }\nargs = append(args, q)\n${RUN}`,
    ],
    [
      'they may also stand alone',
      `args := append(flag.Args(), q)\nif len(args) > 2 { args = append([]string{}, q) }\n${RUN}`,
    ],
    ['a later one is the program', `args := append(flag.Args(), q)\nexec.Command(args[1]).Run()`],
    [
      'a shell reads one with a fixed beginning',
      'if !strings.HasPrefix(q, "--flag=") { return }\nexec.Command("sh", "-c", "run "+q).Run()',
    ],
    ['a shell gets them', 'exec.Command("sh", append(flag.Args(), "-c", q)...).Run()'],
  ])('are found where %s', async (_, body) => {
    expect(await found(body)).toEqual(['command-injection']);
  });
});
