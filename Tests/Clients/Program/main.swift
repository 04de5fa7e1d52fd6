import Client

print(try await greeting())
