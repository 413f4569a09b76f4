import CryptoKit
import Foundation

protocol AccountsDelegate: AnyObject {
    var delegate: AccountsDelegate? { get }
}

class Accounts {
    weak var delegate: AccountsDelegate?
    @IBOutlet var label: UILabel!
    var names: [Int: String] = [:]
    let home = URL(string: "https://example.com/")!

    func load(from data: Data) throws -> [String] {
        return try JSONDecoder().decode([String].self, from: data)
    }

    func first(of items: [Any]) -> String? {
        guard let item = items.first, !names.isEmpty else { return nil }
        return item as? String
    }

    func save(theme: String) {
        UserDefaults.standard.set(theme, forKey: "theme")
        do {
            try store(theme)
        } catch {
            log(error)
        }
    }

    func refresh() {
        DispatchQueue.main.async { self.load() }
        later { [weak self] in self?.load() }
    }

    func digest(_ data: Data) -> SHA256.Digest {
        return SHA256.hash(data: data)
    }

    func bits(_ value: Float) -> UInt32 {
        return value.bitPattern
    }
}
