package shop

import jakarta.persistence.Entity
import jakarta.persistence.Id
import org.springframework.data.jpa.repository.JpaRepository
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RequestBody
import org.springframework.web.bind.annotation.RestController

interface MemberRepository : JpaRepository<Member, Long>

@Entity
class Member(@Id var id: Long?, var name: String, var admin: Boolean)

@RestController
class Members(private val members: MemberRepository) {
    @PostMapping("/members")
    fun add(@RequestBody given: Member) {
        members.save(given)
    }
}
