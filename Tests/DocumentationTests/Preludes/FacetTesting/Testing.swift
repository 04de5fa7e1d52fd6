import SwiftUI

struct ShopView: View {
  var body: some View { Text("") }
}
