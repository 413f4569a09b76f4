package shop

import (
	"net/http"

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
		db.Raw("SELECT * FROM orders WHERE customer = '" + order.Customer + "'")
		c.Redirect(http.StatusFound, c.Query("next"))
	}
}

func Picture(c *gin.Context) {
	c.File("pictures/" + c.Query("name"))
}

func Hello(c echo.Context) error {
	return c.HTML(http.StatusOK, "<h1>Hello "+c.QueryParam("name")+"</h1>")
}

func Leave(c echo.Context) error {
	return c.Redirect(http.StatusFound, c.QueryParam("next"))
}

func Download(c *fiber.Ctx) error {
	return c.SendFile("files/" + c.Params("name"))
}

func Title(w http.ResponseWriter, r *http.Request) {
	w.Write([]byte("<h1>" + chi.URLParam(r, "title") + "</h1>"))
}
