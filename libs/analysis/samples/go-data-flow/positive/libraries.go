package shop

import (
	"context"
	"crypto/des"
	"encoding/json"
	"net/http"
	"os"
	"plugin"
	"reflect"

	"github.com/dop251/goja"
	"github.com/labstack/echo/v4"
	"github.com/lestrrat-go/libxml2"
	"github.com/lestrrat-go/libxml2/parser"
	"github.com/valyala/fasthttp"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"golang.org/x/crypto/md4"
	"golang.org/x/crypto/ssh"
	"gorm.io/gorm"
)

func Find(ctx context.Context, orders *mongo.Collection, r *http.Request) {
	orders.Find(ctx, bson.M{"$where": "this.name == '" + r.FormValue("name") + "'"})
}

func Price(r *http.Request) {
	goja.New().RunString(r.FormValue("formula"))
}

func Import(r *http.Request) {
	libxml2.ParseString(r.FormValue("document"), parser.XMLParseNoEnt)
}

func Act(shop any, r *http.Request) {
	reflect.ValueOf(shop).MethodByName(r.FormValue("action"))
}

func Extend(r *http.Request) {
	plugin.Open("plugins/" + r.FormValue("name"))
}

func Encrypt(key []byte) {
	des.NewCipher(key)
	md4.New()
}

func Connect() ssh.AuthMethod {
	return ssh.Password("Turnip-48-Lantern")
}

func Serve(server *echo.Echo, w http.ResponseWriter) {
	server.Debug = true
	w.Header().Set("Content-Security-Policy", "script-src 'self' 'unsafe-inline'")
}

type Search struct {
	Name string
	Page int
}

type Shelf struct{ *gorm.DB }

func (shelf Shelf) Search(r *http.Request) {
	var search Search
	json.NewDecoder(r.Body).Decode(&search)
	shelf.Where("name = '" + search.Name + "'")
}

func Send(ctx *fasthttp.RequestCtx) {
	os.Open("files/" + string(ctx.FormValue("name")))
}

func Keep(w http.ResponseWriter, r *http.Request) {
	name := r.PostFormValue("name")
	os.Create("pictures/" + name)
}
