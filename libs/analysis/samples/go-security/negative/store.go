package store

import (
	"archive/zip"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"database/sql"
	"fmt"
	"html/template"
	"log"
	mathrand "math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

const columns = `id, name`

func FindUser(db *sql.DB, name string) (*sql.Rows, error) {
	return db.Query("SELECT id, name "+
		"FROM users WHERE name = $1", name)
}

func Page(db *sql.DB, limit int) (*sql.Rows, error) {
	log.Print("select a row from " + columns[:2])
	return db.Query(fmt.Sprintf("SELECT id FROM users LIMIT %d", limit))
}

func Offset(db *sql.DB, offset int) (*sql.Rows, error) {
	return db.Query("SELECT id FROM users OFFSET " + strconv.Itoa(offset))
}

func Convert(file string) ([]byte, error) {
	if err := exec.Command("sh", "-c", "ulimit -t 10").Run(); err != nil {
		return nil, err
	}
	return exec.Command("convert", file, "out.png").Output()
}

var config = &tls.Config{InsecureSkipVerify: false, MinVersion: tls.VersionTLS12}

func NewSessionToken() ([]byte, error) {
	token := make([]byte, 16)
	_, err := rand.Read(token)
	return token, err
}

func Shuffle(cards []string) {
	mathrand.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
}

func Digest(data []byte) [32]byte { return sha256.Sum256(data) }

var rule = template.HTML("<hr>")

func Save(path string, data []byte) error {
	return os.WriteFile(path, data, 0o640)
}

func Targets(reader *zip.Reader, folder string) ([]string, error) {
	var paths []string
	for _, entry := range reader.File {
		if !filepath.IsLocal(entry.Name) {
			return nil, fmt.Errorf("%s leaves the folder", entry.Name)
		}
		paths = append(paths, filepath.Join(folder, entry.Name))
	}
	return paths, nil
}
