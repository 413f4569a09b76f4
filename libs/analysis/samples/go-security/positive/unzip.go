package store

import (
	"archive/zip"
	"path/filepath"
)

func Targets(reader *zip.Reader, folder string) []string {
	var paths []string
	for _, entry := range reader.File {
		paths = append(paths, filepath.Join(folder, entry.Name))
	}
	return paths
}
