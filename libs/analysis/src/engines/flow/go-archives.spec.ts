import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** The lines of findings in a file that unpacks archives. */
const linesOf = async (code: string): Promise<readonly string[]> => {
  const source = `package shop

import (
	"archive/tar"
	"archive/zip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
)

${code}
`;
  return (await runOn(profileOf('flow'), flowTools, { 'unpack.go': source })).found;
};

const unzip = (body: string): string => `func unzip(name, folder string) error {
	r, err := zip.OpenReader(name)
	if err != nil {
		return err
	}
	for _, f := range r.File {
		${body}
	}
	return nil
}`;

const untar = (body: string): string => `func untar(archive io.Reader, folder string) error {
	tr := tar.NewReader(archive)
	for {
		h, err := tr.Next()
		if err != nil {
			return err
		}
		${body}
	}
}`;

describe('the names within an archive that Go reads', () => {
  it.each([
    ['of a zip file', unzip('os.Create(filepath.Join(folder, f.Name))')],
    ['of a tar file', untar('os.Create(filepath.Join(folder, h.Name))')],
    ['of what a link points to', untar('os.Symlink(h.Linkname, filepath.Join(folder, "link"))')],
    ['of a hard link', untar('os.Link(filepath.Join(folder, h.Linkname), filepath.Join(folder, "link"))')],
    ['of a link itself', untar('os.Symlink("target", filepath.Join(folder, h.Name))')],
  ])('lead out of the folder: %s', async (_, code) => {
    expect(await linesOf(code)).toEqual([`unpack.go:${code.startsWith('func unzip') ? 19 : 20} path-traversal`]);
  });

  it('are known in a parameter of the type', async () => {
    const code = `func one(f *zip.File, folder string) (*os.File, error) {
	return os.OpenFile(filepath.Join(folder, f.Name), os.O_CREATE, f.Mode())
}`;
    expect(await linesOf(code)).toEqual(['unpack.go:14 path-traversal']);
  });

  const REFUSED = '{\n\t\t\treturn errors.New("leads out")\n\t\t}\n\t\tos.Create(path)';
  it.each([
    ['begins with the folder', 'filepath.Join(folder, f.Name)', '!strings.HasPrefix(path, folder+"/")'],
    ['plainly begins with it', 'filepath.Join(folder, f.Name)', '!strings.HasPrefix(filepath.Clean(path), folder)'],
    ['is the base name', 'filepath.Join(folder, filepath.Base(f.Name))', 'path == ""'],
    ['lacks dots', 'f.Name', 'strings.Contains(path, "..")'],
    ['is local', 'f.Name', '!filepath.IsLocal(path)'],
  ])('stay in the folder where the path %s', async (_, path, refused) => {
    expect(await linesOf(unzip(`path := ${path}\n\t\tif ${refused} ${REFUSED}`))).toEqual([]);
  });

  it('are not what is cut off from another name', async () => {
    const body = 'path := strings.TrimPrefix("docs/index.html", f.Name)\n\t\tos.Create(path)';
    expect(await linesOf(unzip(body))).toEqual([]);
  });

  /** The path is made by a function that lies too deep within calls to be followed. */
  const deep = (within: string): string => {
    const calls = Array.from({ length: 9 }, (_, index) => `func f${index}(h *tar.Header) { f${index + 1}(h) }`);
    const last = 'func f9(h *tar.Header) { os.Create(within(h.Name, os.TempDir())) }';
    return `${untar('f0(h)')}\n${calls.join('\n')}\n${last}\n${within}`;
  };

  it('stay in the folder where a function refuses others, however deep it lies', async () => {
    const within = `func within(name, folder string) string {
	if path := filepath.Join(folder, name); strings.HasPrefix(path, folder+"/") {
		return path
	}
	return ""
}`;
    expect(await linesOf(deep(within))).toEqual([]);
  });
});
