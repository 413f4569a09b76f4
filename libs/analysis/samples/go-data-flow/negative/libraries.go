package shop

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"reflect"

	"github.com/dop251/goja"
	"github.com/labstack/echo/v4"
	"github.com/lestrrat-go/libxml2"
	"github.com/valyala/fasthttp"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"golang.org/x/crypto/ssh"
	"gorm.io/gorm"
)

func Find(ctx context.Context, orders *mongo.Collection, r *http.Request) {
	orders.Find(ctx, bson.M{"name": r.FormValue("name")})
}

func Price(r *http.Request) {
	runtime := goja.New()
	runtime.Set("count", r.FormValue("count"))
	runtime.RunString("count * 2")
}

func Import(r *http.Request) {
	libxml2.ParseString(r.FormValue("document"))
}

func Act(shop any) {
	reflect.ValueOf(shop).MethodByName("Open")
}

func Connect() ssh.AuthMethod {
	return ssh.Password(os.Getenv("SHOP_PASSWORD"))
}

func Serve(server *echo.Echo, w http.ResponseWriter) {
	server.Debug = false
	w.Header().Set("Content-Security-Policy", "script-src 'self'")
}

type Search struct {
	Name string
	Page int
}

type Shelf struct{ *gorm.DB }

func (shelf Shelf) Search(r *http.Request) {
	var search Search
	json.NewDecoder(r.Body).Decode(&search)
	shelf.Where("name = ?", search.Name)
	shelf.First(&search, search.Page)
	shelf.Where(&search)
}

func Send(ctx *fasthttp.RequestCtx) {
	os.Open(filepath.Join("files", filepath.Base(string(ctx.FormValue("name")))))
}

func Keep(w http.ResponseWriter, r *http.Request) {
	_, header, _ := r.FormFile("picture")
	os.Create("pictures/" + header.Filename)
}
