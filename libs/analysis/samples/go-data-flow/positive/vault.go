package shop

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/tls"
	"net/http"
	"os"
	"runtime/debug"

	mathrand "math/rand"

	"github.com/gin-contrib/cors"
	"github.com/golang-jwt/jwt/v5"
	"golang.org/x/crypto/bcrypt"
	"golang.org/x/crypto/pbkdf2"
)

const bits = 1024
const word = "till-and-drawer!"
const letters = "abcdefghijklmnopqrstuvwxyz"

func Pair() (*rsa.PrivateKey, error) {
	return rsa.GenerateKey(rand.Reader, bits)
}

func Block() (cipher.Block, error) {
	return aes.NewCipher([]byte(word))
}

func Seal(block cipher.Block, text []byte) []byte {
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil
	}
	nonce := make([]byte, gcm.NonceSize())
	return gcm.Seal(nil, nonce, text, nil)
}

func Derive(typed []byte) []byte {
	return pbkdf2.Key(typed, []byte("grains"), 600000, 32, sha256.New)
}

func DeriveFast(typed, grains []byte) []byte {
	return pbkdf2.Key(typed, grains, 100, 32, sha256.New)
}

func Keep(typed []byte) ([]byte, error) {
	return bcrypt.GenerateFromPassword(typed, 4)
}

func Transport() *http.Transport {
	skip := true
	return &http.Transport{
		TLSClientConfig: &tls.Config{
			InsecureSkipVerify: skip,
			MinVersion:         tls.VersionTLS10,
		},
	}
}

func SignIn(w http.ResponseWriter, r *http.Request) {
	cookie := &http.Cookie{Name: "shop", Value: NewToken()}
	http.SetCookie(w, cookie)
}

func NewToken() string {
	b := make([]byte, 16)
	for i := range b {
		b[i] = letters[mathrand.Intn(len(letters))]
	}
	return string(b)
}

func Sign(claims jwt.Claims) (string, error) {
	return jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte(word))
}

func Unsigned(claims jwt.Claims) (string, error) {
	return jwt.NewWithClaims(jwt.SigningMethodNone, claims).SignedString(jwt.UnsafeAllowNoneSignatureType)
}

func Check(signed string) (*jwt.Token, error) {
	return jwt.Parse(signed, func(token *jwt.Token) (interface{}, error) {
		return []byte(word), nil
	})
}

func Prices(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
}

func Stock(w http.ResponseWriter, r *http.Request) {
	w.Write(debug.Stack())
}

func Origins() cors.Config {
	return cors.Config{
		AllowCredentials: true,
		AllowOriginFunc:  func(origin string) bool { return true },
	}
}

func Export(rows []byte) error {
	if err := os.WriteFile("/tmp/shop-export.csv", rows, 0600); err != nil {
		return err
	}
	return os.Chmod("export.csv", 0666)
}
