package shop

import (
	"archive/zip"
	"compress/gzip"
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"
	"crypto/md5"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	weak "math/rand"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"unsafe"
)

const password = "f1Xq9!zLw0Vr7Ty2"

// ‮ the rest of this line reads from right to left

func Listen() (net.Listener, error) {
	return net.Listen("tcp", "0.0.0.0:8080")
}

func Drop(file *os.File) {
	file.Close()
}

func Narrow(text string) int32 {
	number, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return int32(number)
}

func Unpack(in io.Reader, out io.Writer) error {
	unzipped, err := gzip.NewReader(in)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, unzipped)
	return err
}

func Serve() error {
	http.Handle("/", http.FileServer(http.Dir("/")))
	return http.ListenAndServe("127.0.0.1:8080", nil)
}

func Get(address string) (*http.Response, error) {
	return http.Get(address)
}

func Find(db *sql.DB, name string) (*sql.Rows, error) {
	rows, err := db.Query("SELECT id FROM goods WHERE name = " + strconv.Quote(name))
	return rows, err
}

func Run(words ...string) error {
	return exec.Command("git", words...).Run()
}

func Share(path string) error {
	return os.MkdirAll("exports", 0o777)
}

func Keep(text []byte) error {
	return os.WriteFile("/tmp/shop.txt", text, 0o600)
}

func Read(path string) ([]byte, error) {
	return os.ReadFile(path)
}

func Extract(archive *zip.Reader, folder string) []string {
	var paths []string
	for _, entry := range archive.File {
		paths = append(paths, filepath.Join(folder, entry.Name))
	}
	return paths
}

func Sum(text []byte) [16]byte {
	return md5.Sum([]byte(fmt.Sprint(text)))
}

func Trust() *tls.Config {
	return &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS13}
}

func TrustBy(choice bool) *tls.Config {
	return &tls.Config{InsecureSkipVerify: choice, MinVersion: tls.VersionTLS13}
}

func Old() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS10}
}

func Key() (*rsa.PrivateKey, error) {
	return rsa.GenerateKey(rand.Reader, 1024)
}

func Token() int {
	return weak.Intn(1000000)
}

func Cipher(key []byte) (cipher.Block, error) {
	return des.NewCipher(key)
}

func Seal(key, text []byte) ([]byte, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	nonce := []byte("0123456789ab")
	return gcm.Seal(nil, nonce, text, nil), nil
}

func Third() int {
	numbers := make([]int, 2)
	return numbers[3]
}

func Address(number *int) uintptr {
	return uintptr(unsafe.Pointer(number))
}

type Account struct {
	Name     string `json:"name"`
	Password string `json:"password"`
}

func Write(account Account) ([]byte, error) {
	return json.Marshal(account)
}

func Remove(folder string) error {
	return filepath.Walk(folder, func(path string, _ os.FileInfo, err error) error {
		if err != nil {
			return err
		}
		return os.Remove(path)
	})
}
