package shop

import (
	"archive/tar"
	"archive/zip"
	"io"
	"os"
	"path/filepath"
)

func Unzip(name, folder string) error {
	r, err := zip.OpenReader(name)
	if err != nil {
		return err
	}
	defer r.Close()
	for _, f := range r.File {
		if _, err := os.Create(filepath.Join(folder, f.Name)); err != nil {
			return err
		}
	}
	return nil
}

func Untar(archive io.Reader, folder string) error {
	tr := tar.NewReader(archive)
	for {
		h, err := tr.Next()
		if err != nil {
			return err
		}
		if h.Typeflag == tar.TypeSymlink {
			if err := os.Symlink(h.Linkname, filepath.Join(folder, filepath.Base(h.Name))); err != nil {
				return err
			}
			continue
		}
		if err := os.MkdirAll(filepath.Join(folder, h.Name), 0o755); err != nil {
			return err
		}
	}
}
