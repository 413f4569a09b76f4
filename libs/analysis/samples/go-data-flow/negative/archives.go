package shop

import (
	"archive/tar"
	"archive/zip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
)

func Unzip(name, folder string) error {
	r, err := zip.OpenReader(name)
	if err != nil {
		return err
	}
	defer r.Close()
	for _, f := range r.File {
		path := filepath.Join(folder, f.Name)
		if !strings.HasPrefix(filepath.Clean(path), filepath.Clean(folder)+string(os.PathSeparator)) {
			return errors.New("leads out of the folder")
		}
		if _, err := os.Create(path); err != nil {
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
		if !filepath.IsLocal(h.Name) || h.Typeflag == tar.TypeSymlink {
			continue
		}
		if err := os.MkdirAll(filepath.Join(folder, h.Name), 0o755); err != nil {
			return err
		}
	}
}
