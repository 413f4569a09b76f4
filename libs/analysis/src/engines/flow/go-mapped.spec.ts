import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const profile = profileOf('flow');

/** The rules that fire where a file is named by the query, whose characters a function maps. */
const found = async (body: string, outside = ''): Promise<readonly string[]> => {
  const source = `package shop

import (
	"net/http"
	"os"
	"strings"
	"unicode"
)

${outside}

func show(r *http.Request) ([]byte, error) {
	name := strings.Map(func(r rune) rune {
${body}
	}, r.URL.Query().Get("name"))
	return os.ReadFile("/srv/" + name + ".txt")
}
`;
  const { findings, unreadable } = (await runOn(profile, flowTools, { 'shop.go': source })).tool('go-data-flow');
  expect(unreadable).toEqual([]);
  return findings.map(({ rule }) => rule);
};

describe('a text whose characters are mapped in Go', () => {
  it.each([
    [
      'by their order',
      `if (r < '0' || r > '9') && (r < 'a' || r > 'z') && r != '-' {
		return -1
	}
	return r`,
    ],
    [
      'one by one',
      String.raw`switch r {
	case '/', '\\':
		return -1
	}
	return r`,
    ],
    [
      'by their kind',
      `if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_", r) {
		return r
	}
	return -1`,
    ],
    [
      'by another one',
      String.raw`if r == '/' || r == '\\' {
		return '_'
	}
	return r`,
    ],
  ])('names no file elsewhere if separators are dropped %s', async (_, body) => {
    expect(await found(body)).toEqual([]);
  });

  it.each([
    ['another character is dropped', 'if r == 0 {\n\t\treturn -1\n\t}\n\treturn r'],
    ['only one of the separators is', "if r == '/' {\n\t\treturn -1\n\t}\n\treturn r"],
    [
      'another character becomes one',
      String.raw`if r == '|' { return '/' }; if r == '/' || r == '\\' { return -1 }; return r`,
    ],
    ['they are kept by their numbers', 'if r == 46 || r == 47 {\n\t\treturn r\n\t}\n\treturn -1'],
    ['nothing is known of the function', 'return change(r)'],
    ['a setting decides', "if strict && (r == '/' || r == 92) {\n\t\treturn -1\n\t}\n\treturn r"],
  ])('may name any file if %s', async (_, body) => {
    expect(await found(body, 'var strict = os.Getenv("STRICT") != ""')).toEqual(['path-traversal']);
  });
});
