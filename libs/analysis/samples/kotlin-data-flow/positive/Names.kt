package shop

import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController

@RestController
class Names {
    private val name = Regex("^([A-Za-z]+ ?)+$")

    @PostMapping("/names/check")
    fun check(@RequestParam text: String): Boolean = name.matches(text)
}
