package shop

import (
	"net/http"
	"path/filepath"
	"slices"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/gofiber/fiber/v2"
	"github.com/labstack/echo/v4"
	"gorm.io/gorm"
)

type Order struct {
	Customer string
}

func Orders(db *gorm.DB) gin.HandlerFunc {
	return func(c *gin.Context) {
		var order Order
		if err := c.ShouldBindJSON(&order); err != nil {
			return
		}
		db.Where("customer = ?", order.Customer).Find(&[]Order{})
		column := c.Query("column")
		if slices.Contains([]string{"customer", "price"}, column) {
			db.Order(column)
		}
		c.JSON(http.StatusOK, order)
	}
}

func Picture(c *gin.Context) {
	c.File("pictures/" + filepath.Base(c.Param("name")))
}

func Hello(c echo.Context) error {
	return c.Render(http.StatusOK, "hello", c.QueryParam("name"))
}

func Leave(c echo.Context) error {
	return c.Redirect(http.StatusFound, "/items")
}

func Download(c *fiber.Ctx) error {
	name := c.Params("name")
	if !filepath.IsLocal(name) {
		return c.SendStatus(http.StatusNotFound)
	}
	return c.SendFile("files/" + name)
}

func Title(w http.ResponseWriter, r *http.Request) {
	w.Write([]byte("<h1>Title</h1>"))
	w.Header().Set("X-Title", chi.URLParam(r, "title"))
}
