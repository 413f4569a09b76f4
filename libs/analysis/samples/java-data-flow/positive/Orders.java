package shop;

import java.util.List;
import org.apache.ibatis.annotations.Param;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class Orders {
  private final OrderMapper mapper;

  Orders(OrderMapper mapper) {
    this.mapper = mapper;
  }

  @GetMapping("/orders")
  List<Order> orders(@RequestParam String name, @RequestParam String sort) {
    return mapper.find(name, sort);
  }
}

interface OrderMapper {
  List<Order> find(@Param("name") String name, @Param("sort") String sort);
}
