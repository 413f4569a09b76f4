package shop

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/tls"
	"database/sql"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"time"
)

func Listen() (net.Listener, error) {
	return net.Listen("tcp", "127.0.0.1:8080")
}

func Close(file *os.File) error {
	return file.Close()
}

func Narrow(text string) (int32, error) {
	number, err := strconv.ParseInt(text, 10, 32)
	return int32(number), err
}

func Serve(handler http.Handler) error {
	server := &http.Server{Addr: "127.0.0.1:8080", Handler: handler, ReadHeaderTimeout: 5 * time.Second}
	return server.ListenAndServe()
}

func Get() (*http.Response, error) {
	return http.Get("https://example.com/")
}

func Find(db *sql.DB, name string) (*sql.Rows, error) {
	return db.Query("SELECT id FROM goods WHERE name = ?", name)
}

func Run() error {
	return exec.Command("uptime").Run()
}

func Share() error {
	return os.MkdirAll("exports", 0o750)
}

func Keep(text []byte) (string, error) {
	file, err := os.CreateTemp("", "shop")
	if err != nil {
		return "", err
	}
	_, err = file.Write(text)
	return file.Name(), errors.Join(err, file.Close())
}

func Sum(text []byte) [32]byte {
	return sha256.Sum256(text)
}

func Trust() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS13}
}

func Key() (*rsa.PrivateKey, error) {
	return rsa.GenerateKey(rand.Reader, 3072)
}

func Third() int {
	numbers := make([]int, 4)
	return numbers[3]
}

type Account struct {
	Name     string `json:"name"`
	Password string `json:"-"`
}

func Write(account Account) ([]byte, error) {
	return json.Marshal(account)
}
