nonisolated(unsafe) let player = Player()
