package level

import "fmt"

func name(level int, names []string) string {
	if level == 1 {
		return "low"
	} else if level == 2 {
		return "middle"
	} else if v := next(level); v == 1 {
		return "high"
	}
	for i := 0; i < len(names); i++ {
		fmt.Println(names[i])
	}
	for _, name := range names {
		return name
	}
	for level > 0 {
		select {
		case <-done:
			return ""
		}
	}
	switch level {
	case 3, 4:
		switch names[0] {
		case "3":
			return "third"
		}
	}
	return fmt.Sprintf("unknown level %d", level)
}
