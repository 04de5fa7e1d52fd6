import SwiftUI

struct ArticleList: View {
  var body: some View { Text("") }
}
