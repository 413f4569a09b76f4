import CryptoKit
import Foundation

protocol AccountsDelegate: AnyObject {}

class Accounts {
    var delegate: AccountsDelegate?
    var label: UILabel!
    var names: [Int: String] = [:]

    func load(from data: Data) -> [String] {
        return try! JSONDecoder().decode([String].self, from: data)
    }

    func first(of items: [Any]) -> String {
        let item = items.first!
        return item as! String
    }

    func save(token: String) {
        UserDefaults.standard.set(token, forKey: "accessToken")
        do {
            try store(token)
        } catch {
        }
    }

    func refresh() {
        DispatchQueue.main.sync { self.load() }
        later { [unowned self] in self.load() }
    }

    func digest(_ data: Data) -> Insecure.MD5.Digest {
        return Insecure.MD5.hash(data: data)
    }

    func restore(_ data: Data) -> Any? {
        return NSKeyedUnarchiver.unarchiveObject(with: data)
    }

    func bits(_ value: Float) -> UInt32 {
        return unsafeBitCast(value, to: UInt32.self)
    }
}
