package shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

interface MemberRepository extends JpaRepository<Member, Long> {}

@Entity
class Member {
  @Id Long id;
  String name;
  boolean admin;
}


@RestController
class Members {
  private final MemberRepository members;

  Members(MemberRepository members) {
    this.members = members;
  }

  @PostMapping("/members")
  void add(@RequestBody Member given) {
    members.save(given);
  }
}
