package store

import (
	"crypto/des"
	"crypto/md5"
	"crypto/tls"
	"database/sql"
	"fmt"
	"html/template"
	"math/rand"
	"net/http"
	_ "net/http/pprof"
	"os"
	"os/exec"

	"golang.org/x/crypto/ssh"
)

func FindUser(db *sql.DB, name string) (*sql.Rows, error) {
	return db.Query("SELECT id, name FROM users WHERE name = '" + name + "'")
}

func Rename(db *sql.DB, table, name string) error {
	statement := fmt.Sprintf("UPDATE %s SET name = '%s'", table, name)
	_, err := db.Exec(statement)
	return err
}

func Convert(file string) ([]byte, error) {
	return exec.Command("sh", "-c", "convert "+file+" out.png").Output()
}

func Client() *http.Client {
	return &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{
			InsecureSkipVerify: true,
			MinVersion:         tls.VersionTLS10,
		},
	}}
}

func NewSessionToken() string {
	token := make([]byte, 16)
	for i := range token {
		token[i] = byte('a' + rand.Intn(26))
	}
	return string(token)
}

func Digest(password string) string {
	return fmt.Sprintf("%x", md5.Sum([]byte(password)))
}

func Encrypt(key []byte) error {
	_, err := des.NewCipher(key)
	return err
}

func Comment(body string) template.HTML {
	return template.HTML("<p>" + body + "</p>")
}

var dialer = ssh.ClientConfig{HostKeyCallback: ssh.InsecureIgnoreHostKey()}

func Save(path string, data []byte) error {
	return os.Chmod(path, 0666)
}
