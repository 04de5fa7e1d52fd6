func show(_ text: String) {}
