package shop

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"log"
	"net/http"
	"os"
	"runtime/debug"

	mathrand "math/rand"

	"github.com/gin-contrib/cors"
	"github.com/golang-jwt/jwt/v5"
	"golang.org/x/crypto/bcrypt"
	"golang.org/x/crypto/pbkdf2"
)

var origins = []string{"https://shop.example", "https://till.example"}

func Pair() (*rsa.PrivateKey, error) {
	return rsa.GenerateKey(rand.Reader, 3072)
}

func Block() (cipher.Block, error) {
	return aes.NewCipher([]byte(os.Getenv("SHOP_KEY")))
}

func Seal(block cipher.Block, text []byte) []byte {
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil
	}
	nonce := make([]byte, gcm.NonceSize())
	if _, err := rand.Read(nonce); err != nil {
		return nil
	}
	return gcm.Seal(nonce, nonce, text, nil)
}

func Derive(typed, grains []byte) []byte {
	return pbkdf2.Key(typed, grains, 600000, 32, sha256.New)
}

func Keep(typed []byte) ([]byte, error) {
	return bcrypt.GenerateFromPassword(typed, bcrypt.DefaultCost)
}

func Transport(skip bool) *http.Transport {
	return &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: skip, MinVersion: tls.VersionTLS12}}
}

func SignIn(w http.ResponseWriter, r *http.Request) {
	cookie := &http.Cookie{Name: "shop", Value: NewToken()}
	cookie.Secure = true
	cookie.HttpOnly = true
	http.SetCookie(w, cookie)
}

func NewToken() string {
	b := make([]byte, 16)
	if _, err := rand.Read(b); err != nil {
		panic(err)
	}
	return hex.EncodeToString(b)
}

func Dice() int {
	return 1 + mathrand.Intn(6)
}

func Sign(claims jwt.Claims, key []byte) (string, error) {
	return jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString(key)
}

func Check(signed string, key []byte) (*jwt.Token, error) {
	return jwt.Parse(signed, func(token *jwt.Token) (interface{}, error) {
		return key, nil
	})
}

func Prices(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	for _, each := range origins {
		if each == origin {
			w.Header().Set("Access-Control-Allow-Origin", origin)
		}
	}
}

func Stock(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if recover() != nil {
			log.Printf("%s", debug.Stack())
			http.Error(w, "The stock cannot be counted now.", http.StatusInternalServerError)
		}
	}()
}

func Origins() cors.Config {
	return cors.Config{AllowCredentials: true, AllowOrigins: origins}
}

func Export(rows []byte) error {
	file, err := os.CreateTemp("", "shop-export-*.csv")
	if err != nil {
		return err
	}
	defer file.Close()
	return os.Chmod(file.Name(), 0640)
}
